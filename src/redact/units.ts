/** The code units of a text in a block: read several times as fast as the string, and made without one. */

/** Room that is kept from text to text; what a long one needed is given back. */
const kept = 1 << 20;
/** Long texts get little more than they need: there are some at a time, and all together are most of what is outside of the heap. */
const step = 1 << 16;
const stepsFor = (length: number): number => Math.ceil(length / step) * step;

export class Units {
  codes = new Uint16Array(1 << 10);
  length = 0;
  #bytes = Buffer.from(this.codes.buffer);

  /** Room for so many; what was there is gone. */
  reserve(length: number): Uint16Array {
    if (length > this.codes.length) this.#take(length < step ? 1 << Math.ceil(Math.log2(length)) : stepsFor(length));
    return this.codes;
  }

  fill(text: string): void {
    const { length } = text;
    const codes = this.reserve(length);
    if (length < 48) for (let index = 0; index < length; index++) codes[index] = text.charCodeAt(index);
    else this.#bytes.write(text, 0, "utf16le");
    this.length = length;
  }

  /** The same from UTF-8; `false`, with nothing said about what is there now, where the bytes are not quite that. */
  decode(bytes: Uint8Array): boolean {
    const codes = this.reserve(bytes.length);
    const size = bytes.length;
    let length = 0;
    for (let at = 0; at < size; ) {
      const byte = bytes[at] as number;
      if (byte < 0x80) {
        codes[length++] = byte;
        at++;
        continue;
      }
      const follow = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
      if (byte < 0xc2 || byte > 0xf4 || at + follow >= size) return false;
      let code = byte & (0x3f >> follow);
      for (let index = at + 1; index <= at + follow; index++) {
        const next = bytes[index] as number;
        if ((next & 0xc0) !== 0x80) return false;
        code = (code << 6) | (next & 0x3f);
      }
      if (code > 0xffff) {
        if (code < 0x10000 || code > 0x10ffff) return false;
        codes[length++] = 0xd800 + ((code - 0x10000) >> 10);
        codes[length++] = 0xdc00 + ((code - 0x10000) & 0x3ff);
      } else {
        if ((follow === 2 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) || follow === 3) return false;
        codes[length++] = code;
      }
      at += follow + 1;
    }
    this.length = length;
    return true;
  }

  text(start = 0, end = this.length): string {
    return this.#bytes.toString("utf16le", start * 2, end * 2);
  }

  shrink(): void {
    if (this.codes.length > kept) this.#take(kept);
  }

  #take(length: number): void {
    this.codes = new Uint16Array(length);
    this.#bytes = Buffer.from(this.codes.buffer);
  }
}
