/** One line of a rollout without its envelope. Logs of 2025 have none: their lines are the payloads. */
import type { At, IsoTime } from "../../model/session.ts";
import { any, flag, type Json, number, object, text, time, words } from "../fields.ts";

export type RecordKind = "meta" | "context" | "item" | "event" | "compacted" | "folded" | "unknown";

export interface CodexRecord {
  readonly kind: RecordKind;
  /** What the payload says it is: "message", "token_count"; an item that was completed by its own type: "item:Plan". */
  readonly type: string;
  readonly body: Json;
  readonly at: At;
  readonly time: IsoTime | undefined;
  readonly ordinal: number | undefined;
  /** An event before it said the same, and was not parsed for that. */
  readonly isTold: boolean;
  /** Its body is not all there: see ../skim. */
  readonly isSkimmed: true | undefined;
}

const kinds: ReadonlyMap<string, RecordKind> = new Map(
  Object.entries<RecordKind>({
    session_meta: "meta",
    turn_context: "context",
    response_item: "item",
    event_msg: "event",
    compacted: "compacted",
    // What the model was told of its surroundings, undo commits, marks before a message of another agent.
    world_state: "folded",
    ghost_snapshot: "folded",
    inter_agent_communication: "folded",
    inter_agent_communication_metadata: "folded",
  }),
);

export function recordOf(raw: Json, at: At, isTold = false): CodexRecord {
  const type = text(raw, "type");
  const payload = object(raw, "payload");
  if (type !== undefined && payload !== undefined) {
    const kind = kinds.get(type) ?? "unknown";
    const stamp = time(raw, "timestamp") ?? time(payload, "timestamp");
    const found = kind === "unknown" ? { type, body: raw } : slim(kind, payload);
    const ordinal = number(raw, "ordinal");
    return { kind, type: found.type, body: found.body, at, time: stamp, ordinal, isTold, isSkimmed: undefined };
  }
  return bare(raw, type, at);
}

/** `{"id","timestamp","instructions","git"}` opens a log of 2025, then come items and `{"record_type":"state"}`. */
function bare(raw: Json, type: string | undefined, at: At): CodexRecord {
  const stamp = time(raw, "timestamp");
  const rest = { at, time: stamp, ordinal: undefined, isTold: false, isSkimmed: undefined };
  if (words(raw, "record_type") === "state") return { kind: "folded", type: "state", body: {}, ...rest };
  if (type !== undefined && bareItems.has(type)) return { kind: "item", ...slim("item", raw), ...rest };
  // The first line of what `codex exec --json` prints.
  if (type === "thread.started")
    return { kind: "meta", type: "session_meta", body: { id: any(raw, "thread_id") }, ...rest };
  if (type === undefined && text(raw, "id") !== undefined && stamp !== undefined)
    return { kind: "meta", ...slim("meta", raw), ...rest };
  return { kind: "unknown", type: type ?? "", body: raw, ...rest };
}

const bareItems = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
]);

/** One text for all lines of a type: it is compared and looked up many times for each of them. */
const oftenSaid = new Map(
  [...bareItems, "token_count", "agent_message", "user_message", "patch_apply_end", "exec_command_end"].map((type) => [
    type,
    type,
  ]),
);

/** Without what is long and never shown: it would be held as long as the log is read. */
function slim(kind: RecordKind, body: Json): Pick<CodexRecord, "type" | "body"> {
  const said = words(body, "type") ?? "";
  const type = oftenSaid.get(said) ?? said;
  switch (kind) {
    case "meta": {
      const { base_instructions: _, instructions: __, dynamic_tools: ___, ...rest } = body;
      return { type: "session_meta", body: rest };
    }
    case "compacted":
      return { type: "compacted", body: { message: any(body, "message") } };
    case "folded":
      return { type, body: {} };
    case "context":
      return { type: "turn_context", body: contextOf(body) };
    case "event": {
      if (type === "token_count") return { type, body: { info: any(body, "info") } };
      const item = type === "item_completed" ? object(body, "item") : undefined;
      if (item === undefined) return { type, body };
      return { type: `item:${words(item, "type") ?? ""}`, body: { ...item, turn_id: any(body, "turn_id") } };
    }
    case "item":
      if (type === "reasoning") return { type, body: thoughtsOf(body) };
      // Hand-made logs leave the type out.
      return { type: type === "" && text(body, "role") !== undefined ? "message" : type, body };
    default:
      return { type, body };
  }
}

function thoughtsOf(body: Json): Json {
  const hidden = any(body, "encrypted_content");
  return {
    id: any(body, "id"),
    text: any(body, "text"),
    summary: any(body, "summary"),
    summary_text: any(body, "summary_text"),
    content: any(body, "content"),
    raw_content: any(body, "raw_content"),
    isEncrypted: typeof hidden === "string" && hidden !== "",
  };
}

/** Once in a fixture: the whole context in a field of its own. */
function contextOf(body: Json): Json {
  const context = object(body, "turn_context") ?? body;
  const mode = object(context, "collaboration_mode");
  return {
    turn_id: any(context, "turn_id"),
    cwd: any(context, "cwd"),
    model: any(context, "model"),
    effort: words(context, "effort") ?? words(object(mode, "settings"), "reasoning_effort"),
    mode: words(mode, "mode") ?? words(context, "collaboration_mode"),
  };
}

export const isEncrypted = (record: CodexRecord): boolean => flag(record.body, "isEncrypted");
