// A line of Codex's: results and thoughts without their bodies, calls without what was given, counts as figures. The same
// context and the same counts are written again and again: those lines say nothing.
import {
  after,
  at,
  begin,
  closeObject,
  count,
  goesOn,
  isEmpty,
  isNull,
  isOver,
  isSame,
  keyFrom,
  keyTo,
  limit,
  next,
  openList,
  openObject,
  quote,
  readKey,
  skipValue,
  take,
} from "./json.ts";
import { find } from "./keys.ts";
import * as names from "./names.ts";
import { absent, found, giveTexts, head, isUsualTime, textOf } from "./table.ts";

/** Where the time of a line ends, as Codex writes it. */
const afterTime: usize = 40;

let contextStart: usize = 0;
let contextSize: usize = 0;
let countsStart: usize = 0;
let countsSize: usize = 0;
/** The last context and the last counts: how long they are, then their bytes. */
let lastContext: usize = 0;
let lastCounts: usize = 0;
const mostLast: usize = 8000;

// What a line is, for the host.
const isRead: i32 = 0;
const saysNothing: i32 = 1;
const counts: i32 = 8;
// Texts that are handed over.
const timeText: i32 = 4;
const callText: i32 = 1;
const nameText: i32 = 2;
// Figures that are handed over, and which of them there are.
const figuresAt: usize = 20;
const hasTotal: i32 = 1;
const hasLast: i32 = 2;

let sums: i32 = 0;
/** Where what two lines of counts have in common ends; 0 where nothing comes behind it. */
let countsEnd: usize = 0;

export function placeStarts(context: usize, ofContext: usize, counted: usize, ofCounted: usize, lasts: usize): void {
  contextStart = context;
  contextSize = ofContext;
  countsStart = counted;
  countsSize = ofCounted;
  lastContext = lasts;
  lastCounts = lasts + mostLast + 64;
}

/** Of another log nothing is known yet. */
export function forgetLines(): void {
  store<u32>(lastContext, 0);
  store<u32>(lastCounts, 0);
}

export function skimRecord(from: usize, to: usize): i32 {
  if (to > from && load<u8>(to - 1) === 0x0d) to--;
  if (begins(from, to, contextStart, contextSize))
    return isSaid(lastContext, from + afterTime, to) ? saysNothing : isRead;
  const isCounted = begins(from, to, countsStart, countsSize);
  const kind = recordAt(from, to, isCounted);
  if (isCounted) {
    if (kind !== counts) store<u32>(lastCounts, 0);
    else if (isSaid(lastCounts, from + afterTime, countsEnd === 0 ? to : countsEnd)) return saysNothing;
  }
  if (kind === isRead) return isRead;
  if (!giveTexts(3, timeText)) return isRead;
  return isUsualTime() ? kind : declined(isCounted);
}

function declined(isCounted: bool): i32 {
  if (isCounted) store<u32>(lastCounts, 0);
  return isRead;
}

function begins(from: usize, to: usize, start: usize, size: usize): bool {
  return to - from > afterTime + size && isSame(from + afterTime, start, size);
}

/** Whether the same stood there the last time; it is kept for the next. */
function isSaid(last: usize, from: usize, to: usize): bool {
  const size = to - from;
  if (<usize>load<u32>(last) === size && isSame(last + 4, from, size)) return true;
  const isKept = size <= mostLast;
  store<u32>(last, isKept ? <u32>size : 0);
  if (isKept) memory.copy(last + 4, from, size);
  return false;
}

function recordAt(from: usize, to: usize, isCounted: bool): i32 {
  begin(from, to);
  if (!take(openObject)) return isRead;
  for (let slot = 0; slot < 5; slot++) store<i32>(found + <usize>slot * 8, absent);
  let seen: u32 = 0;
  let group: i32 = -1;
  let kind: i32 = isRead;
  let guess = names.recordTime;
  while (true) {
    if (!readKey()) return isRead;
    const name = find(keyFrom, keyTo, names.recordTime, names.recordEnd, guess);
    if (name < 0 || name === names.ordinal) return isRead;
    guess = name + 1;
    if (((seen >> (name - names.recordTime)) & 1) !== 0) return isRead;
    seen |= 1 << (name - names.recordTime);
    if (name === names.recordTime) {
      if (!textOf(timeText)) return isRead;
    } else if (name === names.recordType) {
      if (!textOf(0)) return isRead;
      group = valueAt(0, names.responseItem, names.groupsEnd);
      if (group < 0) return isRead;
    } else {
      if (group < 0 || next() !== openObject) return isRead;
      kind = payload(group, isCounted);
      if (kind === isRead) return isRead;
    }
    const then = after(closeObject);
    if (then === isOver) break;
    if (then !== goesOn) return isRead;
  }
  return next() === 0 && at === limit ? kind : isRead;
}

