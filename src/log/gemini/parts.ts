/** `content` of a record: a text, a part, or a list of parts as Google's API has them. */
import type { MediaBlock } from "../entries/content.ts";
import { any, flag, type Json, object, record, text, words } from "../fields.ts";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thought"; readonly text: string }
  | { readonly kind: "call"; readonly id: string | undefined; readonly name: string; readonly args: unknown }
  | { readonly kind: "response"; readonly id: string | undefined; readonly response: Json; readonly raw: unknown }
  | MediaBlock
  | { readonly kind: "unknown"; readonly type: string; readonly raw: unknown };

export function partsOf(content: unknown): readonly Part[] {
  if (content === undefined || content === null || content === "") return [];
  return Array.isArray(content) ? content.map(partOf) : [partOf(content)];
}

function partOf(raw: unknown): Part {
  if (typeof raw === "string") return { kind: "text", text: raw };
  const said = text(raw, "text");
  if (said !== undefined) return { kind: flag(raw, "thought") ? "thought" : "text", text: said };
  const call = object(raw, "functionCall");
  const name = words(call, "name");
  if (call !== undefined && name !== undefined)
    return { kind: "call", id: words(call, "id"), name, args: any(call, "args") };
  const response = object(raw, "functionResponse");
  if (response !== undefined) return { kind: "response", id: words(response, "id"), response, raw };
  const type = Object.keys(record(raw) ?? {})[0] ?? typeof raw;
  return media(raw) ?? { kind: "unknown", type, raw };
}

function media(raw: unknown): MediaBlock | undefined {
  const inline = object(raw, "inlineData");
  const source = inline ?? object(raw, "fileData");
  const data = text(source, inline === undefined ? "fileUri" : "data");
  if (data === undefined) return undefined;
  const mediaType = words(source, "mimeType") ?? "application/octet-stream";
  const name = words(source, "displayName");
  return {
    kind: mediaType.startsWith("image/") ? "image" : "document",
    mediaType,
    data,
    encoding: inline === undefined ? "link" : "base64",
    ...(name === undefined ? {} : { name }),
  };
}

/** All of its words, without thoughts. */
export function wordsOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
}
