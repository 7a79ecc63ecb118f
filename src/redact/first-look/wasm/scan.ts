// The scanner of ../../scanner.ts: the same tables, the same anchors in the same order, less those that no rule can want.
import { passes } from "./guards.ts";
import { digit, find, is, kindsAt, lower, unit, upper, word } from "./memory.ts";
import { lengthOf, sourceOf, viewOf } from "./runs.ts";

/** One bit for each key that an anchor has: small enough for the first cache of a processor. */
let bitsAt: usize = 0;
let bucketsAt: usize = 0;
let followersAt: usize = 0;
let startsAt: usize = 0;
let entriesAt: usize = 0;
let codesAt: usize = 0;
let guardsAt: usize = 0;
/** For each class how much of an anchor may stand before a character of it and how much behind; `nowhere` for none. */
let reachesAt: usize = 0;
const nowhere: i32 = 0xffff;
let longest: i32 = 0;
/** 0 where no rule looks at "@", 1 where only that of e-mail addresses does, 2 where others do. */
let atSigns: i32 = 0;

export function useTables(
  bits: usize,
  buckets: usize,
  followers: usize,
  starts: usize,
  entries: usize,
  codes: usize,
  guards: usize,
  reaches: usize,
  longestAnchor: i32,
  singles: i32,
): void {
  bitsAt = bits;
  bucketsAt = buckets;
  followersAt = followers;
  startsAt = starts;
  entriesAt = entries;
  codesAt = codes;
  guardsAt = guards;
  reachesAt = reaches;
  longest = longestAnchor;
  atSigns = singles;
}

let hitsAt: usize = 0;
let mostHits: i32 = 0;
/** How many are noted, of the original and of the view that is looked at. */
export let hits: i32 = 0;

export function placeHits(at: usize, most: i32): void {
  hitsAt = at;
  mostHits = most;
}

export function forget(count: i32): void {
  hits = count;
}

export function isFull(): bool {
  return hits >= mostHits;
}

/** Two lists of all anchors, whatever their guards say: of the view that is looked at, and of the one that it was made of. */
let listsAt: usize = 0;
let mostListed: i32 = 0;
let listAt: usize = 0;
let listed: i32 = 0;
/** There were more. */
let isCut: bool = false;
/** Only those are listed that begin between the first two, and end behind the third. */
let leastAt: i32 = 0;
let beforeAt: i32 = i32.MAX_VALUE;
let acrossAt: i32 = -1;

export function placeLists(at: usize, most: i32): void {
  listsAt = at;
  listAt = at;
  mostListed = most;
}

const hasAt: u32 = 1 << 12;
const lostCode: u32 = 1 << 15;

/** Notes what stands in a text; returns bits of `has`. */
export function scan(ptr: usize, len: i32): u32 {
  listed = 0;
  isCut = false;
  const seen = scanStretch(ptr, len, 0, len);
  noteListed(ptr, len, (seen & hasAt) !== 0);
  return seen;
}

/**
 * The same for a view, by what its source holds: anchors in what was kept of it are moved over, and only borders are
 * scanned. Its runs are those from `first` on. Must follow the scan of its source.
 */
export function scanView(ptr: usize, len: i32, first: i32, end: i32): void {
  if (isCut || first >= end || bordersLength(ptr, len, first, end) > len) {
    scan(ptr, len);
    return;
  }
  const source = listAt;
  const count = listed;
  listAt = listsAt === listAt ? listsAt + mostListed * 12 : listsAt;
  listed = 0;
  let run = first;
  for (let index = 0; index < count; index++) {
    const entry = source + index * 12;
    const at = load<i32>(entry + 4);
    const size = load<i32>(entry + 8);
    while (run > first && sourceOf(run) > at) run--;
    while (run + 1 < end && sourceOf(run + 1) <= at) run++;
    const offset = at - sourceOf(run);
    if (offset >= 0 && offset + size <= lengthOf(run)) list(load<i32>(entry), viewOf(run) + offset, size, ptr, len);
  }
  for (let border = first; border <= end; border++) {
    if (!readBorder(ptr, len, border, first, end)) continue;
    leastAt = border > first ? viewOf(border - 1) : 0;
    beforeAt = nextStart;
    acrossAt = lastEnd;
    scanStretch(ptr, len, stretchStart, stretchEnd);
  }
  leastAt = 0;
  beforeAt = i32.MAX_VALUE;
  acrossAt = -1;
  noteListed(ptr, len, true);
}

