/** Pieces of other archives' indexes, unpacked within bounds. */
import { gunzipSync } from "node:zlib";

const signature = "pagefind_dcd";
const mostBytes = 1 << 28;

export function unzippedPiece(piece: Uint8Array): Uint8Array {
  const whole = gunzipSync(piece, { maxOutputLength: mostBytes });
  if (whole.toString("latin1", 0, signature.length) !== signature) throw new Error("no piece of an index");
  return whole.subarray(signature.length);
}
