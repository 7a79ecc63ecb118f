/** Parts of a message of OpenCode, each as what it means. */
import { sentBy } from "../../model/sender.ts";
import type { IsoTime, ToolUseId } from "../../model/session.ts";
import { countedByClient } from "../client-usd.ts";
import type { ContentBlock, MediaBlock, ResultBlock } from "../entries/content.ts";
import type { EntryBody, Tokens } from "../entries/entry.ts";
import { any, flag, type Json, list, number, object, text, words } from "../fields.ts";
import { readText } from "./read-text.ts";
import { taskText } from "./task-text.ts";
import { asOurs, detailsOf, endOf } from "./tools.ts";

export const user = (blocks: readonly ContentBlock[]): Extract<EntryBody, { kind: "user" }> => ({
  kind: "user",
  blocks,
  isCompactSummary: false,
});

export function timeOf(milliseconds: unknown): IsoTime | undefined {
  if (typeof milliseconds !== "number" || !(milliseconds > 0 && milliseconds < 8e15)) return undefined;
  return new Date(milliseconds).toISOString() as IsoTime;
}

export function blockOf(raw: Json, cwd: string | undefined): ContentBlock | undefined {
  const type = text(raw, "type") ?? "without type";
  switch (type) {
    case "text":
      return isAdded(raw) ? undefined : { kind: "text", text: text(raw, "text") ?? "" };
    case "reasoning":
      return { kind: "thinking", text: text(raw, "text") ?? "", isRedacted: false };
    case "tool": {
      const [id, name] = [words(raw, "callID"), words(raw, "tool")];
      if (id === undefined || name === undefined) return { kind: "unknown", type, raw };
      const input = any(object(raw, "state"), "input");
      const as = asOurs(name, input, cwd);
      const time = callTime(raw, "start");
      return { kind: "use", id: id as ToolUseId, name, input, ...(as === undefined ? {} : { as }), ...time };
    }
    case "file":
      return fileOf(raw);
    // Hashes of the client's own snapshots; the tokens of the message again.
    case "step-start":
    case "step-finish":
    case "snapshot":
    case "patch":
    case "retry":
      return undefined;
    default:
      return { kind: "unknown", type, raw };
  }
}

/** `data:image/png;base64,…` in the log itself, else where it was. */
export function fileOf(raw: Json): ContentBlock {
  const url = text(raw, "url") ?? text(raw, "uri");
  const name = words(raw, "filename") ?? words(raw, "name");
  if (url === undefined) return { kind: "unknown", type: "file", raw };
  const [, inner, data] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  const mediaType = words(raw, "mime") ?? inner ?? "application/octet-stream";
  return {
    kind: mediaType.startsWith("image/") ? "image" : "document",
    mediaType,
    ...(data === undefined ? { data: url, encoding: "link" } : { data, encoding: "base64" }),
    ...(name === undefined ? {} : { name }),
  };
}

export function resultOf(raw: Json): EntryBody | undefined {
  const [id, name] = [words(raw, "callID"), words(raw, "tool") ?? ""];
  const state = object(raw, "state");
  const ended = id === undefined || text(raw, "type") !== "tool" ? undefined : endOf(name, state);
  if (id === undefined || ended === undefined) return undefined;
  const media = (list(state, "attachments") ?? [])
    .map((each) => fileOf({ ...object({ each }, "each") }))
    .filter((block): block is MediaBlock => block.kind === "image" || block.kind === "document");
  const isDone = text(state, "status") === "completed";
  const said = text(state, isDone ? "output" : "error") ?? "";
  const result: ResultBlock = {
    kind: "result",
    id: id as ToolUseId,
    isError: ended.state !== "ok",
    text: isDone ? plainAnswer(name, said, object(state, "metadata")) : said,
    media,
    parts: [],
    ended,
  };
  const details = detailsOf(name, any(state, "input"), object(state, "metadata"));
  return { ...user([result]), ...(details === undefined ? {} : { details }) };
}

/** A call has times of its own: its message begins before the model thinks of it. */
export function callTime(raw: Json, end: "start" | "end"): { readonly time?: IsoTime } {
  const time = timeOf(any(object(object(raw, "state"), "time"), end));
  return time === undefined ? {} : { time };
}

function plainAnswer(name: string, said: string, metadata: Json | undefined): string {
  if (name === "read") return readText(said);
  return name === "task" ? taskText(said, words(metadata, "sessionId")) : said;
}

/** The client's own words to the model. */
export const isAdded = (raw: Json): boolean => flag(raw, "synthetic") || flag(raw, "ignored");

export const added = (raw: Json): EntryBody => ({
  kind: "event",
  event: "notice",
  ...sentBy("context"),
  text: taskText(text(raw, "text") ?? ""),
});

export function eventOf(raw: Json): EntryBody | undefined {
  if (text(raw, "type") === "text" && isAdded(raw)) return added(raw);
  if (text(raw, "type") !== "retry") return undefined;
  const attempt = number(raw, "attempt");
  return {
    kind: "event",
    event: "api-error",
    level: "warning",
    text: words(object(object(raw, "error"), "data"), "message") ?? "The request failed and is made again.",
    ...(attempt === undefined ? {} : { retry: { attempt, of: attempt } }),
  };
}

export function problemOf(error: unknown): EntryBody | undefined {
  const name = words(error, "name") ?? words(error, "type");
  const said = words(object(error, "data"), "message") ?? words(error, "message");
  if (name === undefined && said === undefined) return undefined;
  if (name === "MessageAbortedError" || name === "aborted")
    return { kind: "event", event: "interrupted", text: said ?? "The answer was stopped." };
  return { kind: "event", event: "api-error", level: "error", text: [name, said].filter(Boolean).join(": ") };
}

export function compactionOf(raw: Json): EntryBody {
  const summary = words(raw, "summary");
  const trigger = words(raw, "reason") ?? (flag(raw, "auto") ? "auto" : "manual");
  return { kind: "compaction", trigger, ...(summary === undefined ? {} : { summary }) };
}

/** A command that starts an agent. */
export function subtaskOf(raw: Json): EntryBody {
  const name = words(raw, "command") ?? words(raw, "agent") ?? "task";
  const args = words(raw, "prompt") ?? words(raw, "description") ?? "";
  return { ...user([]), ran: { kind: "command", name: `/${name.replace(/^\//, "")}`, args } };
}

/** Input is without what the cache has; output is without reasoning, ours is with it. */
export function tokensOf(tokens: Json | undefined, usd: number | undefined): Tokens | undefined {
  if (tokens === undefined) return undefined;
  const cache = object(tokens, "cache");
  const reasoning = number(tokens, "reasoning") ?? 0;
  return {
    input: number(tokens, "input") ?? 0,
    output: (number(tokens, "output") ?? 0) + reasoning,
    cacheRead: number(cache, "read") ?? 0,
    cacheWrite5m: number(cache, "write") ?? 0,
    cacheWrite1h: 0,
    ...(reasoning === 0 ? {} : { reasoning }),
    ...countedByClient(usd),
  };
}
