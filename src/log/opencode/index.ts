/** OpenCode: `~/.local/share/opencode` with databases of 1.2 and later, `storage/` of the versions before. */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { AgentId } from "../../model/session.ts";
import { plainName } from "../../system/packed-file.ts";
import { beginningOf, firstLineOf } from "../beginning.ts";
import { type Discovery, filesBelow, type LogFile, nameOf, statOf, unreadable } from "../discover.ts";
import { noteUnknown } from "../entries/parse.ts";
import { any, type Json, object, words } from "../fields.ts";
import { logLines } from "../merged-lines.ts";
import type { Provider } from "../provider.ts";
import { isKnown, sessionRows, storedSession } from "./database.ts";
import { entriesOf } from "./entries.ts";
import { keptLine, keptLines, sessionInLines } from "./kept.ts";
import { BeingWritten, rowsOf } from "./sqlite.ts";
import { filesState, jsonOf, sessionFiles, sessionInFiles } from "./storage.ts";
import type { StoredSession } from "./stored.ts";

export const openCode: Provider = {
  agent: "opencode",
  usualFolders: ({ home, environment }) => {
    const { XDG_DATA_HOME: data, OPENCODE_DB: database } = environment;
    const folders = [...(data ? [join(data, "opencode")] : []), join(home, ".local", "share", "opencode")];
    if (!database || database === ":memory:") return folders;
    // A name alone is one in its own folder.
    return [isAbsolute(database) ? database : join(folders[0] ?? "", database), ...folders];
  },
  folderIn: (folder) => {
    if (basename(folder) === "opencode" && isOwnFolder(folder)) return folder;
    return [join(folder, ".local", "share", "opencode"), join(folder, "share", "opencode")].find(isOwnFolder);
  },
  isLog: (path) => isSqlite(path) || isExport(path) || isKept(path),
  discover,
  read: (file) => {
    const { stored, diagnostics } = storedIn(file);
    if (stored === undefined) return { entries: [], diagnostics };
    const entries = entriesOf(stored, file.name);
    const found = [
      ...diagnostics,
      ...stored.unread.map(({ place, reason }) => unreadRow(file, place, reason, entries.length + 1)),
    ];
    for (const entry of entries) noteUnknown(entry, found);
    return { entries, diagnostics: found };
  },
  kept: (file) => {
    const { stored } = storedIn(file);
    const root = file.role.kind === "agent" ? file.role.session : undefined;
    return stored === undefined ? undefined : keptLines(stored, root);
  },
  resume: (id) => ["opencode", "--session", id],
};

const databaseName = /^opencode(?:-[\w.-]+)?\.db$/;

const isSqlite = (path: string): boolean =>
  !/\.jsonl?$/.test(plainName(path)) && beginningOf(path).toString("latin1", 0, 15) === "SQLite format 3";

const isExport = (path: string): boolean =>
  path.endsWith(".json") &&
  /^\{\s*"info"\s*:/.test(beginningOf(path).toString("utf8").trimStart()) &&
  firstLineOf(path) !== "";

const isKept = (path: string): boolean => plainName(path).endsWith(".jsonl") && keptLine.test(firstLineOf(path));

function isOwnFolder(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name === "storage" || databaseName.test(name));
  } catch {
    return false;
  }
}

function discover(root: string): Discovery {
  const diagnostics: Diagnostic[] = [];
  const isFolder = statOf(root, root, diagnostics)?.isDirectory() === true;
  const isOfStorage = (path: string): boolean => path.includes(`${sep}storage${sep}`);
  // A database that is named may have any name; in a folder those of other programs lie beside it.
  const isOfOthers = (path: string): boolean => isSqlite(path) && !databaseName.test(basename(path));
  const paths = isFolder
    ? filesBelow(root, root, (_, path) => !isOfStorage(path) && openCode.isLog(path) && !isOfOthers(path), diagnostics)
    : [root];
  const storage = join(root, "storage");
  const found = new Map<string, LogFile>();
  const add = (id: string, file: LogFile): void => {
    // The move to databases left the files behind, and missed some sessions: the database wins.
    if (!found.has(id)) found.set(id, file);
  };
  for (const path of paths.filter(isSqlite))
    for (const [id, file] of inDatabase(path, root, diagnostics)) add(id, file);
  for (const path of isFolder && existsSync(storage) ? sessionFiles(storage) : []) {
    const file = inStorage(path, root, diagnostics);
    if (file !== undefined) add(idOf(file), file);
  }
  for (const path of paths.filter((each) => !isSqlite(each))) {
    const file = isKept(path) ? keptFile(path, root, diagnostics) : exportedFile(path, root, diagnostics);
    if (file !== undefined) add(idOf(file), file);
  }
  // A file of one session knows no other: one of the store says itself whose agent it is.
  const isWhole = isFolder || isSqlite(root);
  return { files: isWhole ? withRoots([...found.values()]) : [...found.values()], diagnostics };
}

const idOf = ({ role }: LogFile): string => (role.kind === "agent" ? role.id : (role.id ?? ""));