// The border that `readBorder` read: what was put between two runs, and where an anchor may stand that has a part of it.
let lastEnd: i32 = 0;
let nextStart: i32 = 0;
let stretchStart: i32 = 0;
let stretchEnd: i32 = 0;

/** Before the run `border`; `false` where no anchor can go across it. */
function readBorder(ptr: usize, len: i32, border: i32, first: i32, end: i32): bool {
  lastEnd = border > first ? viewOf(border - 1) + lengthOf(border - 1) : 0;
  nextStart = border < end ? viewOf(border) : len;
  let before = longest - 1;
  let after = longest - 1;
  if (nextStart - lastEnd === 1) {
    const kind = load<u16>(kindsAt + (unit(ptr, lastEnd) << 1)) & 63;
    before = load<u16>(reachesAt + (kind << 2));
    after = load<u16>(reachesAt + (kind << 2) + 2);
    if (before === nowhere) return false;
  } else if (nextStart === lastEnd && (border === first || border === end)) return false;
  stretchStart = max(0, lastEnd - before);
  stretchEnd = min(len, nextStart + after);
  return true;
}

function bordersLength(ptr: usize, len: i32, first: i32, end: i32): i32 {
  let sum = 0;
  for (let border = first; border <= end; border++)
    if (readBorder(ptr, len, border, first, end)) sum += stretchEnd - stretchStart;
  return sum;
}

function scanStretch(ptr: usize, len: i32, from: i32, to: i32): u32 {
  let key: u32 = 0;
  let seen: u32 = 0;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const four = load<u64>(ptr + (at << 1));
    const first: u32 = load<u16>(kindsAt + ((<usize>(four & 0xffff)) << 1));
    const second: u32 = load<u16>(kindsAt + ((<usize>((four >> 16) & 0xffff)) << 1));
    const third: u32 = load<u16>(kindsAt + ((<usize>((four >> 32) & 0xffff)) << 1));
    const fourth: u32 = load<u16>(kindsAt + ((<usize>(four >> 48)) << 1));
    seen |= first | second | third | fourth;
    const one = ((key << 6) | (first & 63)) & 0x3ffff;
    const two = ((one << 6) | (second & 63)) & 0x3ffff;
    const three = ((two << 6) | (third & 63)) & 0x3ffff;
    key = ((three << 6) | (fourth & 63)) & 0x3ffff;
    const b1 = bit(one);
    const b2 = bit(two);
    const b3 = bit(three);
    const b4 = bit(key);
    if (((b1 | b2 | b3 | b4) & 1) === 0) continue;
    if (b1 & 1) seen |= verify(one, ptr, len, at);
    if (b2 & 1) seen |= verify(two, ptr, len, at + 1);
    if (b3 & 1) seen |= verify(three, ptr, len, at + 2);
    if (b4 & 1) seen |= verify(key, ptr, len, at + 3);
  }
  for (; at < to; at++) {
    const kind: u32 = load<u16>(kindsAt + (unit(ptr, at) << 1));
    seen |= kind;
    key = ((key << 6) | (kind & 63)) & 0x3ffff;
    if (bit(key) & 1) seen |= verify(key, ptr, len, at);
  }
  return seen;
}

/** Those that a rule may want. */
function noteListed(ptr: usize, len: i32, mayHaveAt: bool): void {
  for (let index = 0; index < listed; index++) {
    const entry = listAt + index * 12;
    const target = load<i32>(entry);
    const at = load<i32>(entry + 4);
    if (passes(guardsAt + (target << 2), ptr, len, at)) note(target, at, load<i32>(entry + 8));
  }
  if (atSigns !== 0 && mayHaveAt) noteAtSigns(ptr, len);
}

function bit(key: u32): u32 {
  return load<u32>(bitsAt + ((key >> 5) << 2)) >>> (key & 31);
}

