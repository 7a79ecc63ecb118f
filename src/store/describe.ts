/** What the bytes of a file say: their hash, and the first and last time of its lines. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { openPacked } from "../system/packed-file.ts";
import type { Version } from "./manifest.ts";

const chunkBytes = 1 << 20;

/** A version by its packed file; `undefined` where that is none of ours. */
export function describeVersion(path: string, number: number): Version | undefined {
  const packed = openPacked(path);
  if (packed === undefined) return undefined;
  try {
    const hash = createHash("sha256");
    const times = new Times();
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let at = 0; at < packed.size; ) {
      const got = packed.read(chunk, 0, chunkBytes, at);
      if (got === 0) break;
      hash.update(chunk.subarray(0, got));
      times.see(chunk.subarray(0, got));
      at += got;
    }
    return {
      number,
      size: packed.size,
      hash: hash.digest("base64url"),
      blocks: packed.blocks,
      packed: statSync(path).size,
      ...times.span,
      ...(packed.damaged() === 0 ? {} : { isDamaged: true as const }),
    };
  } finally {
    packed.close();
  }
}

const timestamp = /"timestamp":\s?"(\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)"/g;
/** Lines tell their time near their ends; of much text only what stands at both ends is looked at. */
const endBytes = 1 << 16;

/** The first and the last time in what is seen, from its beginning on. */
export class Times {
  #from: string | undefined;
  #to: string | undefined;

  constructor(known: Pick<Version, "from" | "to"> = {}) {
    this.#from = known.from;
    this.#to = known.to;
  }

  see(bytes: Buffer): void {
    if (this.#from === undefined) this.#from = copied(timesIn(bytes.subarray(0, endBytes))[0] ?? timesIn(bytes)[0]);
    this.#to = copied(timesIn(bytes.subarray(-endBytes)).at(-1) ?? timesIn(bytes).at(-1)) ?? this.#to;
  }

  get span(): Pick<Version, "from" | "to"> {
    return {
      ...(this.#from === undefined ? {} : { from: this.#from }),
      ...(this.#to === undefined ? {} : { to: this.#to }),
    };
  }
}

/** A time cut out of a text keeps all of the text in memory; a copy does not. */
const copied = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : Buffer.from(time, "latin1").toString("latin1");

function timesIn(bytes: Buffer): readonly string[] {
  return [...bytes.toString("latin1").matchAll(timestamp)].flatMap(([, time]) => time ?? []);
}