function valueAt(slot: i32, first: i32, end: i32): i32 {
  const start = load<i32>(found + <usize>slot * 8);
  if (start === absent) return -1;
  return find(<usize>start, <usize>start + load<u32>(found + <usize>slot * 8 + 4), first, end, -1);
}

/** Its type comes first, or the host reads it. */
function payload(group: i32, isCounted: bool): i32 {
  if (isEmpty(closeObject) || !readKey()) return isRead;
  if (find(keyFrom, keyTo, names.recordType, names.recordType + 1, names.recordType) < 0 || !textOf(0)) return isRead;
  const type = valueAt(0, names.functionOutput, names.payloadsEnd);
  if (type < 0 || (type === names.tokenCount) !== (group === names.eventMessage)) return isRead;
  if (type === names.tokenCount && !isCounted) return isRead;
  let seen: u32 = 0;
  let hasHidden = false;
  let guess = type === names.tokenCount ? names.info : names.callId;
  sums = 0;
  countsEnd = 0;
  while (true) {
    const then = after(closeObject);
    if (then === isOver) break;
    if (then !== goesOn || !readKey()) return isRead;
    const name = find(keyFrom, keyTo, names.callId, names.fieldsEnd, guess);
    if (name < 0) {
      if (type === names.tokenCount || !skipValue()) return isRead;
      continue;
    }
    guess = name + 1;
    const bit: u32 = 1 << (name - names.callId);
    if ((seen & bit) !== 0) return isRead;
    seen |= bit;
    if (type === names.tokenCount) {
      if (name === names.info) {
        if (next() !== openObject || !readInfo()) return isRead;
      } else if (name === names.rateLimits) {
        if (load<u8>(keyFrom - 2) !== 0x2c || load<u8>(keyTo + 1) !== 0x3a) return isRead;
        countsEnd = keyFrom - 2;
        if (!skipValue()) return isRead;
      } else return isRead;
    } else if (type === names.reasoning) {
      if (name === names.hidden) {
        hasHidden = next() === quote && <u32>load<u8>(at + 1) !== quote;
        if (!skipValue()) return isRead;
      } else if (name === names.payloadId) {
        if (!textOf(callText)) return isRead;
      } else if (name >= names.summary && name <= names.rawContent) {
        // Thoughts that can be read are for the host.
        if (isNull()) {
          if (!skipValue()) return isRead;
        } else if (next() !== openList || !isEmpty(0x5d)) return isRead;
      } else if (!skipValue()) return isRead;
    } else if (name === names.callId) {
      if (!textOf(callText)) return isRead;
    } else if (name === names.toolName) {
      if (!textOf(nameText)) return isRead;
    } else if (name === names.namespace) {
      if (!isNull() || !skipValue()) return isRead;
    } else if (!skipValue()) return isRead;
  }
  if (type === names.tokenCount) {
    store<i32>(head + 4, sums);
    return (seen & (1 << (names.info - names.callId))) !== 0 ? counts : isRead;
  }
  if (type === names.reasoning) return hasHidden ? 4 : isRead;
  if (load<i32>(found + <usize>callText * 8) === absent) return isRead;
  if (type === names.functionOutput) return 2;
  if (type === names.customOutput) return 3;
  if (load<i32>(found + <usize>nameText * 8) === absent) return isRead;
  return type === names.functionCall ? 5 : 6;
}

function readInfo(): bool {
  if (isEmpty(closeObject)) return true;
  while (true) {
    if (!readKey()) return false;
    const name = find(keyFrom, keyTo, names.totalUsage, names.infoEnd, -1);
    if (name < 0) return false;
    if (name === names.window || isNull()) {
      if (!skipValue()) return false;
    } else {
      const bit = name === names.totalUsage ? hasTotal : hasLast;
      if ((sums & bit) !== 0 || next() !== openObject) return false;
      sums |= bit;
      if (!readFigures(head + figuresAt + (name === names.totalUsage ? 0 : 20))) return false;
    }
    const then = after(closeObject);
    if (then !== goesOn) return then === isOver;
  }
}

function readFigures(place: usize): bool {
  for (let figure: usize = 0; figure < 5; figure++) store<i32>(place + figure * 4, 0);
  if (isEmpty(closeObject)) return true;
  let seen: u32 = 0;
  let guess = names.firstFigure;
  while (true) {
    if (!readKey()) return false;
    const name = find(keyFrom, keyTo, names.firstFigure, names.figuresEnd, guess);
    if (name < 0) {
      if (!skipValue()) return false;
    } else {
      guess = name + 1;
      const bit: u32 = 1 << (name - names.firstFigure);
      if ((seen & bit) !== 0) return false;
      seen |= bit;
      const figure = count();
      if (figure < -1) return false;
      if (figure > 0) store<i32>(place + <usize>(name - names.firstFigure) * 4, figure);
    }
    const then = after(closeObject);
    if (then !== goesOn) return then === isOver;
  }
}
