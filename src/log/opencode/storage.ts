/** Sessions in files: `storage/` of 1.1 and before, in two layouts, and what `opencode export` writes. */
import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Json, list, object, record, records, words } from "../fields.ts";
import { readRegular } from "../regular-file.ts";
import type { StoredMessage, StoredPart, StoredSession, Unread } from "./stored.ts";

const mostBytes = 64 << 20;

/** `session/<project>/<session>.json`, before that `session/info/<session>.json`. */
export function sessionFiles(storage: string): readonly string[] {
  const sessions = join(storage, "session");
  return foldersIn(sessions)
    .filter((name) => name !== "message" && name !== "part")
    .flatMap((name) => jsonIn(join(sessions, name)));
}

/** Folders of the messages of a session, and of the parts of a message. */
interface Layout {
  readonly messages: (session: string) => string;
  readonly parts: (session: string, message: string) => string;
}

function layoutOf(path: string): Layout {
  const folder = dirname(path);
  const storage = dirname(dirname(folder));
  if (basename(folder) === "info")
    return {
      messages: (session) => join(storage, "session", "message", session),
      parts: (session, message) => join(storage, "session", "part", session, message),
    };
  return {
    messages: (session) => join(storage, "message", session),
    parts: (_, message) => join(storage, "part", message),
  };
}

export function jsonOf(path: string): Json | undefined {
  try {
    return record(JSON.parse(readRegular(path, mostBytes)?.toString() ?? ""));
  } catch {
    return undefined;
  }
}

/** Sizes and times of all files of a session, and how many bytes they are. */
export function filesState(path: string, id: string): { readonly state: string; readonly bytes: number } {
  const { messages, parts } = layoutOf(path);
  let bytes = 0;
  const states: string[] = [];
  const add = (each: string): void => {
    const stat = lstatSync(each, { throwIfNoEntry: false });
    bytes += stat?.size ?? 0;
    states.push(`${stat?.size} ${stat?.mtimeMs}`);
  };
  add(path);
  for (const message of jsonIn(messages(id))) {
    add(message);
    for (const part of jsonIn(parts(id, basename(message, ".json")))) add(part);
  }
  return { state: states.join("\n"), bytes };
}

/** `undefined` where the file is no session. */
export function sessionInFiles(path: string): StoredSession | undefined {
  const info = jsonOf(path);
  if (info === undefined) return undefined;
  const exported = list(info, "messages");
  if (exported !== undefined) return exportedSession(object(info, "info") ?? {}, exported);
  const id = words(info, "id") ?? basename(path, ".json");
  const { messages, parts } = layoutOf(path);
  const unread: Unread[] = [];
  const read = (file: string): Json | undefined => {
    const found = jsonOf(file);
    if (found === undefined)
      unread.push({ place: `file ${basename(dirname(file))}/${basename(file)}`, reason: "it is no JSON object" });
    return found;
  };
  const found = jsonIn(messages(id)).flatMap((file): StoredMessage[] => {
    const message = read(file);
    if (message === undefined) return [];
    const name = words(message, "id") ?? basename(file, ".json");
    const folders = [...new Set([name, basename(file, ".json")])];
    const own = folders
      .flatMap((each) => jsonIn(parts(id, each)))
      .flatMap((each): StoredPart[] => {
        const raw = read(each);
        return raw === undefined ? [] : [{ place: `file ${name}/${basename(each)}`, raw }];
      });
    return [{ place: `file ${basename(file)}`, info: message, parts: own }];
  });
  return { info, messages: found.sort(byTime), unread };
}

function exportedSession(info: Json, exported: readonly unknown[]): StoredSession {
  const messages = exported.map((each, at): StoredMessage => {
    const place = `message ${at + 1}`;
    const parts = records(list(each, "parts"));
    return { place, info: object(each, "info") ?? {}, parts: parts.map((raw) => ({ place, raw })) };
  });
  return { info, messages, unread: [] };
}

function byTime(a: StoredMessage, b: StoredMessage): number {
  const created = ({ info }: StoredMessage): number => Number(record(info.time)?.created ?? 0);
  return created(a) - created(b) || (String(a.info.id) < String(b.info.id) ? -1 : 1);
}

function foldersIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function jsonIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith(".json") ? [join(folder, entry.name)] : [],
  );
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
