/** The parts of a message's `content`: a string, or a list of typed blocks. */
import type { Ended, IsoTime, ToolUseId } from "../../model/session.ts";
import { any, flag, type Json, object, record, text, words } from "../fields.ts";

export type ContentBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string; readonly isRedacted: boolean }
  | UseBlock
  /** The model declined; another one went on from here. */
  | { readonly kind: "fallback"; readonly from: string; readonly to: string; readonly raw: unknown }
  | ResultBlock
  | MediaBlock
  | PlanBlock
  | { readonly kind: "unknown"; readonly type: string; readonly raw: unknown };

export interface UseBlock {
  readonly kind: "use";
  readonly id: ToolUseId;
  readonly name: string;
  readonly input: unknown;
  /** What made the call, where it was not the model itself. */
  readonly caller?: string;
  /** The call of ours that means the same, where another agent wrote it: its name, and the input as that tool has it. */
  readonly as?: { readonly name: string; readonly input: unknown };
  /** When it was made, where that is not the time of its line. */
  readonly time?: IsoTime;
}

export interface ResultBlock {
  readonly kind: "result";
  readonly id: ToolUseId;
  readonly isError: boolean;
  readonly text: string;
  readonly media: readonly MediaBlock[];
  /** What is neither text nor media, e.g. `tool_reference`. */
  readonly parts: readonly unknown[];
  /** How the call ended, where the agent says so in a way of its own; else it is read from the text. */
  readonly ended?: Pick<Ended, "state" | "reason" | "feedback">;
}

/** A plan that was proposed without a call: in the answer itself, or in a file beside the log. */
export interface PlanBlock {
  readonly kind: "plan";
  readonly text: string;
  readonly origin: "proposed-plan" | "plan-file";
  readonly file?: string;
}

export interface MediaBlock {
  readonly kind: "image" | "document";
  readonly mediaType: string;
  /** Base64, or plain text where `encoding` says so. */
  readonly data: string;
  readonly encoding: "base64" | "text" | "link";
  readonly name?: string;
}

export function contentBlocks(content: unknown): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  if (Array.isArray(content)) return content.map(contentBlock);
  const single = record(content);
  return single === undefined ? [] : [contentBlock(single)];
}

function contentBlock(raw: unknown): ContentBlock {
  if (typeof raw === "string") return { kind: "text", text: raw };
  const type = text(raw, "type") ?? "";
  const read = Object.hasOwn(blocks, type) ? blocks[type] : undefined;
  const block = record(raw);
  return (block === undefined ? undefined : read?.(block)) ?? { kind: "unknown", type: type || typeof raw, raw };
}

const blocks: Readonly<Record<string, (raw: Json) => ContentBlock | undefined>> = {
  text: (raw) => {
    const said = text(raw, "text");
    return said === undefined ? undefined : { kind: "text", text: said };
  },
  thinking: (raw) => ({ kind: "thinking", text: text(raw, "thinking") ?? "", isRedacted: false }),
  redacted_thinking: () => ({ kind: "thinking", text: "", isRedacted: true }),
  tool_use: use,
  // The API's own tools (web search, code execution) run on the server and look the same.
  server_tool_use: use,
  mcp_tool_use: use,
  tool_result: result,
  web_search_tool_result: result,
  mcp_tool_result: result,
  image: mediaBlock,
  document: mediaBlock,
  fallback: (raw) => {
    const from = words(object(raw, "from"), "model");
    const to = words(object(raw, "to"), "model");
    return from === undefined || to === undefined ? undefined : { kind: "fallback", from, to, raw };
  },
};

function use(raw: Json): ContentBlock | undefined {
  const id = text(raw, "id");
  const name = text(raw, "name");
  if (id === undefined || name === undefined) return undefined;
  const caller = callerOf(object(raw, "caller"));
  const use = { kind: "use", id: id as ToolUseId, name, input: any(raw, "input") } as const;
  return caller === undefined ? use : { ...use, caller };
}

/** `{"type":"direct"}` is the model; code that it runs may call tools too: `{"type":"code_execution_20260120","tool_id":"toolu_1"}`. */
function callerOf(caller: Json | undefined): string | undefined {
  const type = words(caller, "type");
  if (type === undefined || type === "direct") return undefined;
  return [type, words(caller, "tool_id")].filter(Boolean).join(" ");
}

function result(raw: Json): ContentBlock | undefined {
  const id = text(raw, "tool_use_id");
  if (id === undefined) return undefined;
  const isError = flag(raw, "is_error");
  const content = any(raw, "content");
  if (typeof content === "string")
    return { kind: "result", id: id as ToolUseId, isError, text: content, media: [], parts: [] };
  const texts: string[] = [];
  const media: MediaBlock[] = [];
  const parts: unknown[] = [];
  for (const block of contentBlocks(content)) {
    if (block.kind === "text") texts.push(block.text);
    else if (block.kind === "image" || block.kind === "document") media.push(block);
    else parts.push(block.kind === "unknown" ? block.raw : block);
  }
  return { kind: "result", id: id as ToolUseId, isError, text: texts.join("\n"), media, parts };
}

function mediaBlock(raw: Json): MediaBlock | undefined {
  const kind = text(raw, "type") === "document" ? "document" : "image";
  const source = object(raw, "source") ?? raw;
  const name = text(raw, "title") ?? text(raw, "name");
  const named = name === undefined ? {} : { name };
  const mediaType = text(source, "media_type") ?? "application/octet-stream";
  const data = text(source, "data");
  if (data !== undefined)
    return { kind, mediaType, data, encoding: text(source, "type") === "text" ? "text" : "base64", ...named };
  const link = text(source, "url") ?? text(source, "path") ?? text(source, "file_id");
  return link === undefined ? undefined : { kind, mediaType, data: link, encoding: "link", ...named };
}

/** All text of some blocks, for looking at, not for showing. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n");
}

/** A line of a person or an agent without any is not as we know it. */
export function isContent(content: unknown): boolean {
  return typeof content === "string" || (typeof content === "object" && content !== null);
}

export function messageContent(raw: Json): unknown {
  const message = object(raw, "message");
  return message === undefined ? any(raw, "message") : any(message, "content");
}
