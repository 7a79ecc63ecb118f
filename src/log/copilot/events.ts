/** Events as they stand in the file, with what is known of each only from others: whose call it is, how that ended. */
import type { At, IsoTime } from "../../model/session.ts";
import { any, flag, type Json, list, object, record, text, time, words } from "../fields.ts";
import type { JsonRecord } from "../json-records.ts";

export interface CopilotEvent {
  readonly type: string;
  readonly data: Json;
  readonly at: At;
  /** No other event of the file has it. */
  readonly id: string;
  readonly time: IsoTime | undefined;
  /** The agent that it belongs to; absent for the session itself. */
  readonly agent: string | undefined;
  readonly raw: Json;
}

/** `{"type":"user.message","data":{…},"id":"…","timestamp":"…","agentId":"…"}`; a repeated event is one. */
export function eventsOf(records: readonly JsonRecord[], session: string): readonly CopilotEvent[] {
  const seen = new Map<string, Json[]>();
  const agentOfCall = callers(records);
  return records.flatMap(({ raw, at }): CopilotEvent[] => {
    const logged = words(raw, "id") ?? `${session}-line-${at.line}`;
    const before = seen.get(logged) ?? [];
    if (before.some((other) => JSON.stringify(other) === JSON.stringify(raw))) return [];
    before.push(raw);
    seen.set(logged, before);
    const data = object(raw, "data") ?? {};
    const type = words(raw, "type") ?? "without type";
    const agent = agentOf(type, raw, data, agentOfCall);
    const id = before.length === 1 ? logged : `${logged}-${before.length}`;
    return [{ type, data, at, id, time: time(raw, "timestamp"), agent, raw }];
  });
}

/** The agent that made each call; the session itself where there is none. */
function callers(records: readonly JsonRecord[]): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const { raw } of records) {
    const data = object(raw, "data");
    const own = words(raw, "type") === "tool.execution_start" ? [data] : [];
    for (const call of [...(list(data, "toolRequests") ?? []), ...own]) {
      const id = text(call, "toolCallId");
      if (id !== undefined && !found.has(id)) found.set(id, words(raw, "agentId") ?? words(data, "parentToolCallId"));
    }
  }
  return found;
}

/** What tells of an agent belongs to the one that sent it; older events name only the call that they work for. */
function agentOf(
  type: string,
  raw: Json,
  data: Json,
  agentOfCall: ReadonlyMap<string, string | undefined>,
): string | undefined {
  const call = text(data, "toolCallId");
  const ofCall = call === undefined ? undefined : agentOfCall.get(call);
  if (type.startsWith("subagent.")) return ofCall;
  return words(raw, "agentId") ?? words(data, "parentToolCallId") ?? ofCall;
}

export interface Join {
  readonly starts: ReadonlyMap<string, CopilotEvent>;
  /** Calls that an answer asked for. */
  readonly requested: ReadonlySet<string>;
  readonly completed: ReadonlyMap<string, CopilotEvent>;
  /** What came of the question whether a call may run, by the call. */
  readonly permissions: ReadonlyMap<string, Json>;
  /** Such questions, and which of them were answered, by their own ids. */
  readonly asked: ReadonlyMap<string, Json>;
  readonly answered: ReadonlySet<string>;
  /** How agents ended, by the call that sent them. */
  readonly agents: ReadonlyMap<string, Json>;
  /** Commands that the person ran. */
  readonly byPerson: ReadonlySet<string>;
  readonly hasPrompts: boolean;
  /** Pictures and files by their asset id. */
  readonly assets: ReadonlyMap<string, Json>;
}

export function join(events: readonly CopilotEvent[]): Join {
  const starts = new Map<string, CopilotEvent>();
  const completed = new Map<string, CopilotEvent>();
  const permissions = new Map<string, Json>();
  const asked = new Map<string, Json>();
  const agents = new Map<string, Json>();
  const assets = new Map<string, Json>();
  const [requested, answered, byPerson] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let hasPrompts = false;
  for (const event of events) {
    const { type, data } = event;
    const call = text(data, "toolCallId");
    for (const request of list(data, "toolRequests") ?? []) {
      const id = text(request, "toolCallId");
      if (id !== undefined) requested.add(id);
    }
    if (call !== undefined && (type === "tool.user_requested" || flag(data, "isUserRequested"))) byPerson.add(call);
    switch (type) {
      case "user.message":
        hasPrompts = true;
        break;
      case "tool.execution_start":
        if (call !== undefined && !starts.has(call)) starts.set(call, event);
        break;
      case "tool.execution_complete":
        if (call !== undefined && !completed.has(call)) completed.set(call, event);
        break;
      case "permission.requested":
        asked.set(text(data, "requestId") ?? event.id, object(data, "permissionRequest") ?? {});
        break;
      case "permission.completed": {
        const id = text(data, "requestId") ?? "";
        answered.add(id);
        const about = text(asked.get(id), "toolCallId") ?? call;
        if (about !== undefined) permissions.set(about, object(data, "result") ?? {});
        break;
      }
      case "subagent.completed":
      case "subagent.failed":
        if (call !== undefined) agents.set(call, data);
        break;
      case "session.binary_asset": {
        const id = text(data, "assetId");
        if (id !== undefined) assets.set(id, data);
        break;
      }
    }
  }
  return { starts, requested, completed, permissions, asked, answered, agents, byPerson, hasPrompts, assets };
}

/** Arguments are an object, or JSON in a text. */
export function argumentsOf(value: unknown): unknown {
  const given = any(value, "arguments");
  if (typeof given !== "string") return given ?? {};
  try {
    return record(JSON.parse(given)) ?? given;
  } catch {
    return given;
  }
}
