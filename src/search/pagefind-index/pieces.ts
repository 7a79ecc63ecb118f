/** Pieces of Pagefind's index: zipped, behind a signature. */
import { gzipSync } from "node:zlib";

export interface IndexFile {
  /** Below the index's folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

const signature = Buffer.from("pagefind_dcd");

export const zipped = (bytes: Uint8Array): Buffer => gzipSync(Buffer.concat([signature, bytes]));
