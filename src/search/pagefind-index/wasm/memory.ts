// Rows of bytes and numbers that grow, and the whole numbers of CBOR.

/** Bytes behind each room that may be read: words are compared by eight. */
const behind: usize = 8;

/** Memory that can be made larger: it may then lie elsewhere, so that `at` is asked again. It may hold anything. */
export class Room {
  at: usize;
  size: usize;

  constructor(size: usize) {
    this.at = heap.alloc(size + behind);
    this.size = size;
  }

  /** At least so many bytes. */
  reserve(bytes: usize): void {
    if (bytes <= this.size) return;
    const larger = max(bytes, this.size << 1);
    this.at = heap.realloc(this.at, larger + behind);
    this.size = larger;
  }
  number(index: i32): i32 {
    return load<i32>(this.at + ((<usize>index) << 2));
  }
  setNumber(index: i32, value: i32): void {
    store<i32>(this.at + ((<usize>index) << 2), value);
  }
}

/** Kinds of CBOR's items. */
export const whole: u32 = 0;
export const negative: u32 = 1 << 5;
export const list: u32 = 4 << 5;
/** Bytes that a number, or the length of a list, needs at most. */
export const headSize: usize = 5;

/** Gives the place behind it. Negative numbers are given as `-1 - number`. */
export function writeHead(at: usize, kind: u32, value: u32): usize {
  if (value < 24) {
    store<u8>(at, <u8>(kind | value));
    return at + 1;
  }
  if (value < 0x100) {
    store<u8>(at, <u8>(kind | 24));
    store<u8>(at, <u8>value, 1);
    return at + 2;
  }
  if (value < 0x10000) {
    store<u8>(at, <u8>(kind | 25));
    store<u16>(at, bswap<u16>(<u16>value), 1);
    return at + 3;
  }
  store<u8>(at, <u8>(kind | 26));
  store<u32>(at, bswap<u32>(value), 1);
  return at + headSize;
}
