/** The little of CBOR that Pagefind writes: arrays, texts and whole numbers. */

const major = { number: 0, negative: 1, text: 3, list: 4 } as const;

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
    const first = this.bytes[this.at++] as number;
    const size = first & 31;
    if (first >> 5 !== expected || size > 26) throw new Error(`The index holds what is not known here (${first}).`);
    if (size < 24) return size;
    const length = size === 24 ? 1 : size === 25 ? 2 : 4;
    this.at += length;
    return this.bytes.readUIntBE(this.at - length, length);
  }
}

/** Writes one after the other into a buffer that grows. */
export class CborWriter {
  #bytes: Buffer;
  size = 0;

  constructor(capacity = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  list(count: number): void {
    this.#head(major.list << 5, count);
  }

  /** Also negative. */
  number(value: number): void {
    if (value < 0) this.#head(major.negative << 5, -1 - value);
    else this.#head(major.number << 5, value);
  }

  text(text: string, encoding: "utf8" | "latin1" = "utf8"): void {
    const length = encoding === "latin1" ? text.length : Buffer.byteLength(text);
    this.#head(major.text << 5, length);
    this.#reserve(length);
    this.size += this.#bytes.write(text, this.size, length, encoding);
  }

  /** Bytes that are CBOR already. */
  bytes(bytes: Uint8Array, from = 0, to = bytes.length): void {
    this.#reserve(to - from);
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

  #head(kind: number, value: number): void {
    this.#reserve(5);
    const bytes = this.#bytes;
    if (value < 24) bytes[this.size++] = kind | value;
    else if (value < 0x100) {
      bytes[this.size++] = kind | 24;
      bytes[this.size++] = value;
    } else if (value < 0x10000) {
      bytes[this.size++] = kind | 25;
      bytes[this.size++] = value >> 8;
      bytes[this.size++] = value & 255;
    } else {
      bytes[this.size++] = kind | 26;
      this.size = bytes.writeUInt32BE(value, this.size);
    }
  }

  #reserve(more: number): void {
    if (this.size + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.size + more));
    larger.set(this.view());
    this.#bytes = larger;
  }
}

export type Cbor = string | number | readonly Cbor[];

export function cbor(value: Cbor): Buffer {
  const writer = new CborWriter(1 << 10);
  writer.value(value);
  return writer.view();
}
