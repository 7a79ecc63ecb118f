// The places of a page's words, by term. They are put in order when the page is whole; then nothing is kept of them but
// the bytes that Pagefind's index has for them.
import { list as cborList, headSize, negative, Room, whole, writeHead } from "./memory.ts";
import { terms, termsOf } from "./terms.ts";

/** Bits of a place in a page; a weight comes before them. */
const placeBits: u32 = 22;
const placeMask: u32 = (1 << placeBits) - 1;
/** The weight that needs no mark in Pagefind's index; sorted, it comes first. */
const unmarked: u32 = 25;
const mostParts: u32 = 255;

/** The page's places as they come: the term, and weight and place. */
const places = new Room(1 << 17);
let size: i32 = 0;
/** Terms of the page as they come. */
const present = new Room(1 << 14);
const sorted = new Room(1 << 16);
const spare = new Room(1 << 12);
const weights = new Room(4 << (32 - placeBits));
function packed(weight: u32, place: u32): u32 {
  return ((weight === unmarked ? 0 : weight) << placeBits) | place;
}

/** A word of the page. */
export function addPlace(word: u32, place: u32, weight: u32): void {
  let from = termsOf(word);
  const same = load<i32>(from);
  const less = load<i32>(from, 4);
  from += 8;
  places.reserve((<usize>size + same + less) << 3);
  let to = places.at + ((<usize>size) << 3);
  size += same + less;
  const value = packed(weight, place);
  for (const last = from + ((<usize>same) << 2); from < last; from += 4, to += 8) {
    store<i32>(to, load<i32>(from));
    store<u32>(to, value, 4);
  }
  if (less === 0) return;
  const share = packed(max<u32>(1, weight / min<u32>(less, mostParts)), place);
  for (const last = from + ((<usize>less) << 2); from < last; from += 4, to += 8) {
    store<i32>(to, load<i32>(from));
    store<u32>(to, share, 4);
  }
}

/** The pages of all terms as they come; each piece tells where its term's next one is. */
const pages = new Room(1 << 18);
let pagesSize: usize = 0;
/** Of a piece: where it starts and ends, and the next one of its term, plus one. */
const ofPiece = 12;
const pieces = new Room(1 << 16);
let piecesSize: u32 = 0;
/** Terms that have pages, as they come. */
const used = new Room(1 << 14);
let usedCount: i32 = 0;

/** Notes on a term: its first and last piece, how many pages, the first and last of them, and how many bytes. */
const firstPiece: usize = 0;
const lastPiece: usize = 4;
const pageCount: usize = 8;
const firstPage: usize = 12;
const lastPage: usize = 16;
const byteCount: usize = 20;
/** How many places it has in the page; then, where its next one goes. */
const count: usize = 24;

/** The page is whole. */
export function closePage(page: i32): void {
  present.reserve((<usize>size) << 2);
  sorted.reserve((<usize>size) << 2);
  const all = places.at;
  const end = all + ((<usize>size) << 3);
  let found = 0;
  for (let at = all; at < end; at += 8) {
    const notes = terms.notesOn(load<u32>(at));
    const before = load<i32>(notes, count);
    if (before === 0) present.setNumber(found++, load<i32>(at));
    store<i32>(notes, before + 1, count);
  }
  for (let index = 0, start = 0; index < found; index++) {
    const notes = terms.notesOn(present.number(index));
    const own = load<i32>(notes, count);
    store<i32>(notes, start, count);
    start += own;
  }
  for (let at = all; at < end; at += 8) {
    const notes = terms.notesOn(load<u32>(at));
    const to = load<i32>(notes, count);
    sorted.setNumber(to, load<i32>(at, 4));
    store<i32>(notes, to + 1, count);
  }
  for (let index = 0, from = 0; index < found; index++) {
    const term = present.number(index);
    const to = load<i32>(terms.notesOn(term), count);
    store<i32>(terms.notesOn(term), 0, count);
    const values = sorted.at + ((<usize>from) << 2);
    putInOrder(values, to - from);
    addPage(term, page, values, to - from);
    from = to;
  }
  size = 0;
}

/** By weight, then by place: they came by place, so that most are in order already. */
function putInOrder(values: usize, count: i32): void {
  const end = values + ((<usize>count) << 2);
  let at = values + 4;
  while (at < end && load<u32>(at) >= load<u32>(at - 4)) at += 4;
  if (at >= end) return;
  const bytes = (<usize>count) << 2;
  spare.reserve(bytes);
  memory.copy(spare.at, values, bytes);
  memory.fill(weights.at, 0, weights.size);
  for (at = values; at < end; at += 4) {
    const weight = load<u32>(at) >>> placeBits;
    weights.setNumber(weight, weights.number(weight) + 1);
  }
  for (let weight: usize = 0, start = 0; weight < weights.size >> 2; weight++) {
    const own = weights.number(<i32>weight);
    weights.setNumber(<i32>weight, start);
    start += own;
  }
  for (let from = spare.at, last = spare.at + bytes; from < last; from += 4) {
    const value = load<u32>(from);
    const weight = value >>> placeBits;
    const to = weights.number(weight);
    weights.setNumber(weight, to + 1);
    store<u32>(values + ((<usize>to) << 2), value);
  }
}

