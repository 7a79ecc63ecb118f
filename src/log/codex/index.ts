/** Codex CLI: `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, archived ones flat, old ones packed. */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { LogFile } from "../discover.ts";
import { noteUnknown, type Parsed } from "../entries/parse.ts";
import { words } from "../fields.ts";
import type { Provider } from "../provider.ts";
import { discover, isLog } from "./discover.ts";
import { entriesOf } from "./reader.ts";
import type { CodexRecord } from "./record.ts";
import { type Records, recordsOf, skimmedRecordsOf } from "./records.ts";
import { titleOf } from "./titles.ts";

export const codex: Provider = {
  agent: "codex",
  usualFolders: ({ home, environment }) => {
    const configured = environment.CODEX_HOME ?? "";
    return [configured === "" ? join(home, ".codex") : configured];
  },
  folderIn: (folder) => {
    if (basename(folder) === "sessions" || basename(folder) === "archived_sessions")
      return holdsLogs(folder) ? folder : undefined;
    return [join(folder, ".codex"), folder].find((path) => isHome(path));
  },
  isLog,
  discover,
  read: (file) => parsedOf(file, recordsOf(file)),
  skim: (file) => parsedOf(file, skimmedRecordsOf(file)),
  isCompanion: (path) => basename(path) === "session_index.jsonl" || path.endsWith(".jsonl.zst"),
  resume: (id) => ["codex", "resume", id],
};

/** `undefined` where the log that this one began as a copy of is not here. */
function sourceOf({ copiedFrom: path, folder, size, modified, role }: LogFile): readonly CodexRecord[] | undefined {
  if (path === undefined) return undefined;
  try {
    return recordsOf({ path, name: basename(path), folder, size, modified, role }).records;
  } catch {
    return undefined;
  }
}

function parsedOf(file: LogFile, { records, diagnostics }: Records): Parsed {
  const { role } = file;
  const entries = entriesOf(records, role.kind === "agent" ? role.id : undefined, () => sourceOf(file));
  const thread = words(records.find(({ kind }) => kind === "meta")?.body, "id") ?? role.id;
  const title = titleOf(file, thread);
  if (title !== undefined) {
    const at = { file: file.name, line: records.at(-1)?.at.line ?? 0 };
    entries.push({ at, isSidechain: false, isMeta: false, kind: "title", source: "thread-name", title });
  }
  const found: Diagnostic[] = [...diagnostics];
  for (const entry of entries) noteUnknown(entry, found);
  return { entries, diagnostics: found.sort((a, b) => a.at.line - b.at.line) };
}

function isHome(folder: string): boolean {
  return ["sessions", "archived_sessions"].some((name) => holdsLogs(join(folder, name)));
}

/** Folders of years, or rollouts. */
function holdsLogs(folder: string): boolean {
  try {
    return existsSync(folder) && readdirSync(folder).some((name) => /^\d{4}$|^rollout-/.test(name));
  } catch {
    return false;
  }
}
