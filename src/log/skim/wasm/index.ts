// A line of Claude Code's gone through once: what counting needs of it goes into a table, all else is only checked.
import { forgetLines, placeStarts, skimRecord } from "./codex.ts";
import {
  after,
  at,
  begin,
  closeList,
  closeObject,
  goesOn,
  isEmpty,
  isNull,
  isOver,
  isTrue,
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
import { find, placeNames } from "./keys.ts";
import { readMessage } from "./message.ts";
import {
  assistant,
  data,
  dataText,
  details,
  isApiErrorMessage,
  isSidechain,
  lineEnd,
  lineTexts,
  message,
  progress,
  snapshot,
  todos,
  type,
  typesEnd,
  user,
} from "./names.ts";
import { absent, beginTable, flag, found, hand, head, headContent, headUsage, placeTable, textOf } from "./table.ts";

export function place(names: usize, heads: usize, marks: usize, texts: usize): void {
  placeNames(names);
  placeTable(heads, marks, texts);
}

/** Of which type a line is: 1 of a person or tool, 2 of the agent, 3 folded; 0 where the host has to read it. */
export function skim(from: usize, to: usize): i32 {
  begin(from, to);
  if (!take(openObject)) return 0;
  beginTable();
  let seen: u32 = 0;
  let kind: i32 = -1;
  let hasMessage = false;
  let guess: i32 = 0;
  while (true) {
    if (!readKey()) return 0;
    const name = find(keyFrom, keyTo, 0, lineEnd, guess);
    guess = name + 1;
    if (name < 0) {
      if (!skipValue()) return 0;
    } else {
      const bit: u32 = 1 << name;
      if ((seen & bit) !== 0) return 0;
      seen |= bit;
      if (name < lineTexts) {
        if (!textOf(name)) return 0;
        if (name === type) {
          kind = valueIn(type, user, typesEnd);
          if (kind < 0) return 0;
        }
      } else if (name === message) {
        if (next() !== openObject || !readMessage()) return 0;
        hasMessage = true;
      } else if (name === data) {
        // What a line of these types says stands there.
        if (next() === openObject ? !readData() : !skipValue()) return 0;
      } else if (!readField(name)) return 0;
    }
    const then = after(closeObject);
    if (then === isOver) break;
    if (then !== goesOn) return 0;
  }
  if (next() !== 0 || at !== limit) return 0;
  let status: i32 = 0;
  if (kind === user && hasMessage && load<i32>(head + headContent) !== 0) status = 1;
  else if (kind === assistant && hasMessage && load<i32>(head + headContent) + load<i32>(head + headUsage) !== 0)
    status = 2;
  else if ((kind === progress && load<i32>(found + <usize>dataText * 8) !== absent) || kind === snapshot) status = 3;
  else return 0;
  return hand(status);
}

function readField(name: i32): bool {
  if (name <= isApiErrorMessage) {
    if (isTrue()) flag(1 << (name - isSidechain));
    return skipValue();
  }
  const byte = next();
  if (name === details) {
    if (byte !== quote && byte !== openObject && byte !== openList) return false;
    flag(16);
    return skipValue();
  }
  if (name === todos && byte === openList) {
    if (!isEmpty(closeList)) return false;
    flag(32);
    return true;
  }
  // Rare, and read by the host where they say something.
  return isNull() && skipValue();
}

function readData(): bool {
  if (isEmpty(closeObject)) return true;
  let isTyped = false;
  while (true) {
    if (!readKey()) return false;
    if (find(keyFrom, keyTo, type, type + 1, -1) === type) {
      if (isTyped) return false;
      isTyped = true;
      if (!textOf(dataText)) return false;
    } else if (!skipValue()) return false;
    const then = after(closeObject);
    if (then !== goesOn) return then === isOver;
  }
}

/** Which of the names from `first` on the text is that was read last. */
function valueIn(slot: i32, first: i32, end: i32): i32 {
  const start: usize = load<u32>(found + <usize>slot * 8);
  if (<i32>start === absent) return -1;
  return find(start, start + load<u32>(found + <usize>slot * 8 + 4), first, end, -1);
}

// Not `export … from`: the compiler takes that for another module than the one that is imported.
export { forgetLines, placeStarts, skimRecord };
