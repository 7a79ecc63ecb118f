// The text of a page while it is read: its words, with one space between them, become places and JSON in one go.
import { Room } from "./memory.ts";
import { addPlace, closePage, finish, finishedSize } from "./places.ts";
import { addTerm, listTerms, mayHide, room, wordOf, words } from "./terms.ts";
import { hashFactor, hashStart } from "./vocabulary.ts";

export { addTerm, listTerms };

/** Tells a word that may also be found by others, with what this gave for it before; 1 where there are none. */
declare function hide(known: i32, at: usize, length: i32): i32;

const space: u8 = 0x20;
const quote: u8 = 0x22;
const backslash: u8 = 0x5c;
const longestEscape = 6;

const input = new Room(1 << 16);
/** JSON of the page. */
const json = new Room(1 << 17);
/** The words of the page. */
const page = new Room(1 << 14);
/** How many there are. */
export let count: i32 = 0;
/** What is noted of a word that hides no others; 0 where nobody asked. */
const none: i32 = 1;
let region: i32 = 0;
const finished = new Room(1 << 16);

/** Where a text of so many bytes is put before it is read. */
export function inputFor(bytes: i32): usize {
  input.reserve(bytes);
  return input.at;
}

/** Where JSON of so many bytes is put, behind the first `size` that are there. */
export function jsonFor(size: i32, bytes: i32): usize {
  json.reserve(<usize>size + bytes);
  return json.at + size;
}

/** Where the name of a term is put. */
export function nameFor(bytes: i32): usize {
  room.reserve(bytes);
  return room.at;
}

export function knownWords(): i32 {
  return words.size;
}
function isSpace(byte: u8): bool {
  return byte === space || (byte >= 9 && byte <= 13);
}

/** Reads so many bytes of input; their JSON stands behind the first `size` bytes. Gives where it ends. */
export function read(length: i32, weight: u32, size: i32): i32 {
  json.reserve(<usize>size + <usize>length * longestEscape + 2);
  // Every other character is a space at most.
  page.reserve((<usize>count + (length >> 1) + 1) << 2);
  const end = input.at + length;
  let to = json.at + size;
  for (let at = input.at; at < end; ) {
    if (isSpace(load<u8>(at))) {
      at++;
      continue;
    }
    if (count > 0) store<u8>(to++, space);
    const start = at;
    let hash = hashStart;
    for (; at < end; at++) {
      const byte = load<u8>(at);
      if (isSpace(byte)) break;
      hash = (hash ^ byte) * hashFactor;
      if (byte < space) {
        to = escaped(byte, to);
        continue;
      }
      if (byte === quote || byte === backslash) store<u8>(to++, backslash);
      store<u8>(to++, byte);
    }
    const word = wordOf(start, <i32>(at - start), hash);
    page.setNumber(count, word);
    addPlace(word, count, weight);
    count++;
  }
  return <i32>(to - json.at);
}

/** As JSON writes what cannot stand for itself and is no space. */
function escaped(byte: u8, to: usize): usize {
  store<u8>(to, backslash);
  if (byte === 8) {
    store<u8>(to, 0x62, 1);
    return to + 2;
  }
  const low = byte & 15;
  store<u8>(to, 0x75, 1);
  store<u16>(to, 0x3030, 2);
  store<u8>(to, 0x30 + (byte >> 4), 4);
  store<u8>(to, low < 10 ? 0x30 + low : 0x57 + low, 5);
  return to + longestEscape;
}

/** Has `hide` called once for each of the words from there on that may be found by others. */
export function tellHidden(from: i32): void {
  region++;
  for (let at = from; at < count; at++) {
    const word = <u32>page.number(at);
    const notes = words.notesOn(word);
    if (load<i32>(notes) === region) continue;
    store<i32>(notes, region);
    const known = load<i32>(notes, 4);
    if (known === none) continue;
    const bytes = words.bytes(word);
    const length = words.length(word);
    const isAsked = known !== 0 || mayHide(bytes, length);
    store<i32>(notes, isAsked ? hide(known, bytes, length) : none, 4);
  }
}

/** The page is whole. */
export function close(number: i32): void {
  closePage(number);
  count = 0;
}

/** The terms of all pages; gives how many bytes, from `finishedAt` on. */
export function finishAll(): i32 {
  finished.reserve(finishedSize());
  return <i32>(finish(finished.at) - finished.at);
}

export function finishedAt(): usize {
  return finished.at;
}
