/** Pieces of Pagefind's index: zipped, behind a signature. */
import { gunzipSync, gzipSync } from "node:zlib";

export interface IndexFile {
  /** Below the index's folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** What every piece begins with. */
export const signature = Buffer.from("pagefind_dcd");

export const zipped = (bytes: Uint8Array): Buffer => gzipSync(Buffer.concat([signature, bytes]));

export const unzipped = (piece: Uint8Array): Buffer => gunzipSync(piece).subarray(signature.length);