/** The key of "[0m", the end of a colour whose escape character was lost. */
let lost: u32 = 0;
export function setLostKey(key: u32): void {
  lost = key;
}

function verify(key: u32, ptr: usize, len: i32, index: i32): u32 {
  const bucket: u32 = load<u16>(bucketsAt + (key << 1));
  const isLost = key === lost && unit(ptr, index) === 109;
  const next: u32 = index + 1 < len ? load<u16>(kindsAt + (unit(ptr, index + 1) << 1)) & 63 : 0;
  const followers = load<u32>(followersAt + ((bucket * 2 + (next >> 5)) << 2));
  if (((followers >>> (next & 31)) & 1) === 0) return isLost ? lostCode : 0;
  const end = load<i32>(startsAt + ((bucket + 1) << 2));
  for (let entry = load<i32>(startsAt + (bucket << 2)); entry < end; entry += 5) {
    const fields = entriesAt + (entry << 2);
    const size = load<i32>(fields + 8);
    const at = index - load<i32>(fields + 12);
    if (at < 0 || at + size > len || !isAt(fields, ptr, at, size)) continue;
    list(load<i32>(fields), at, size, ptr, len);
  }
  return isLost ? lostCode : 0;
}

function isAt(fields: usize, ptr: usize, at: i32, size: i32): bool {
  const from = codesAt + (load<i32>(fields + 4) << 1);
  const isExact = load<i32>(fields + 16) === 1;
  for (let offset = 0; offset < size; offset++) {
    const here = unit(ptr, at + offset);
    const wanted: u32 = load<u16>(from + (offset << 1));
    if (here === wanted) continue;
    if (isExact || load<u16>(kindsAt + (here << 1)) !== load<u16>(kindsAt + (wanted << 1))) return false;
  }
  return true;
}

function list(target: i32, at: i32, size: i32, ptr: usize, len: i32): void {
  if (at < leastAt || at >= beforeAt || at + size <= acrossAt) return;
  if (listed < mostListed) {
    put3(listAt + listed * 12, target, at, size);
    listed++;
    return;
  }
  isCut = true;
  if (passes(guardsAt + (target << 2), ptr, len, at)) note(target, at, size);
}

function note(target: i32, at: i32, size: i32): void {
  if (hits >= mostHits) return;
  put3(hitsAt + hits * 12, target, at, size);
  hits++;
}

function put3(place: usize, target: i32, at: i32, size: i32): void {
  store<i32>(place, target);
  store<i32>(place + 4, at);
  store<i32>(place + 8, size);
}

/** Behind all others, as the rules are tried. */
function noteAtSigns(ptr: usize, len: i32): void {
  for (let at = find(ptr, len, 0, 64); at < len; at = find(ptr, len, at + 1, 64))
    if (atSigns !== 1 || isAddress(ptr, len, at)) note(-1, at, 1);
}

const alphanumeric: u32 = lower | upper | digit;

/** A name of its own before the sign; behind it a domain of several parts, the last of which is letters. */
function isAddress(ptr: usize, len: i32, at: i32): bool {
  let start = at;
  while (start > 0 && at - start <= 64 && isInName(ptr, start - 1)) start--;
  if (start === at || at - start > 64 || !is(ptr, start, alphanumeric)) return false;
  if (start > 0 && (unit(ptr, start - 1) === 64 || unit(ptr, start - 1) === 47)) return false;
  let part = at + 1;
  let dots = 0;
  for (let end = part; ; end++) {
    if (end < len && (is(ptr, end, alphanumeric) || unit(ptr, end) === 45)) continue;
    if (end + 1 < len && unit(ptr, end) === 46 && end > part && is(ptr, end + 1, alphanumeric)) {
      dots++;
      part = end + 1;
      continue;
    }
    if (dots === 0 || end - part < 2 || end - part > 18) return false;
    for (let index = part; index < end; index++) if (!is(ptr, index, lower | upper)) return false;
    return end >= len || unit(ptr, end) !== 64;
  }
}

function isInName(ptr: usize, at: i32): bool {
  const code = unit(ptr, at);
  return is(ptr, at, word) || code === 46 || code === 37 || code === 43 || code === 45;
}
