/** The little of CBOR that Pagefind writes: arrays, texts and whole numbers. */

const major = { number: 0, negative: 1, text: 3, list: 4 } as const;
export const kinds = { number: 0, negative: 1 << 5, text: 3 << 5, list: 4 << 5 } as const;

/** Bytes that a number, or the length of a text or list, needs at most. */
export const headSize = 5;

/** Gives the place behind it. Negative numbers are given as `-1 - number`. */
export function writeHead(bytes: Uint8Array, at: number, kind: number, value: number): number {
  if (value < 24) {
    bytes[at] = kind | value;
    return at + 1;
  }
  if (value < 0x100) {
    bytes[at] = kind | 24;
    bytes[at + 1] = value;
    return at + 2;
  }
  if (value < 0x10000) {
    bytes[at] = kind | 25;
    bytes[at + 1] = value >> 8;
    bytes[at + 2] = value & 255;
    return at + 3;
  }
  bytes[at] = kind | 26;
  bytes[at + 1] = value >>> 24;
  bytes[at + 2] = (value >>> 16) & 255;
  bytes[at + 3] = (value >>> 8) & 255;
  bytes[at + 4] = value & 255;
  return at + headSize;
}

/** Reads one after the other; numbers inside a list that is skipped are not even made. */
export class CborReader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** How many items follow. */
  list(): number {
    return this.#head(major.list);
  }

  number(): number {
    return this.#head(major.number);
  }

  /** What `CborWriter.fixed` wrote. */
  fixed(): number {
    const { bytes, at } = this;
    this.at = at + 4;
    return fourBytes(bytes, at);
  }

  /** Bytes of the text as characters: they sort as Pagefind's words do. */
  textBytes(): string {
    const length = this.#head(major.text);
    this.at += length;
    return this.bytes.toString("latin1", this.at - length, this.at);
  }

  /** Of whole numbers, also negative ones. */
  skipNumbers(): void {
    const { bytes } = this;
    let left = this.list();
    let at = this.at;
    while (left-- > 0) {
      const size = (bytes[at] as number) & 31;
      at += size < 24 ? 1 : size === 24 ? 2 : size === 25 ? 3 : 5;
    }
    this.at = at;
  }

  #head(expected: number): number {
    const { bytes, at } = this;
    const first = bytes[at] as number;
    const size = first & 31;
    if (first >> 5 !== expected || size > 26) throw new Error(`The index holds what is not known here (${first}).`);
    if (size < 24) {
      this.at = at + 1;
      return size;
    }
    if (size === 24) {
      this.at = at + 2;
      return bytes[at + 1] as number;
    }
    if (size === 25) {
      this.at = at + 3;
      return ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
    }
    this.at = at + headSize;
    return fourBytes(bytes, at + 1) >>> 0;
  }
}

const fourBytes = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) << 24) |
  ((bytes[at + 1] as number) << 16) |
  ((bytes[at + 2] as number) << 8) |
  (bytes[at + 3] as number);

/** Writes one after the other into a buffer that grows. */
export class CborWriter {
  #bytes: Buffer;
  size = 0;

  constructor(capacity = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  list(count: number): void {
    this.#head(kinds.list, count);
  }

  /** Also negative. */
  number(value: number): void {
    if (value < 0) this.#head(kinds.negative, -1 - value);
    else this.#head(kinds.number, value);
  }

  text(text: string, encoding: "utf8" | "latin1" = "utf8"): void {
    const length = encoding === "latin1" ? text.length : Buffer.byteLength(text);
    this.#head(kinds.text, length);
    this.reserve(length);
    this.size += this.#bytes.write(text, this.size, length, encoding);
  }

  /** Bytes that are CBOR already. */
  bytes(bytes: Uint8Array, from = 0, to = bytes.length): void {
    this.reserve(to - from);
    const target = this.#bytes;
    // Most are short: a call into the engine costs more than the copying.
    if (to - from < 64) for (let at = from, into = this.size; at < to; at++, into++) target[into] = bytes[at] as number;
    else target.set(bytes.subarray(from, to), this.size);
    this.size += to - from;
  }

  value(value: Cbor): void {
    if (typeof value === "string") this.text(value);
    else if (typeof value === "number") this.number(value);
    else {
      this.list(value.length);
      for (const each of value) this.value(each);
    }
  }

  /** What was written so far; the next write may go over it once `clear` was called. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.size);
  }

  clear(): void {
    this.size = 0;
  }

  /** Four bytes, highest first. */
  fixed(value: number): void {
    this.reserve(4);
    this.size = this.#bytes.writeInt32BE(value, this.size);
  }

  /** Room for so many bytes from `size` on: whoever writes there says by `size` where they end. */
  reserve(more: number): Buffer {
    if (this.size + more <= this.#bytes.length) return this.#bytes;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.size + more));
    larger.set(this.view());
    this.#bytes = larger;
    return larger;
  }

  #head(kind: number, value: number): void {
    this.size = writeHead(this.reserve(headSize), this.size, kind, value);
  }
}

export type Cbor = string | number | readonly Cbor[];

export function cbor(value: Cbor): Buffer {
  const writer = new CborWriter(1 << 10);
  writer.value(value);
  return writer.view();
}
