/** Images and documents become files named by their content; a page never holds their bytes. */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { MediaBlock } from "../log/entries/content.ts";
import { text, words } from "../log/fields.ts";
import type { Block, Media } from "../model/session.ts";
import { once } from "./once.ts";
import type { Said } from "./user-parts.ts";

/** Bytes by file name, while a session is open. */
export type MediaStore = Map<string, Uint8Array>;

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/plain": "txt",
  "text/markdown": "txt",
};

/** What a person or an agent put into a message. */
export function saidBlock(said: Said, store: MediaStore | undefined): Block {
  if (said.kind === "text") return { kind: "text", markdown: said.text };
  return said.kind === "unknown" ? { kind: "unknown", type: said.type, raw: said.raw } : media(said, store);
}

export function media(block: MediaBlock, store: MediaStore | undefined): Media | Extract<Block, { kind: "unknown" }> {
  if (block.encoding === "link")
    return { kind: "unknown", type: block.kind, raw: { mediaType: block.mediaType, source: block.data } };
  const bytes = Buffer.from(block.data, block.encoding === "text" ? "utf8" : "base64");
  const mediaType = block.mediaType.toLowerCase();
  const extension = Object.hasOwn(extensions, mediaType) ? extensions[mediaType] : "bin";
  const file = `${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}.${extension}`;
  store?.set(file, bytes);
  return {
    kind: block.kind,
    mediaType: block.mediaType,
    file,
    bytes: bytes.length,
    ...(block.name === undefined ? {} : { name: block.name }),
    // Who keeps no pictures only looks for words.
    ...(block.kind === "image" && store !== undefined ? dimensions(bytes) : {}),
  };
}

/** Where a picture or a document lies that the log only names; `undefined` for whatever else is not known. */
export function placeElsewhere({ type, raw }: { readonly type: string; readonly raw: unknown }): string | undefined {
  const isNamed = (type === "image" || type === "document") && text(raw, "mediaType") !== undefined;
  return isNamed ? words(raw, "source") : undefined;
}

/** Loaded with the first picture: most logs have none, and it is two dozen files. */
const imageSize = once(() => {
  const library: typeof import("image-size") = createRequire(import.meta.url)("image-size");
  return library.imageSize;
});

function dimensions(bytes: Uint8Array): { width?: number; height?: number } {
  try {
    const { width, height } = imageSize()(bytes);
    return width > 0 && height > 0 ? { width, height } : {};
  } catch {
    return {};
  }
}
