/** Pi: `~/.pi/agent/sessions/--<working folder>--/<time>_<id>.jsonl`, a tree of entries whose last one is where it stands. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { plainName } from "../../system/packed-file.ts";
import { firstLineOf } from "../beginning.ts";
import { filesBelow, type LogFile, nameOf, statOf } from "../discover.ts";
import { parseRecords } from "../entries/parse.ts";
import { words } from "../fields.ts";
import { logLines } from "../merged-lines.ts";
import type { Provider } from "../provider.ts";
import { PiEntries } from "./entries.ts";
import { idInName } from "./session-name.ts";

export const pi: Provider = {
  agent: "pi",
  usualFolders: ({ home, environment }) => {
    const { PI_CODING_AGENT_SESSION_DIR: sessions, PI_CODING_AGENT_DIR: agent } = environment;
    return [
      ...(sessions ? [sessions] : []),
      ...(agent ? [join(agent, "sessions")] : []),
      join(home, ".pi", "agent", "sessions"),
    ];
  },
  folderIn: (folder) => {
    if (basename(folder) === "sessions" && basename(dirname(folder)) === "agent") return folder;
    return [
      join(folder, ".pi", "agent", "sessions"),
      ...(basename(folder) === ".pi" ? [join(folder, "agent", "sessions")] : []),
      ...(basename(folder) === "agent" && basename(dirname(folder)) === ".pi" ? [join(folder, "sessions")] : []),
    ].find((path) => existsSync(path));
  },
  isLog: (path) => plainName(path).endsWith(".jsonl") && header.test(firstLineOf(path)),
  discover: (root) => {
    const diagnostics: Diagnostic[] = [];
    const isFolder = statOf(root, root, diagnostics)?.isDirectory() === true;
    const paths = isFolder ? filesBelow(root, root, (name) => name.endsWith(".jsonl"), diagnostics) : [root];
    return { files: paths.flatMap((path) => logFile(path, root, diagnostics) ?? []), diagnostics };
  },
  read: (file) => {
    const entries = new PiEntries(file.role.kind === "session" ? file.role.id : undefined);
    const { entries: found, diagnostics } = parseRecords(logLines(file), file.name, (raw, at) => entries.of(raw, at));
    return { entries: [...found, ...entries.end(file.name)], diagnostics };
  },
  resume: (id) => ["pi", "--session", id],
};

const header = /^\{\s*"type"\s*:\s*"session"\s*,/;

function logFile(path: string, root: string, diagnostics: Diagnostic[]): LogFile | undefined {
  const stat = statOf(path, root, diagnostics);
  if (stat === undefined || !stat.isFile()) return undefined;
  return {
    agent: "pi",
    path,
    name: nameOf(path, root),
    folder: dirname(path),
    size: stat.size,
    modified: stat.mtimeMs,
    role: { kind: "session", id: headerId(path) ?? idInName(path) },
  };
}

/** A first line that was cut has its id all the same. */
function headerId(path: string): string | undefined {
  const line = firstLineOf(path);
  if (!header.test(line)) return undefined;
  try {
    return words(JSON.parse(line), "id");
  } catch {
    return /"id"\s*:\s*"([^"\\]{1,200})"/.exec(line)?.[1];
  }
}
