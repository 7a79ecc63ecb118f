/** Which calls a log has, and which of its events tell of one of them: made before the first entry is. */
import { any, list, text, words } from "../fields.ts";
import { actionKey, type End, endOf } from "./ends.ts";
import type { CodexRecord } from "./record.ts";
import { commandText } from "./shell.ts";
import { toolName } from "./tool-names.ts";

export interface CallIndex {
  /** Events of calls that have an item, by its record. */
  readonly endsOf: (item: CodexRecord) => readonly End[];
  /** The event says no more than an item of the same call, and its result. */
  readonly isTold: (event: CodexRecord) => boolean;
  /** The call that an event belongs to has an item, but no result: the event has it. */
  readonly itemOf: (event: CodexRecord) => CodexRecord | undefined;
  readonly hasCall: (id: string) => boolean;
}

const uses = new Set([
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "web_search_call",
  "tool_search_call",
  "image_generation_call",
]);

export const isUse = ({ kind, type }: CodexRecord): boolean => kind === "item" && uses.has(type);

const outputs = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
  "tool_search_output",
  "mcp_tool_call_output",
]);

export const isOutput = ({ kind, type }: CodexRecord): boolean => kind === "item" && outputs.has(type);

export const callId = ({ body }: CodexRecord): string | undefined => words(body, "call_id") ?? words(body, "id");

/** Nothing for logs that have no such events: most new ones. */
export function callIndex(records: readonly CodexRecord[]): CallIndex {
  const items = new Map<string, CodexRecord>();
  const answered = new Set<string>();
  const bySign = new Map<string, CodexRecord[]>();
  const events: (readonly [CodexRecord, End, string | undefined])[] = [];
  let turn: string | undefined;
  for (const each of records) {
    turn = turnOf(each) ?? turn;
    if (isUse(each)) {
      const id = callId(each);
      if (id !== undefined && !items.has(id)) items.set(id, each);
      const sign = signOf(each, turn);
      if (sign !== undefined) bySign.set(sign, [...(bySign.get(sign) ?? []), each]);
    } else if (isOutput(each)) {
      const id = callId(each);
      if (id !== undefined) answered.add(id);
    } else {
      const end = endOf(each);
      if (end !== undefined) events.push([each, end, turn]);
    }
  }
  const ends = new Map<CodexRecord, End[]>();
  const itemOf = new Map<CodexRecord, CodexRecord>();
  for (const [event, end, when] of events) {
    const sign = endSign(end, when);
    const item =
      (end.call === undefined ? undefined : items.get(end.call)) ??
      (sign === undefined ? undefined : bySign.get(sign)?.shift());
    if (item === undefined) continue;
    itemOf.set(event, item);
    ends.set(item, [...(ends.get(item) ?? []), end]);
  }
  const isAnswered = (item: CodexRecord): boolean => answered.has(callId(item) ?? "");
  return {
    endsOf: (item) => ends.get(item) ?? [],
    isTold: (event) => {
      const item = itemOf.get(event);
      return item !== undefined && isAnswered(item);
    },
    itemOf: (event) => itemOf.get(event),
    hasCall: (id) => items.has(id),
  };
}

function turnOf({ kind, type, body }: CodexRecord): string | undefined {
  const isTurn = kind === "context" || (kind === "event" && (type === "task_started" || type === "turn_started"));
  return isTurn ? words(body, "turn_id") : undefined;
}

/** What tells a call where no id does: a search by its action; in one turn a patch, and a command by its words. */
function signOf({ type, body }: CodexRecord, turn: string | undefined): string | undefined {
  if (type === "web_search_call") return `web ${actionKey(any(body, "action"))}`;
  const name = toolName(text(body, "name") ?? "", words(body, "namespace"));
  if (name === "apply_patch") return `patch ${turn ?? ""}`;
  if (type !== "function_call" || !/^(?:exec_command|shell|shell_command)$/.test(name)) return undefined;
  const command = commandIn(text(body, "arguments"));
  return command === undefined ? undefined : `run ${turn ?? ""} ${command}`;
}

function endSign({ name, input, action, changes }: End, turn: string | undefined): string | undefined {
  if (action !== undefined) return `web ${action}`;
  if (changes !== undefined) return `patch ${turn ?? ""}`;
  const command = name === "exec_command" ? text(input, "cmd") : undefined;
  return command === undefined ? undefined : `run ${turn ?? ""} ${command}`;
}

function commandIn(given: string | undefined): string | undefined {
  try {
    const input: unknown = JSON.parse(given ?? "");
    return commandText(any(input, "cmd") ?? any(input, "command") ?? list(input, "command"));
  } catch {
    return undefined;
  }
}
