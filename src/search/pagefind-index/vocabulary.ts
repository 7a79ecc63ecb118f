/**
 * Words by number. They are told apart by their bytes: a string for every word of a text would cost more than the rest
 * of the index.
 */
export class Vocabulary {
  /** How many words there are. */
  size = 0;
  /** The bytes of all words, one after the other. */
  bytes = Buffer.allocUnsafe(1 << 16);
  /** Where each ends. */
  ends = new Int32Array(1 << 12);
  hashes = new Int32Array(1 << 12);
  #used = 0;
  /** Numbers by hash, plus one; at most half full. */
  #slots = new Int32Array(1 << 13);

  start(number: number): number {
    return number === 0 ? 0 : (this.ends[number - 1] as number);
  }

  text(number: number): string {
    return this.bytes.toString("utf8", this.start(number), this.ends[number]);
  }

  /** The number of these bytes, whose `hashOf` is `hash`; a new one where they were not there yet. */
  number(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let found = slots[slot] as number; found !== 0; found = slots[slot] as number) {
      if (this.hashes[found - 1] === hash && this.#isWord(found - 1, bytes, start, end)) return found - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes, start, end, hash, slot);
  }

  #isWord(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.start(number);
    if ((this.ends[number] as number) - from !== end - start) return false;
    const known = this.bytes;
    for (let at = start, other = from; at < end; at++, other++) if (bytes[at] !== known[other]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const number = this.size++;
    if (this.#used + end - start > this.bytes.length) {
      const larger = Buffer.allocUnsafe(this.bytes.length * 2 + end - start);
      larger.set(this.bytes.subarray(0, this.#used));
      this.bytes = larger;
    }
    const known = this.bytes;
    for (let at = start, to = this.#used; at < end; at++, to++) known[to] = bytes[at] as number;
    this.#used += end - start;
    if (number === this.ends.length) {
      this.ends = longer(this.ends);
      this.hashes = longer(this.hashes);
    }
    this.ends[number] = this.#used;
    this.hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.size * 2 > this.#slots.length) this.#spread();
    return number;
  }

  #spread(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      const hash = this.hashes[number] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** FNV-1a, which can be made while bytes are read: `(hash ^ byte) * hashFactor`, beginning here. */
export const hashStart = 0x811c9dc5 | 0;
export const hashFactor = 0x01000193;

export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = hashStart;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), hashFactor);
  return hash;
}

/** Twice as long, with the same numbers first. */
export function longer<Numbers extends Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(numbers: Numbers): Numbers {
  const twice = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  twice.set(numbers);
  return twice;
}
