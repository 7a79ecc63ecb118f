// Bytes of a file as code units; what is not quite UTF-8 is left to JavaScript.
import { putCode } from "./memory.ts";

/** How many units there are; less than nothing where the bytes are not UTF-8. */
export function fromUtf8(bytes: usize, size: i32, out: usize): i32 {
  let length = 0;
  let at = 0;
  while (at < size) {
    for (; at + 16 <= size; at += 16) {
      const block = v128.load(bytes + at);
      if (i8x16.bitmask(block) !== 0) break;
      v128.store(out + (length << 1), i16x8.extend_low_i8x16_u(block));
      v128.store(out + (length << 1) + 16, i16x8.extend_high_i8x16_u(block));
      length += 16;
    }
    // To the end of what is not ASCII, one by one.
    const stop = min(size, at + 16);
    while (at < stop) {
      const first: u32 = load<u8>(bytes + at);
      if (first < 0x80) {
        store<u16>(out + (length << 1), <u16>first);
        length++;
        at++;
        continue;
      }
      const follow = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
      if (first < 0xc2 || first > 0xf4 || at + follow >= size) return -1;
      let code: u32 = first & (0x3f >> follow);
      for (let index = at + 1; index <= at + follow; index++) {
        const next: u32 = load<u8>(bytes + index);
        if ((next & 0xc0) !== 0x80) return -1;
        code = (code << 6) | (next & 0x3f);
      }
      if (follow === 2 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) return -1;
      if (follow === 3 && (code < 0x10000 || code > 0x10ffff)) return -1;
      length = putCode(out, length, code);
      at += follow + 1;
    }
  }
  return length;
}
