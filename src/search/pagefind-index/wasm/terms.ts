// The terms by which each word is found. A word is taken apart once (../indexable.ts says how); those of ASCII, which
// nearly all are, here, all others by the host.
import { Room } from "./memory.ts";
import { hashFactor, hashOf, hashStart, Vocabulary } from "./vocabulary.ts";

/** Puts the stem of so many small letters, digits and joiners in their place; gives its length, which is no greater. */
declare function stem(at: usize, length: i32): i32;
/** Has `listTerms` and then `addTerm` called for a word. */
declare function takeApart(at: usize, length: i32): void;

/** What a byte is. Those that are no plain ASCII are for the host. */
const sign: u8 = 0;
const lower: u8 = 1;
const upper: u8 = 2;
const digit: u8 = 3;
const joiner: u8 = 4;
const other: u8 = 5;

const kinds = heap.alloc(256);
/** Letters in lower case; 0 for what does not belong to words. */
const lowered = heap.alloc(256);
for (let byte: u32 = 0; byte < 256; byte++) {
  const isUpper = byte >= 0x41 && byte <= 0x5a;
  const isLower = byte >= 0x61 && byte <= 0x7a;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isPlain = byte > 0x20 && byte < 0x7f;
  const kind = isUpper ? upper : isLower ? lower : isDigit ? digit : byte === 0x5f ? joiner : isPlain ? sign : other;
  store<u8>(kinds + byte, kind);
  store<u8>(lowered + byte, kind === sign || kind === other ? 0 : isUpper ? <u8>(byte + 32) : <u8>byte);
}

function kindAt(at: usize): u8 {
  return load<u8>(kinds + load<u8>(at));
}

function loweredAt(at: usize): u8 {
  return load<u8>(lowered + load<u8>(at));
}

const longestEnd = 64;
const dot: u8 = 0x2e;

/** Of a word: the region that it was last seen in, and the number of what it hides (index.ts). */
const ofWord = 8;
/** Behind the bytes of each word: how many terms count as much as itself, how many are parts, then both. */
export const words = new Vocabulary(ofWord);
/** Of a term (places.ts). */
const ofTerm = 28;
export const terms = new Vocabulary(ofTerm);
/** Parts of words in lower case; of each the term of its stem. */
const parts = new Vocabulary(4);
/** For a part or the name of a term. */
export const room = new Room(1 << 12);

/** The word that these bytes are, with its terms. */
export function wordOf(start: usize, length: i32, hash: u32): u32 {
  const known = words.find(start, length, hash);
  return known !== 0 ? known : learn(start, length, hash);
}

/** Where the terms of a word stand. */
export function termsOf(word: u32): usize {
  return words.bytes(word) + ((words.length(word) + 3) & ~3);
}

function learn(start: usize, length: i32, hash: u32): u32 {
  const word = words.add(start, length, hash);
  const end = start + length;
  if (!isPlain(start, end)) {
    takeApart(start, length);
    return word;
  }
  words.room.reserve(<usize>words.used + ((<usize>length * 2 + 2) << 2));
  room.reserve(length);
  const from = words.used;
  words.used += 8;
  const isWord = push(start, end, 0);
  if (isWord && isCompound(start, end)) {
    pushParts(start, end);
    pushEnds(start, end, from + 8);
  }
  const same = isWord ? 1 : 0;
  store<u32>(words.room.at + from, same);
  store<u32>(words.room.at + from, ((words.used - from) >> 2) - 2 - same, 4);
  return word;
}

/** By the host: how many terms of the last word follow, those that count as much as itself first. */
export function listTerms(same: i32, less: i32): void {
  words.room.reserve(<usize>words.used + ((<usize>same + less + 2) << 2));
  list(same);
  list(less);
}

/** By the host: a term, whose name stands in the room. */
export function addTerm(length: i32): void {
  list(termOf(length));
}
function list(number: u32): void {
  store<u32>(words.room.at + words.used, number);
  words.used += 4;
}

function termOf(length: i32): u32 {
  const hash = hashOf(room.at, length);
  const known = terms.find(room.at, length, hash);
  return known !== 0 ? known : terms.add(room.at, length, hash);
}

/** The term of letters, digits and joiners between two places; false where there are no more than `least` of them. */
function push(start: usize, end: usize, least: i32): bool {
  const to = room.at;
  let length = 0;
  let hash = hashStart;
  for (let at = start; at < end; at++) {
    const byte = loweredAt(at);
    if (byte === 0) continue;
    store<u8>(to + length++, byte);
    hash = (hash ^ byte) * hashFactor;
  }
  if (length <= least) return false;
  let part = parts.find(to, length, hash);
  if (part === 0) {
    part = parts.add(to, length, hash);
    const term = termOf(stem(to, length));
    store<u32>(parts.notesOn(part), term);
  }
  list(load<u32>(parts.notesOn(part)));
  return true;
}

/** Of `getUserName`, `snake_case` and `src/lib/util.ts`. */
function pushParts(start: usize, end: usize): void {
  const before = words.used;
  let count = 0;
  let isSame = false;
  let begin: usize = 0;
  let last = sign;
  for (let at = start; at <= end; at++) {
    const kind = at < end ? kindAt(at) : sign;
    const isBetween = kind === sign || kind === joiner;
    const next = at + 1 < end ? kindAt(at + 1) : sign;
    if (begin !== 0 && (isBetween || isBorder(last, kind, next))) {
      // One part that the whole begins with is found by the whole.
      isSame = count++ === 0 && beginsWith(start, end, begin, at);
      push(begin, at, 1);
      begin = 0;
    }
    if (begin === 0 && !isBetween) begin = at;
    last = kind;
  }
  if (isSame) words.used = before;
}

/** `user.getName(id)` is found as "getnameid" too. */
function pushEnds(start: usize, end: usize, from: u32): void {
  for (let at = start; at < end; at++) {
    if (load<u8>(at) !== dot) continue;
    const last = min(end, at + 1 + longestEnd);
    if (!isCompound(at + 1, last) || !push(at + 1, last, 1)) continue;
    const behind = words.room.at + words.used - 4;
    for (let known = words.room.at + from; known < behind; known += 4) {
      if (load<u32>(known) !== load<u32>(behind)) continue;
      words.used -= 4;
      break;
    }
  }
}

function isPlain(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) if (kindAt(at) === other) return false;
  return true;
}

function isCompound(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    const kind = kindAt(at);
    if (kind === sign || kind === joiner || (kind === upper && at > start)) return true;
  }
  return false;
}

function isBorder(before: u8, now: u8, next: u8): bool {
  if (now === digit) return before !== digit;
  if (before === digit) return true;
  return now === upper && (before === lower || next === lower);
}

/** Whether what is left of the whole without signs begins with the part. */
function beginsWith(start: usize, end: usize, from: usize, to: usize): bool {
  let at = start;
  for (let part = from; part < to; part++) {
    while (at < end && loweredAt(at) === 0) at++;
    if (at === end || loweredAt(at++) !== loweredAt(part)) return false;
  }
  return true;
}

/** Whether it may hold the name of something in code, whose end people type (../hidden-words.ts). */
export function mayHide(start: usize, length: i32): bool {
  let before = sign;
  for (let at = start, end = start + length; at < end; at++) {
    const kind = kindAt(at);
    if (kind === other) return true;
    const isBehindName = before === lower || before === upper || before === digit;
    if (isBehindName && kind !== sign && (kind === upper || (kind === digit) !== (before === digit))) return true;
    before = kind;
  }
  return false;
}
