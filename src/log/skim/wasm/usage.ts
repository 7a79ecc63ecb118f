// What a message spent.
import {
  after,
  at,
  closeList,
  closeObject,
  count,
  goesOn,
  isEmpty,
  isNull,
  isOver,
  keyFrom,
  keyTo,
  moveTo,
  next,
  openList,
  openObject,
  quote,
  readKey,
  skipValue,
  stringEnd,
  take,
} from "./json.ts";
import { find } from "./keys.ts";
import { hourTokens, inputTokens, speed, standard, usageEnd, written, writtenEnd, writtenTokens } from "./names.ts";
import { head, headFigures, headUsage, headUsageAt } from "./table.ts";

/** Figures where all are as usual; else the host is told where they stand. */
export function readUsage(): bool {
  if (next() !== openObject) return skipValue();
  const start = at;
  for (let figure: usize = 0; figure < 5; figure++) store<i32>(head + headFigures + figure * 4, 0);
  if (usualUsage()) {
    store<i32>(head + headUsage, 1);
    return true;
  }
  moveTo(start);
  if (!skipValue()) return false;
  store<i32>(head + headUsage, 2);
  store<u32>(head + headUsageAt, <u32>start);
  store<u32>(head + headUsageAt + 4, <u32>(at - start));
  return true;
}

function usualUsage(): bool {
  if (isEmpty(closeObject)) return true;
  let seen: u32 = 0;
  let expected = inputTokens;
  while (true) {
    if (!readKey()) return false;
    const name = find(keyFrom, keyTo, inputTokens, usageEnd, expected);
    if (name < 0) {
      if (!skipValue()) return false;
    } else {
      expected = name + 1;
      const bit: u32 = 1 << (name - inputTokens);
      if ((seen & bit) !== 0) return false;
      seen |= bit;
      if (name <= writtenTokens) {
        const tokens = count();
        if (tokens < -1) return false;
        if (tokens > 0) store<i32>(head + headFigures + <usize>(name - inputTokens) * 4, tokens);
      } else if (isNull()) {
        if (!skipValue()) return false;
      } else if (name === written) {
        if (next() !== openObject || !readWritten()) return false;
      } else if (name === speed) {
        if (!take(quote)) return false;
        const from = at;
        const to = stringEnd();
        if (to === 0 || find(from, to, standard, standard + 1, -1) < 0) return false;
        moveTo(to + 1);
      } else {
        // Shares of other models may stand there.
        if (!take(openList) || !take(closeList)) return false;
      }
    }
    const then = after(closeObject);
    if (then !== goesOn) return then === isOver;
  }
}

function readWritten(): bool {
  if (isEmpty(closeObject)) return true;
  let isSeen = false;
  while (true) {
    if (!readKey()) return false;
    if (find(keyFrom, keyTo, hourTokens, writtenEnd, hourTokens) === hourTokens) {
      if (isSeen) return false;
      isSeen = true;
      const tokens = count();
      if (tokens < -1) return false;
      if (tokens > 0) store<i32>(head + headFigures + 16, tokens);
    } else if (!skipValue()) return false;
    const then = after(closeObject);
    if (then !== goesOn) return then === isOver;
  }
}
