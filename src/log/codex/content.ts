/** The parts of a message: texts, pictures, and what is neither. */

import type { ContentBlock, MediaBlock } from "../entries/content.ts";
import { any, type Json, record, text } from "../fields.ts";

/** `[{"type":"output_text","text":"…"},{"type":"input_image","image_url":"data:image/png;base64,…"}]`; also a string. */
export function parts(content: unknown): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  const found: ContentBlock[] = [];
  if (Array.isArray(content)) for (const each of content) addPart(found, each);
  else if (record(content) !== undefined) addPart(found, content);
  return found;
}

/** Nearly all parts; others are told by what their type has in it. */
const texts = new Set(["input_text", "output_text", "summary_text", "text"]);

function addPart(found: ContentBlock[], raw: unknown): void {
  const block = record(raw);
  if (block === undefined) {
    if (typeof raw !== "string" && raw !== null) found.push({ kind: "unknown", type: typeof raw, raw });
    else if (typeof raw === "string" && raw !== "") found.push({ kind: "text", text: raw });
    return;
  }
  const type = text(block, "type") ?? "";
  const said = text(block, "text");
  if (said !== undefined && (texts.has(type) || !/image|audio/i.test(type))) {
    if (said !== "") found.push({ kind: "text", text: said });
  } else if (/image/i.test(type)) found.push(...picture(block));
  // One quiet mark for what only the server can read.
  else if (/encrypted/i.test(type)) found.push({ kind: "thinking", text: "", isRedacted: true });
  else found.push({ kind: "unknown", type: type === "" ? "object" : type, raw });
}

/** Hand-made logs have `"image_url":null`: no picture. */
function picture(block: Json): readonly ContentBlock[] {
  const url = any(block, "image_url") ?? any(block, "url") ?? any(block, "data") ?? any(block, "path");
  const link = typeof url === "string" ? url : text(url, "url");
  if (link === undefined || link === "") return [];
  const mediaType = text(block, "mimeType");
  return [mediaType === undefined ? image(link) : { kind: "image", mediaType, data: link, encoding: "base64" }];
}

const dataUrl = /^data:([a-z0-9.+/-]+)?(?:;[a-z0-9=-]+)*;base64,/i;

/** A data URL holds the picture; any other address or path names it. */
export function image(link: string): MediaBlock {
  const found = dataUrl.exec(link);
  if (found === null) return { kind: "image", mediaType: "image/*", data: link, encoding: "link" };
  return { kind: "image", mediaType: found[1] ?? "image/png", data: link.slice(found[0].length), encoding: "base64" };
}

export const isMedia = (block: ContentBlock): block is MediaBlock =>
  block.kind === "image" || block.kind === "document";

export function textsIn(blocks: readonly ContentBlock[]): readonly string[] {
  const found: string[] = [];
  for (const block of blocks) if (block.kind === "text") found.push(block.text);
  return found;
}
