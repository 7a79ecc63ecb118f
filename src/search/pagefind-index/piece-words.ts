/** The words of a piece of an index that somebody else may have written: they are read, what they lead to is passed over. */
import { gunzipSync } from "node:zlib";
import { signature } from "./pieces.ts";

/** Many times as much as a piece of ours has. */
const mostBytes = 1 << 28;
const deepest = 12;

/** Throws where it is no piece of an index. */
export function wordsOfPiece(piece: Uint8Array): readonly string[] {
  const whole = gunzipSync(piece, { maxOutputLength: mostBytes });
  if (!whole.subarray(0, signature.length).equals(signature)) throw new Error("no piece of an index");
  const reader = new Reader(whole, signature.length);
  if (reader.list() < 1) return [];
  const words: string[] = [];
  for (let left = reader.list(); left > 0; left--) {
    const fields = reader.list();
    if (fields < 1) throw new Error("a word without a name");
    words.push(reader.text());
    for (let rest = fields - 1; rest > 0; rest--) reader.skip();
  }
  return words;
}

/** Lists, texts and whole numbers (CBOR), and nothing beyond the end. */
class Reader {
  readonly #bytes: Buffer;
  #at: number;
  #kind = 0;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  list(): number {
    const size = this.#head();
    if (this.#kind !== 4) throw new Error("no list where one should be");
    return size;
  }

  text(): string {
    const size = this.#head();
    if (this.#kind !== 3) throw new Error("no text where one should be");
    const text = this.#bytes.toString("utf8", this.#at, this.#at + size);
    this.#move(size);
    return text;
  }

  skip(depth = 0): void {
    const size = this.#head();
    if (this.#kind === 3) this.#move(size);
    if (this.#kind !== 4) return;
    if (depth > deepest) throw new Error("too deep");
    for (let left = size; left > 0; left--) this.skip(depth + 1);
  }

  #head(): number {
    const first = this.#bytes[this.#at] ?? -1;
    if (first < 0) throw new Error("cut off");
    this.#kind = first >> 5;
    const short = first & 31;
    this.#at++;
    if (short < 24) return short;
    const length = 1 << (short - 24);
    if (length > 4 || this.#at + length > this.#bytes.length) throw new Error("cut off");
    const size = this.#bytes.readUIntBE(this.#at, length);
    this.#at += length;
    return size;
  }

  #move(size: number): void {
    this.#at += size;
    if (this.#at > this.#bytes.length) throw new Error("cut off");
  }
}
