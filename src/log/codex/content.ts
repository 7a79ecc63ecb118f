/** The parts of a message: texts, pictures, and what is neither. */

import type { ContentBlock, MediaBlock } from "../entries/content.ts";
import { any, type Json, record, text } from "../fields.ts";

/** `[{"type":"output_text","text":"…"},{"type":"input_image","image_url":"data:image/png;base64,…"}]`; also a string. */
export function parts(content: unknown): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  if (Array.isArray(content)) return content.flatMap(part);
  const single = record(content);
  return single === undefined ? [] : part(single);
}

function part(raw: unknown): readonly ContentBlock[] {
  if (typeof raw === "string") return raw === "" ? [] : [{ kind: "text", text: raw }];
  const block = record(raw);
  if (block === undefined) return raw === null ? [] : [{ kind: "unknown", type: typeof raw, raw }];
  const type = text(block, "type") ?? "";
  const said = text(block, "text");
  if (said !== undefined && !/image|audio/i.test(type)) return said === "" ? [] : [{ kind: "text", text: said }];
  if (/image/i.test(type)) return picture(block);
  // One quiet mark for what only the server can read.
  if (/encrypted/i.test(type)) return [{ kind: "thinking", text: "", isRedacted: true }];
  return [{ kind: "unknown", type: type === "" ? "object" : type, raw }];
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
  return blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []));
}
