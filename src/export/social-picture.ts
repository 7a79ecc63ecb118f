/**
 * The picture that goes with a link to the archive: its weeks as strokes, like the strip of a session. A PNG, since what
 * shows links takes no SVG; drawn of counts alone, so that no word of a log can be in it.
 */
import { deflateSync } from "node:zlib";

const width = 1200;
const height = 630;
const paper = 0;
const ink = 1;
const accent = 2;
/** Paper, ink, accent. */
const palette = Buffer.from([0xfd, 0xfc, 0xfa, 0x1c, 0x1a, 0x17, 0x27, 0x49, 0x9c]);

/** `weeks` are sessions of each week, oldest first. */
export function socialPicture(weeks: readonly number[]): Buffer {
  const pixels = new Uint8Array(width * height).fill(paper);
  const box = (left: number, top: number, right: number, bottom: number, color: number): void => {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
      pixels.fill(color, y * width + Math.max(0, left), y * width + Math.min(width, right));
  };
  const [left, right, base, room] = [100, width - 100, 500, 340];
  const shown = weeks.slice(-100);
  const most = Math.max(1, ...shown);
  const pitch = (right - left) / Math.max(26, shown.length);
  const stroke = Math.max(3, Math.round(pitch * 0.45));
  box(left, base, right, base + 4, ink);
  shown.forEach((sessions, at) => {
    if (sessions === 0) return;
    const x = Math.round(right - (shown.length - at - 0.5) * pitch);
    const tall = Math.max(14, Math.round((Math.sqrt(sessions) / Math.sqrt(most)) * room));
    box(x, base - tall, x + stroke, base, at === shown.length - 1 ? accent : ink);
  });
  return png(pixels);
}

function png(pixels: Uint8Array): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each pixel, which is a number of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(checksum(named), named.length + 4);
  return framed;
}

/** The checksum of PNG; `zlib.crc32` is younger than the oldest Node that we run in. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
