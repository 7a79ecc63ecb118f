/** Which calls a log has, and which of its events tell of one of them: made before the first entry is. */
import { append } from "../../system/append.ts";
import { any, list, text, words } from "../fields.ts";
import { actionKey, type End, endOf } from "./ends.ts";
import { type Groups, isUse } from "./groups.ts";
import type { CodexRecord } from "./record.ts";
import { commandText } from "./shell.ts";
import { toolName } from "./tool-names.ts";

export interface CallIndex {
  /** Events of calls that have an item, by its record. */
  readonly endsOf: (item: CodexRecord) => readonly End[];
  readonly endOf: (event: CodexRecord) => End | undefined;
  /** The event says no more than an item of the same call, and its result. */
  readonly isTold: (event: CodexRecord) => boolean;
  /** The call that an event belongs to has an item, but no result: the event has it. */
  readonly itemOf: (event: CodexRecord) => CodexRecord | undefined;
  readonly hasCall: (id: string) => boolean;
}

export const callId = ({ body }: CodexRecord): string | undefined => words(body, "call_id") ?? words(body, "id");

export function callIndex(groups: Groups): CallIndex {
  const items = new Map<string, CodexRecord>();
  const answered = new Set<string>();
  const events = new Map<CodexRecord, End>();
  for (const each of groups.uses) {
    const id = callId(each);
    if (id !== undefined && !items.has(id)) items.set(id, each);
  }
  for (const each of groups.outputs) {
    const id = callId(each);
    if (id !== undefined) answered.add(id);
  }
  for (const each of groups.ends) {
    const end = endOf(each);
    if (end !== undefined) events.set(each, end);
  }
  const ends = new Map<CodexRecord, End[]>();
  const itemOf = new Map<CodexRecord, CodexRecord>();
  const join = (event: CodexRecord, end: End, item: CodexRecord): void => {
    itemOf.set(event, item);
    append(ends, item, end);
  };
  for (const [event, end] of events) {
    const item = end.call === undefined ? undefined : items.get(end.call);
    if (item !== undefined) join(event, end, item);
  }
  if (itemOf.size < events.size) joinBySigns(groups.all, events, itemOf, join);
  return {
    endsOf: (item) => ends.get(item) ?? [],
    endOf: (event) => events.get(event),
    isTold: (event) => {
      const item = itemOf.get(event);
      return item !== undefined && answered.has(callId(item) ?? "");
    },
    itemOf: (event) => itemOf.get(event),
    hasCall: (id) => items.has(id),
  };
}

/** Events whose id is nobody's, by what they say: of the calls that are left the first one. */
function joinBySigns(
  records: readonly CodexRecord[],
  events: ReadonlyMap<CodexRecord, End>,
  itemOf: ReadonlyMap<CodexRecord, CodexRecord>,
  join: (event: CodexRecord, end: End, item: CodexRecord) => void,
): void {
  const taken = new Set(itemOf.values());
  const bySign = new Map<string, CodexRecord[]>();
  const turns = new Map<CodexRecord, string | undefined>();
  let turn: string | undefined;
  for (const each of records) {
    turn = turnOf(each) ?? turn;
    if (events.has(each)) turns.set(each, turn);
    const sign = isUse(each) && !taken.has(each) ? signOf(each, turn) : undefined;
    if (sign !== undefined) append(bySign, sign, each);
  }
  for (const [event, end] of events) {
    if (itemOf.has(event)) continue;
    const sign = endSign(end, turns.get(event));
    const item = sign === undefined ? undefined : bySign.get(sign)?.shift();
    if (item !== undefined) join(event, end, item);
  }
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
  if (action !== undefined) return `web ${actionKey(action)}`;
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
