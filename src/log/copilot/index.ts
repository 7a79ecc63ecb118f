/** Copilot CLI: `~/.copilot/session-state/<id>/events.jsonl`, one event a line. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { plainName } from "../../system/packed-file.ts";
import type { LogFile } from "../discover.ts";
import type { Entry } from "../entries/entry.ts";
import { noteUnknown, type Parsed } from "../entries/parse.ts";
import { type JsonRecords, jsonRecords } from "../json-records.ts";
import { logLines } from "../merged-lines.ts";
import type { Provider } from "../provider.ts";
import { readRegular } from "../regular-file.ts";
import { wholeFile } from "../whole-file.ts";
import { asEvents } from "./chat-messages.ts";
import { discover, isEvents, isLog } from "./discover.ts";
import { entriesOf } from "./entries.ts";
import { eventsOf } from "./events.ts";
import { workspaceIn } from "./workspace.ts";

const mostBytes = 512 << 20;
const mostPlan = 4 << 20;

export const copilot: Provider = {
  agent: "copilot",
  usualFolders: ({ home, environment }) => {
    const { COPILOT_HOME: own, XDG_STATE_HOME: state } = environment;
    return [...(own ? [own] : []), ...(state ? [join(state, ".copilot")] : []), join(home, ".copilot")];
  },
  folderIn: (folder) => {
    const isOwn = (path: string): boolean => basename(path) === ".copilot";
    const isLogs = (path: string): boolean =>
      existsSync(join(path, "session-state")) || existsSync(join(path, "history-session-state"));
    if (isOwn(folder) || /^(?:history-)?session-state$/.test(basename(folder))) return folder;
    if (isLogs(folder)) return folder;
    return isLogs(join(folder, ".copilot")) ? join(folder, ".copilot") : undefined;
  },
  isLog,
  discover,
  read,
  isCompanion: (path) => ["workspace.yaml", "plan.md"].includes(basename(path)),
  resume: (id) => ["copilot", "--resume", id],
};

function read(file: LogFile): Parsed {
  const { path, name, role } = file;
  const sessionId = role.id ?? name;
  const { records, diagnostics } = plainName(path).endsWith(".json")
    ? readWhole(file)
    : jsonRecords(logLines(file), name);
  const beside = (other: string): string => join(dirname(path), other);
  const workspace = isEvents(path) ? workspaceIn(beside("workspace.yaml")) : new Map<string, string>();
  const plan = isEvents(path) ? readRegular(beside("plan.md"), mostPlan)?.toString() : undefined;
  const entries: Entry[] = [
    ...entriesOf(eventsOf(records, sessionId), {
      sessionId,
      plan: plan === undefined || plan.trim() === "" ? undefined : { text: plan, file: "plan.md" },
      cwd: workspace.get("cwd"),
    }),
    ...titles(workspace, name),
  ];
  const found = [...diagnostics];
  for (const entry of entries) noteUnknown(entry, found);
  return { entries, diagnostics: found };
}

/** A name that the person gave, or what the client made of the beginning. */
function titles(workspace: ReadonlyMap<string, string>, file: string): readonly Entry[] {
  const base = { at: { file, line: 0 }, isSidechain: false, isMeta: false };
  const [name, summary] = [workspace.get("name"), workspace.get("summary")];
  const isGiven = workspace.get("user_named") === "true";
  return [
    ...(summary === undefined ? [] : [{ ...base, kind: "title", source: "summary", title: summary } as const]),
    ...(name === undefined
      ? []
      : [{ ...base, kind: "title", source: isGiven ? "custom-title" : "summary", title: name } as const]),
  ];
}

function readWhole({ path, versions = [], name }: LogFile): JsonRecords {
  const diagnostics: Diagnostic[] = [];
  for (const version of [path, ...versions.toReversed()]) {
    const whole = wholeFile(readRegular(version, mostBytes)?.toString() ?? "", name, "chatMessages");
    if (whole !== undefined) return { records: asEvents(whole.header, whole.messages), diagnostics: whole.diagnostics };
  }
  const message = "Not a JSON object, or too large; left out.";
  diagnostics.push({ code: "unreadable-file", level: "error", at: { file: name, line: 0 }, message });
  return { records: [], diagnostics };
}
