/** Pieces of Pagefind's index: zipped, behind a signature. */
import { gunzipSync, gzipSync } from "node:zlib";

export interface IndexFile {
  /** Below the index's folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

const signature = Buffer.from("pagefind_dcd");

export function raw(file: IndexFile | undefined): Buffer {
  const bytes = file === undefined ? Buffer.alloc(0) : gunzipSync(file.content);
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error("Pagefind gave a piece that is none.");
  return bytes.subarray(signature.length);
}

export const zipped = (bytes: Uint8Array): Buffer => gzipSync(Buffer.concat([signature, bytes]));
