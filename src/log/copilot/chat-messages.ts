/**
 * The form before events (2025): `{"sessionId":…,"startTime":…,"chatMessages":[{"role":"user","content":"…"}]}`, with
 * calls as the API has them. Each message becomes the event that it would be today.
 */
import { any, type Json, list, object, text, words } from "../fields.ts";
import type { JsonRecord } from "../json-records.ts";

export function asEvents(header: Json, messages: readonly JsonRecord[]): readonly JsonRecord[] {
  const [first] = messages;
  const at = first?.at ?? { file: "", line: 1 };
  const start = {
    type: "session.start",
    timestamp: text(header, "startTime"),
    data: { sessionId: text(header, "sessionId") },
  };
  return [
    { raw: start, at: { ...at, line: 1 } },
    ...messages.map((each, index) => ({ at: each.at, raw: eventOf(each.raw, index) })),
  ];
}

function eventOf(raw: Json, index: number): Json {
  const base = { id: words(raw, "id"), timestamp: words(raw, "timestamp"), number: index };
  const content = any(raw, "content") ?? text(raw, "text") ?? "";
  switch (words(raw, "role")) {
    case "user":
      return { ...base, type: "user.message", data: { content } };
    case "assistant":
      return {
        ...base,
        type: "assistant.message",
        data: { content, model: words(raw, "model"), toolRequests: (list(raw, "tool_calls") ?? []).map(requestOf) },
      };
    case "tool":
      return {
        ...base,
        type: "tool.execution_complete",
        data: { toolCallId: text(raw, "tool_call_id"), success: true, result: { content } },
      };
    case "system":
      return { ...base, type: "system.message", data: { content } };
    default:
      return raw;
  }
}

function requestOf(call: unknown): Json {
  const named = object(call, "function");
  return { toolCallId: text(call, "id"), name: text(named, "name"), arguments: any(named, "arguments") };
}
