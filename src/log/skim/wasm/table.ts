// The table of a line: what the host reads. Texts are noted where they stand while the line is read, and put into order at
// its end.
import { at, isPlain, isSame, moveTo, next, quote, skipValue, stringEnd } from "./json.ts";
import { parentUuid, texts, timestamp, uuid } from "./names.ts";

export const most: usize = 64;
/** Where texts may have been read, and how long they are; -1 for none. */
export let found: usize = 0;
let blocks: usize = 0;
/** What the host reads: `head`, then texts, then blocks. */
export let head: usize = 0;
/** Plain texts, one after the other. */
let room: usize = 0;
let filled: usize = 0;
/** The last values of texts that hardly change, each in a place of its own. */
let last: usize = 0;
const lastSize: usize = 160;
const longestLast: usize = 128;

/** The texts that are compared with their last value, as bits. */
const repeated: u32 =
  (1 << 5) | (1 << 6) | (1 << 7) | (1 << 8) | (1 << 9) | (1 << 10) | (1 << 11) | (1 << 12) | (1 << 13) | (1 << 23);

export const absent: i32 = -1;
const asLast: i32 = -2;
/** The parent is the entry of the last line that was given. */
const asLastId: i32 = -3;

// Places in the head.
const headFlags: usize = 4;
const headBlocks: usize = 8;
const headRoom: usize = 12;
export const headUsage: usize = 16;
export const headFigures: usize = 20;
export const headUsageAt: usize = 40;
export const headContent: usize = 48;

export let flags: i32 = 0;
export let blockCount: i32 = 0;

export function placeTable(heads: usize, marks: usize, texts: usize): void {
  head = heads;
  last = marks;
  room = texts;
  found = head + 64;
  blocks = found + <usize>26 * 8;
}

export function beginTable(): void {
  for (let slot = 0; slot < texts; slot++) store<i32>(found + <usize>slot * 8, absent);
  flags = 0;
  blockCount = 0;
  store<i32>(head + headUsage, 0);
  store<i32>(head + headContent, 0);
}

export function flag(bits: i32): void {
  flags |= bits;
}

/** A text goes into the table; what is none is as if it were not there. */
export function textOf(slot: i32): bool {
  if (next() !== quote) return skipValue();
  moveTo(at + 1);
  const start = at;
  const end = stringEnd();
  if (end === 0) return false;
  store<u32>(found + <usize>slot * 8, <u32>start);
  store<u32>(found + <usize>slot * 8 + 4, <u32>(end - start));
  moveTo(end + 1);
  return true;
}

export function noteBlock(kind: i32, one: usize, oneSize: usize, two: usize, twoSize: usize): bool {
  const place = blocks + <usize>blockCount * 20;
  store<i32>(place, kind);
  store<u32>(place + 4, <u32>one);
  store<u32>(place + 8, <u32>oneSize);
  store<u32>(place + 12, <u32>two);
  store<u32>(place + 16, <u32>twoSize);
  blockCount++;
  return true;
}

/** The line is as it should be: its texts are put where the host reads them. */
export function hand(status: i32): i32 {
  filled = room;
  for (let slot = 0; slot < texts; slot++) {
    const place = found + <usize>slot * 8;
    if (load<i32>(place) === absent) continue;
    const start: usize = load<u32>(place);
    const size: usize = load<u32>(place + 4);
    if (slot === parentUuid) {
      const known = last + <usize>uuid * lastSize;
      if (<usize>load<u32>(known) === size && size > 0 && isSame(start, known + 4, size)) {
        store<i32>(place, asLastId);
        continue;
      }
    } else if (((repeated >> slot) & 1) !== 0) {
      const known = last + <usize>slot * lastSize;
      if (<usize>load<u32>(known) === size && isSame(start, known + 4, size)) {
        store<i32>(place, asLast);
        continue;
      }
      // Kept are texts of usual length; others are not found again.
      store<u32>(known, size <= longestLast ? <u32>size : 0xffffffff);
      if (size <= longestLast) copy(start, known + 4, size);
    }
    give(place);
  }
  // The next line's parent mostly is this one.
  const own = found + <usize>uuid * 8;
  const kept = last + <usize>uuid * lastSize;
  if (load<i32>(own) !== absent) {
    const size: usize = load<i32>(own + 4) < 0 ? longestLast + 1 : <usize>load<u32>(own + 4);
    store<u32>(kept, size <= longestLast ? <u32>size : 0xffffffff);
    if (size <= longestLast) copy(room + <usize>load<u32>(own), kept + 4, size);
  } else store<u32>(kept, 0xffffffff);
  for (let index = 0; index < blockCount; index++) {
    const place = blocks + <usize>index * 20;
    give(place + 4);
    if (load<i32>(place) === 3) give(place + 12);
  }
  if (isUsualTime()) flags |= 64;
  store<i32>(head, status);
  store<i32>(head + headFlags, flags);
  store<i32>(head + headBlocks, blockCount);
  store<u32>(head + headRoom, <u32>(filled - room));
  return status;
}

/** The same for those of the texts from the second on before `end`, and one more: nothing else is read of such a line. */
export function giveTexts(end: i32, more: i32): bool {
  filled = room;
  for (let slot = 1; slot < end; slot++)
    if (load<i32>(found + <usize>slot * 8) !== absent) give(found + <usize>slot * 8);
  const place = found + <usize>more * 8;
  if (load<i32>(place) === absent) return false;
  give(place);
  store<u32>(head + headRoom, <u32>(filled - room));
  return true;
}

/** "2026-05-23T18:25:15.907Z", in this century and on a day that every month has: the host need not look at it. */
export function isUsualTime(): bool {
  const place = found + <usize>timestamp * 8;
  const size = load<i32>(place + 4);
  if (load<i32>(place) < 0 || size !== 24) return false;
  const text = room + <usize>load<u32>(place);
  for (let index: usize = 0; index < 24; index++) {
    const byte: u32 = load<u8>(text + index);
    if (index === 4 || index === 7) {
      if (byte !== 0x2d) return false;
    } else if (index === 10) {
      if (byte !== 0x54) return false;
    } else if (index === 13 || index === 16) {
      if (byte !== 0x3a) return false;
    } else if (index === 19) {
      if (byte !== 0x2e) return false;
    } else if (index === 23) {
      if (byte !== 0x5a) return false;
    } else if (byte - 0x30 > 9) return false;
  }
  const month = pair(text + 5);
  const day = pair(text + 8);
  return (
    pair(text) === 20 &&
    pair(text + 2) >= 20 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 &&
    pair(text + 11) <= 23 &&
    pair(text + 14) <= 59 &&
    pair(text + 17) <= 59
  );
}

function pair(digits: usize): u32 {
  return (<u32>load<u8>(digits) - 0x30) * 10 + <u32>load<u8>(digits + 1) - 0x30;
}

/** A plain text is copied: its place is one in the room then. Of others the length is negative, and they stay in the line. */
function give(place: usize): void {
  const start: usize = load<u32>(place);
  const size: usize = load<u32>(place + 4);
  if (!isPlain(start, start + size) || size > 4096) {
    store<i32>(place + 4, -(<i32>size) - 1);
    return;
  }
  store<u32>(place, <u32>(filled - room));
  copy(start, filled, size);
  filled += size;
}

/** In blocks: there is room behind. */
function copy(from: usize, to: usize, size: usize): void {
  for (let offset: usize = 0; offset < size; offset += 16) v128.store(to + offset, v128.load(from + offset));
}
