/**
 * What the client reports by itself, as JSON or in tags in place of words. The model keeps what the log has, figure by
 * figure; these are the words for it. Log examples:
 * {"type":"idle_notification","from":"mara","timestamp":"2026-02-11T15:24:47.067Z","idleReason":"available","summary":"Ropes are dry"}
 * {"task_id":"bx12","tool_use_id":"toolu_1","description":"Watch","task_type":"local_bash"}
 * <usage><total_tokens>80617</total_tokens><tool_uses>44</tool_uses><duration_ms>204837</duration_ms></usage>
 */
import { record, words } from "../log/fields.ts";
import type { Sender } from "../model/sender.ts";
import { agentTotals } from "../tools/agent-totals.ts";

export interface MachineNotice {
  /** What happened and why: "Idle, available". */
  readonly what: string;
  /** What it is about, in its own words; may be "". */
  readonly words: string;
  /** What of the text is said in other words: a whole object, or a part of the text. */
  readonly raw: unknown;
}

/** `undefined` for words, and for JSON that does not say what it is. */
export function machineNotice(sender: Sender | undefined, text: string): MachineNotice | undefined {
  if (sender?.kind === "teammate") return ofTeammate(text);
  return sender?.kind === "task-notification" ? (ofTask(text) ?? withTotals(text)) : undefined;
}

/** The words alone, where there are others than the log's. */
export function noticeText({ what, words }: MachineNotice, between = "\n"): string {
  return [what, words].filter((part) => part !== "").join(between);
}

function ofTeammate(text: string): MachineNotice | undefined {
  const raw = parsed(text);
  const type = words(raw, "type");
  if (type === undefined) return undefined;
  const given = (...names: readonly string[]) => names.flatMap((name) => words(raw, name) ?? []);
  return {
    what: [titles.get(type) ?? spelled(type), ...given("idleReason", "reason", "status")].join(", "),
    words: given("subject", "summary", "message", "content", "text", "description").join("\n"),
    raw,
  };
}

const titles: ReadonlyMap<string, string> = new Map([
  ["idle_notification", "Idle"],
  ["teammate_terminated", "Ended"],
]);

/** A background task in the queue; its JSON stands beneath what it is called. */
function ofTask(text: string): MachineNotice | undefined {
  const at = text.indexOf('{"task_id":');
  const raw = at < 0 ? undefined : parsed(text.slice(at));
  const task = words(raw, "task_id");
  if (task === undefined) return undefined;
  const type = words(raw, "task_type");
  const said = [words(raw, "description"), words(raw, "status")].filter((part) => part !== undefined);
  const kind = type === undefined ? "task" : (kinds.get(type) ?? spelled(type).toLowerCase());
  return { what: said.length === 0 ? `Task ${task}` : said.join(", "), words: `${kind} ${task}`, raw };
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["local_bash", "command"],
  ["local_agent", "agent"],
]);

/** Only figures that are known are said in words, and only where all of them are. */
function withTotals(text: string): MachineNotice | undefined {
  const found = /^usage: (.*(?:\n[ \t]*[a-z_]+: \d+[ \t]*$)*)/m.exec(text);
  if (found === null) return undefined;
  const [whole, raw = ""] = found;
  const totals = agentTotals(raw);
  if (totals === raw) return undefined;
  const said = `${text.slice(0, found.index)}usage: ${totals}${text.slice(found.index + whole.length)}`;
  return { what: "", words: said, raw };
}

/** "shutdown_approved" as "Shutdown approved". */
function spelled(type: string): string {
  const spaced = type.replace(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return record(JSON.parse(text));
  } catch {
    return undefined;
  }
}
