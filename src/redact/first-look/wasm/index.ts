// All of a look: the text itself, then every view of it in which something may stand that the text does not show.
import { hasCodes, hasEscapes, hasSequences, percentDecoded, unescaped, withoutSequences } from "./decode.ts";
import { placeTables } from "./memory.ts";
import { beginView, endRun, firstRun, keepViews, originOf, placeRuns } from "./runs.ts";
import { forget, hits, isFull, placeHits, placeLists, scan, scanView, setLostKey, useTables } from "./scan.ts";
import { beginScript, isBase64, isMarkup, nextString } from "./script.ts";
import { hasBase64, placeSpans, saidLength, strip, wordsLength } from "./strip.ts";
import { unwrapped } from "./unwrap.ts";
import { fromUtf8 } from "./utf8.ts";

// Not `export … from`: the compiler takes that for another module than the one that is imported.
export {
  beginScript,
  fromUtf8,
  hasBase64,
  isBase64,
  isMarkup,
  nextString,
  originOf,
  percentDecoded,
  placeHits,
  placeLists,
  placeRuns,
  placeSpans,
  placeTables,
  saidLength,
  setLostKey,
  strip,
  unescaped,
  unwrapped,
  useTables,
  withoutSequences,
  wordsLength,
};

/** Asked of JavaScript: whether the rules find something in a view at one of the anchors noted from `first` on. */
declare function judge(ptr: usize, len: i32, first: i32, count: i32): bool;

const terminal: u32 = 1 << 8;
const backslash: u32 = 1 << 9;
const code: u32 = 1 << 10;
const newline: u32 = 1 << 11;
const lostCode: u32 = 1 << 15;
const coded: u32 = terminal | backslash | code | lostCode;
const rounds: i32 = 2;

/** How many of the noted anchors are of the original. */
export let ofOriginal: i32 = 0;

/** Rooms for views, each as large as the text. */
let roomOne: usize = 0;
let roomTwo: usize = 0;

let last: usize = 0;
let lastLen: i32 = 0;
/** How many views there are beside the text itself. */
let views: i32 = 0;
let isFound: bool = false;

/** The room for the next view, of which runs are noted from now on. */
function next(): usize {
  beginView(false);
  return free();
}

function free(): usize {
  return last === roomOne ? roomTwo : roomOne;
}

/** A view of as many units as before shows nothing new. */
function add(len: i32): void {
  if (len === lastLen) {
    keepViews(views);
    return;
  }
  last = free();
  lastLen = len;
  views++;
  scanView(last, len, firstRun(), endRun());
  isFound = isJudged(last, len);
}

/** Also where there are too many anchors to note. */
function isJudged(ptr: usize, len: i32): bool {
  if (hits === ofOriginal) return false;
  const isOne = isFull() || judge(ptr, len, ofOriginal, hits - ofOriginal);
  forget(ofOriginal);
  return isOne;
}

/** 0 where no view but the text itself may hold something, 1 where one does, 2 where this cannot tell. */
export function look(ptr: usize, len: i32, one: usize, two: usize, three: usize): i32 {
  forget(0);
  const seen = scan(ptr, len);
  ofOriginal = hits;
  if (isFull()) return 2;
  if ((seen & (coded | newline)) === 0) return 0;
  roomOne = one;
  roomTwo = two;
  last = ptr;
  lastLen = len;
  views = 0;
  keepViews(0);
  isFound = false;
  if ((seen & coded) !== 0 && hasFurther(seen)) return 1;
  if ((seen & newline) !== 0 && isBroken(ptr, len, three, true)) return 1;
  return views > 0 && isBroken(last, lastLen, three, false) ? 1 : 0;
}

/** Decodes step by step, as ../../views/index.ts does. */
function hasFurther(seen: u32): bool {
  for (let round = 0; round <= rounds; round++) {
    const before = views;
    const isColoured = views === 0 ? (seen & (terminal | lostCode)) !== 0 : hasSequences(last, lastLen);
    if (isColoured) add(withoutSequences(last, lastLen, next()));
    if (isFound) return true;
    if (round < rounds && hasEscapes(last, lastLen)) add(unescaped(last, lastLen, next()));
    if (isFound) return true;
    if (views === before) break;
  }
  for (let round = 0; round < rounds && hasCodes(last, lastLen); round++) {
    add(percentDecoded(last, lastLen, next()));
    if (isFound) return true;
  }
  return false;
}

function isBroken(ptr: usize, len: i32, room: usize, isOfText: bool): bool {
  keepViews(views);
  beginView(isOfText);
  const size = unwrapped(ptr, len, room);
  if (size === 0) return false;
  scan(room, size);
  return isJudged(room, size);
}
