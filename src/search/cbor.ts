/** The little of CBOR that Pagefind writes: arrays, texts and whole numbers. */

const major = { number: 0, text: 3, list: 4 } as const;

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

  text(): string {
    const length = this.#head(major.text);
    this.at += length;
    return this.bytes.toString("utf8", this.at - length, this.at);
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

  skip(): void {
    const start = this.at;
    const kind = (this.bytes[start] as number) >> 5;
    const count = this.#head(kind);
    if (kind === major.text) this.at += count;
    else if (kind === major.list) for (let left = count; left > 0; left--) this.skip();
    else if (kind > 1) throw new Error(`Pagefind wrote what is not known here (${this.bytes[start]}).`);
  }

  #head(expected: number): number {
    const first = this.bytes[this.at++] as number;
    const size = first & 31;
    if (first >> 5 !== expected || size > 26) throw new Error(`Pagefind wrote what is not known here (${first}).`);
    if (size < 24) return size;
    const length = size === 24 ? 1 : size === 25 ? 2 : 4;
    this.at += length;
    return this.bytes.readUIntBE(this.at - length, length);
  }
}

function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 0x100) return Buffer.from([(kind << 5) | 24, value]);
  const size = value < 0x10000 ? 2 : 4;
  const bytes = Buffer.alloc(1 + size);
  bytes[0] = (kind << 5) | (size === 2 ? 25 : 26);
  bytes.writeUIntBE(value, 1, size);
  return bytes;
}

export const cborList = (count: number): Buffer => head(major.list, count);
export const cborNumber = (value: number): Buffer => head(major.number, value);

export function cborText(text: string, encoding: "utf8" | "latin1" = "utf8"): Buffer {
  const bytes = Buffer.from(text, encoding);
  return Buffer.concat([head(major.text, bytes.length), bytes]);
}

export type Cbor = string | number | readonly Cbor[];

export function cbor(value: Cbor): Buffer {
  if (typeof value === "string") return cborText(value);
  if (typeof value === "number") return cborNumber(value);
  return Buffer.concat([cborList(value.length), ...value.map(cbor)]);
}
