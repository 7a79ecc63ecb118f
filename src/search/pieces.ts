/** Pieces of Pagefind's index: zipped, behind a signature. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { IndexFile } from "./pagefind.ts";

const signature = Buffer.from("pagefind_dcd");

export function raw(file: IndexFile | undefined): Buffer {
  const bytes = file === undefined ? Buffer.alloc(0) : gunzipSync(file.content);
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error("Pagefind gave a piece that is none.");
  return bytes.subarray(signature.length);
}

export const zipped = (bytes: Buffer): Buffer => gzipSync(Buffer.concat([signature, bytes]));
