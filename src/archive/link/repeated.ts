/** Tells of very many texts which cannot be there twice, by a few bits for each, so that only the others need a table. */
const mostBits = 24;
const leastBits = 12;

export class Repeated {
  readonly #once: Uint8Array;
  readonly #twice: Uint8Array;
  readonly #mask: number;

  /** `size` is about how many characters they have together: archives of a few sessions are asked about very often. */
  constructor(size: number) {
    const bits = Math.min(mostBits, Math.max(leastBits, Math.ceil(Math.log2(size * 8 + 1))));
    this.#once = new Uint8Array(2 ** bits / 8);
    this.#twice = new Uint8Array(2 ** bits / 8);
    this.#mask = 2 ** bits - 1;
  }

  note(text: string): void {
    const hash = hashOf(text) & this.#mask;
    const [byte, bit] = [hash >>> 3, 1 << (hash & 7)];
    const seen = (this.#once[byte] as number) & bit;
    const table = seen === 0 ? this.#once : this.#twice;
    table[byte] = (table[byte] as number) | bit;
  }

  /** Never wrong where it says no. */
  mayHave(text: string): boolean {
    const hash = hashOf(text) & this.#mask;
    return ((this.#twice[hash >>> 3] as number) & (1 << (hash & 7))) !== 0;
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