function inDatabase(path: string, root: string, diagnostics: Diagnostic[]): readonly (readonly [string, LogFile])[] {
  const at = { file: nameOf(path, root), line: 0 };
  try {
    const rows = rowsOf(path);
    if (!isKnown(rows)) {
      const message = `A database without a table of sessions that is known (${[...rows.tables.keys()].join(", ")}); left out.`;
      diagnostics.push({ code: "unreadable-file", level: "error", at, message });
      return [];
    }
    return [...sessionRows(rows).values()].map(({ id, row, bytes, count, changed }) => {
      const file: LogFile = {
        ...fileOf(path, root, row, id, { parent: words(row, "parent_id"), created: any(row, "time_created") }),
        part: id,
        name: `${nameOf(path, root)}/${id}`,
        size: bytes,
        modified: changed,
        state: `${id} ${count} ${bytes} ${changed} ${JSON.stringify(row)}`,
      };
      return [id, file];
    });
  } catch (error) {
    diagnostics.push(failed(path, root, error));
    return [];
  }
}

function failed(path: string, root: string, error: unknown): Diagnostic {
  const at = { file: nameOf(path, root), line: 0 };
  const isBusy = error instanceof BeingWritten;
  if (error instanceof Error && "code" in error) return unreadable(path, root, error);
  const message = isBusy
    ? "The database was being written each time that it was read; left out of this build."
    : `Not a database that can be read (${error instanceof Error ? error.message : error}); left out.`;
  return { code: "unreadable-file", level: isBusy ? "warning" : "error", at, message };
}

interface Known {
  readonly parent: string | undefined;
  readonly created: unknown;
}

/** What all stores say of a session before it is read. */
function fileOf(path: string, root: string, info: Json, id: string, { parent, created }: Known) {
  const began = typeof created === "number" && created > 0 ? { began: new Date(created).toISOString() } : {};
  const [type, description] = [words(info, "agent"), words(info, "title")];
  const meta = { ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) };
  return {
    agent: "opencode" as const,
    path,
    name: nameOf(path, root),
    folder: join(dirname(path), words(info, "project_id") ?? words(info, "projectID") ?? "global"),
    ...began,
    role:
      parent === undefined
        ? { kind: "session" as const, id }
        : { kind: "agent" as const, id: id as AgentId, session: parent, meta: { ...meta, parent } },
  };
}

function inStorage(path: string, root: string, diagnostics: Diagnostic[]): LogFile | undefined {
  const stat = statOf(path, root, diagnostics);
  const info = jsonOf(path);
  if (stat === undefined || info === undefined) {
    diagnostics.push(failed(path, root, new Error("it is no JSON object")));
    return undefined;
  }
  const id = words(info, "id") ?? basename(path, ".json");
  const { state, bytes } = filesState(path, id);
  const time = { parent: words(info, "parentID"), created: any(object(info, "time"), "created") };
  return { ...fileOf(path, root, info, id, time), size: bytes, modified: stat.mtimeMs, state };
}

function exportedFile(path: string, root: string, diagnostics: Diagnostic[]): LogFile | undefined {
  const stat = statOf(path, root, diagnostics);
  const info = object(jsonOf(path), "info");
  const id = words(info, "id");
  if (stat === undefined || info === undefined || id === undefined) {
    diagnostics.push(failed(path, root, new Error("it is no session")));
    return undefined;
  }
  const time = { parent: words(info, "parentID"), created: any(object(info, "time"), "created") };
  return { ...fileOf(path, root, info, id, time), size: stat.size, modified: stat.mtimeMs };
}

function keptFile(path: string, root: string, diagnostics: Diagnostic[]): LogFile | undefined {
  const stat = statOf(path, root, diagnostics);
  const { info } = sessionInLines([{ number: 1, text: firstLineOf(path) }]);
  const id = words(info, "id");
  if (stat === undefined || id === undefined) return undefined;
  const created = any(object(info, "time"), "created");
  const file = fileOf(path, root, info, id, { parent: words(info, "parentID"), created });
  const { role } = file;
  const session = words(info, "rootID");
  return {
    ...file,
    ...(role.kind === "agent" ? { role: session === undefined ? { kind: "session", id } : { ...role, session } } : {}),
    ...{ size: stat.size, modified: stat.mtimeMs },
  };
}

/** An agent's agent belongs to the session at the root; one whose parent is gone is a session of its own. */
function withRoots(files: readonly LogFile[]): readonly LogFile[] {
  const byId = new Map(files.map((file) => [idOf(file), file]));
  return files.map((file) => {
    if (file.role.kind !== "agent") return file;
    const seen = new Set<string>();
    let top: LogFile | undefined = file;
    while (top?.role.kind === "agent" && !seen.has(top.role.id)) {
      seen.add(top.role.id);
      top = byId.get(top.role.session ?? "");
    }
    if (top === undefined || top.role.kind === "agent") return { ...file, role: { kind: "session", id: file.role.id } };
    return { ...file, role: { ...file.role, session: idOf(top) } };
  });
}

function storedIn(file: LogFile): { readonly stored?: StoredSession; readonly diagnostics: Diagnostic[] } {
  try {
    const stored =
      file.part !== undefined
        ? storedSession(rowsOf(file.path), file.part)
        : isKept(file.path)
          ? sessionInLines(logLines(file))
          : sessionInFiles(file.path);
    if (stored !== undefined) return { stored, diagnostics: [] };
    return { diagnostics: [unreadRow(file, "the session", "it is gone, or no JSON")] };
  } catch (error) {
    return { diagnostics: [{ ...failed(file.path, file.path, error), at: { file: file.name, line: 0 } }] };
  }
}

/** `line` is where it is told of: behind all that could be read. */
function unreadRow({ name }: LogFile, place: string, reason: string, line = 0): Diagnostic {
  const message = `In ${place}: ${reason}; left out.`;
  return { code: "invalid-json", level: "error", at: { file: name, line }, message };
}