function addPage(term: u32, page: i32, values: usize, places: i32): void {
  pages.reserve(pagesSize + (2 * <usize>places + 4) * headSize);
  pieces.reserve(<usize>piecesSize + ofPiece);
  const notes = terms.notesOn(term);
  const start = pages.at + pagesSize;
  let at = start;
  if (load<i32>(notes, pageCount) === 0) {
    store<u32>(notes, piecesSize, firstPiece);
    store<i32>(notes, page, firstPage);
    store<u32>(notes, 0, byteCount);
    used.reserve((<usize>usedCount + 1) << 2);
    used.setNumber(usedCount++, term);
  } else {
    store<u32>(pieces.at + load<u32>(notes, lastPiece), piecesSize + 1, 8);
    at = writeHead(at, cborList, 3);
    at = writeHead(at, whole, page - load<i32>(notes, lastPage));
  }
  at = writePlaces(at, values, places);
  // Titles are known when sessions are joined.
  at = writeHead(at, cborList, 0);
  const piece = pieces.at + piecesSize;
  store<u32>(piece, <u32>pagesSize);
  pagesSize = at - pages.at;
  store<u32>(piece, <u32>pagesSize, 4);
  store<u32>(piece, 0, 8);
  store<u32>(notes, piecesSize, lastPiece);
  store<i32>(notes, load<i32>(notes, pageCount) + 1, pageCount);
  store<i32>(notes, page, lastPage);
  store<u32>(notes, load<u32>(notes, byteCount) + <u32>(at - start), byteCount);
  piecesSize += ofPiece;
}

/** A negative number changes the weight; a place is written as its distance from the one before of the same weight. */
function writePlaces(to: usize, values: usize, count: i32): usize {
  const end = values + ((<usize>count) << 2);
  let changes = 0;
  let weight: u32 = 0;
  for (let at = values; at < end; at += 4) {
    const now = load<u32>(at) >>> placeBits;
    if (now !== weight) changes++;
    weight = now;
  }
  to = writeHead(to, cborList, count + changes);
  weight = 0;
  let before: u32 = 0;
  for (let at = values; at < end; at += 4) {
    const now = load<u32>(at) >>> placeBits;
    const place = load<u32>(at) & placeMask;
    if (now !== weight) {
      to = writeHead(to, negative, now);
      before = 0;
    }
    to = writeHead(to, whole, place - before);
    weight = now;
    before = place;
  }
  return to;
}

/** How many bytes `finish` writes at most. */
export function finishedSize(): usize {
  let names: usize = 0;
  for (let index = 0; index < usedCount; index++) names += terms.length(used.number(index));
  return pagesSize + names + <usize>usedCount * (4 + 5 * headSize);
}

/**
 * All terms with their pages, to be read once, one after the other, when sessions are joined. For each term: its hash
 * (4 bytes) and name, how many pages have it, the first of them and how far the last is from it, then Pagefind's bytes of
 * all that follows the first page's number. Whole numbers as CBOR has them. Gives where it ends; then nothing is left.
 */
export function finish(to: usize): usize {
  for (let index = 0; index < usedCount; index++) {
    const term = <u32>used.number(index);
    const notes = terms.notesOn(term);
    const length = terms.length(term);
    store<u32>(to, bswap<u32>(terms.hash(term)));
    to = writeHead(to + 4, whole, length);
    memory.copy(to, terms.bytes(term), length);
    to = writeHead(to + length, whole, load<u32>(notes, pageCount));
    to = writeHead(to, whole, load<u32>(notes, firstPage));
    to = writeHead(to, whole, load<u32>(notes, lastPage) - load<u32>(notes, firstPage));
    to = writeHead(to, whole, load<u32>(notes, byteCount));
    for (let next = load<u32>(notes, firstPiece) + 1; next !== 0; ) {
      const piece = pieces.at + next - 1;
      const start = load<u32>(piece);
      const bytes = load<u32>(piece, 4) - start;
      memory.copy(to, pages.at + start, bytes);
      to += bytes;
      next = load<u32>(piece, 8);
    }
    store<u32>(notes, 0, pageCount);
  }
  usedCount = 0;
  piecesSize = 0;
  pagesSize = 0;
  return to;
}
