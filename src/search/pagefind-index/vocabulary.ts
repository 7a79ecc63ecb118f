/**
 * The words of texts, each by its number. They are told apart by their bytes: a string for every word of a text would
 * cost more than the rest of the index.
 */
const space = 32;
const tab = 9;
const carriageReturn = 13;

/** What else Unicode calls a space; one without width parts no words and is none. */
const rareSpace = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const noSpace = /\u200b/g;
const anyRare = /[\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000]/;

export class Vocabulary {
  /** How many words there are. */
  size = 0;
  /** The bytes of all words, one after the other. */
  #bytes = Buffer.allocUnsafe(1 << 18);
  #used = 0;
  #ends = new Int32Array(1 << 14);
  #hashes = new Int32Array(1 << 14);
  /** Numbers by hash, plus one; at most half full. */
  #slots = new Int32Array(1 << 15);
  #text = Buffer.allocUnsafe(1 << 16);

  /** Tells each word of the text, in order. */
  read(text: string, visit: (word: number) => void): void {
    const plain = anyRare.test(text) ? text.replace(rareSpace, " ").replace(noSpace, "") : text;
    const bytes = this.#write(plain);
    let hash = 0;
    let start = -1;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte > space || byte < tab || (byte > carriageReturn && byte < space)) {
        if (start === -1) {
          start = at;
          hash = 0x811c9dc5 | 0;
        }
        hash = Math.imul(hash ^ byte, 0x01000193);
      } else if (start !== -1) {
        visit(this.#number(bytes, start, at, hash));
        start = -1;
      }
    }
    if (start !== -1) visit(this.#number(bytes, start, bytes.length, hash));
  }

  word(number: number): string {
    return this.#bytes.toString("utf8", this.#start(number), this.#ends[number]);
  }

  /** Appends a word's bytes; returns where they end. */
  copy(number: number, to: Buffer, at: number): number {
    return at + this.#bytes.copy(to, at, this.#start(number), this.#ends[number]);
  }

  length(number: number): number {
    return (this.#ends[number] as number) - this.#start(number);
  }

  #start(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] as number);
  }

  #write(text: string): Buffer {
    if (this.#text.length < text.length * 3) this.#text = Buffer.allocUnsafe(text.length * 4);
    return this.#text.subarray(0, this.#text.write(text));
  }

  #number(bytes: Buffer, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let found = this.#slots[slot] as number; found !== 0; found = this.#slots[slot] as number) {
      if (this.#hashes[found - 1] === hash && this.#isWord(found - 1, bytes, start, end)) return found - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes, start, end, hash, slot);
  }

  #isWord(number: number, bytes: Buffer, start: number, end: number): boolean {
    const from = this.#start(number);
    if ((this.#ends[number] as number) - from !== end - start) return false;
    const known = this.#bytes;
    for (let at = start, other = from; at < end; at++, other++) if (bytes[at] !== known[other]) return false;
    return true;
  }

  #add(bytes: Buffer, start: number, end: number, hash: number, slot: number): number {
    const number = this.size++;
    if (this.#used + end - start > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#bytes.length * 2 + end - start);
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    this.#used += bytes.copy(this.#bytes, this.#used, start, end);
    if (number === this.#ends.length) {
      this.#ends = longer(this.#ends);
      this.#hashes = longer(this.#hashes);
    }
    this.#ends[number] = this.#used;
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.size * 2 > this.#slots.length) this.#spread();
    return number;
  }

  #spread(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      const hash = this.#hashes[number] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Twice as long, with the same numbers first. */
export function longer(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}
