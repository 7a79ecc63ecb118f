/** Tells of very many texts which cannot be there twice, by a few bits for each, so that only the others need a table. */
const bits = 24;

export class Repeated {
  readonly #once = new Uint8Array(2 ** bits / 8);
  readonly #twice = new Uint8Array(2 ** bits / 8);

  note(text: string): void {
    const hash = hashOf(text);
    const [byte, bit] = [hash >>> 3, 1 << (hash & 7)];
    const seen = (this.#once[byte] as number) & bit;
    const table = seen === 0 ? this.#once : this.#twice;
    table[byte] = (table[byte] as number) | bit;
  }

  /** Never wrong where it says no. */
  mayHave(text: string): boolean {
    const hash = hashOf(text);
    return ((this.#twice[hash >>> 3] as number) & (1 << (hash & 7))) !== 0;
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (2 ** bits - 1);
}
