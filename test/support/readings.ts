/** What a file of a site says to who looks closely: as it is, unpacked, and with base64 and the index's scripts decoded. */
import { gunzipSync } from "node:zlib";
// @ts-expect-error The client is plain JavaScript for browsers.
import { piecesIn } from "../../templates/assets/search/transport.js";

export function readings(bytes: Buffer): string[] {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  if (bytes.subarray(0, 13).toString() === 'annalsPiece("') {
    const pieces = [...(piecesIn(bytes) as Map<string, Uint8Array>).values()];
    return pieces.map((piece) => gunzipSync(piece).toString("latin1"));
  }
  const text = plain.toString("latin1");
  const inner = [...text.matchAll(/[A-Za-z0-9+/]{200,}={0,2}/g)].map(([chunk]) => {
    const decoded = Buffer.from(chunk, "base64");
    return (decoded[0] === 0x1f && decoded[1] === 0x8b ? gunzipSync(decoded) : decoded).toString("latin1");
  });
  return [text, ...inner];
}
