/** Where code, emphasis and brackets end; -1 wherever that takes more to know. */
import { kindAfter, kindBefore, letter, runEnd, sign, space } from "./characters.ts";

const backtick = 96;

/** The next run of as many backticks. */
export function closeTicks(text: string, from: number, to: number, count: number): number {
  for (let at = text.indexOf("`", from); at !== -1 && at < to; at = text.indexOf("`", at)) {
    const end = runEnd(text, at, to);
    if (end - at === count) return at;
    at = end;
  }
  return -1;
}

/** Behind the code that begins at `at`; -1 where nothing ends it. */
function behindCode(text: string, at: number, to: number): number {
  const end = runEnd(text, at, to);
  const close = closeTicks(text, end, to, end - at);
  return close === -1 ? -1 : close + (end - at);
}

/** The `]` of a label without brackets, stars or escapes in it. */
export function closeBracket(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 93) return at;
    if (code === 91 || code === 92 || code === 42) return -1;
    if (code !== backtick) continue;
    const behind = behindCode(text, at, to);
    if (behind === -1) return -1;
    at = behind - 1;
  }
  return -1;
}

/** Where an address in parentheses ends, if it has neither spaces nor parentheses nor signs to be read. */
export function destinationEnd(text: string, from: number, to: number): number {
  for (let end = from; end < to; end++) {
    const code = text.charCodeAt(end);
    if (code === 41) return end === from ? -1 : end;
    if (code <= 32 || code === 40 || code === 60 || code === 62 || code === 92 || code === 38) return -1;
  }
  return -1;
}

/** The next run of the same sign, where it has as many of them, surely ends something, and nothing lies in between. */
export function closeEmphasis(text: string, from: number, to: number, mark: number, count: number): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === backtick) {
      const end = runEnd(text, at, to);
      const next = text.indexOf("`", end);
      if (next === -1) continue;
      const close = closeTicks(text, end, to, end - at);
      // marked looks only for code without other backticks in it.
      if (close !== next) return -1;
      at = close + (end - at) - 1;
      continue;
    }
    if (code === 92 || code === 60) return -1;
    if (code === 91) {
      const close = closeBracket(text, at + 1, to);
      if (close === -1) return -1;
      at = text.charCodeAt(close + 1) === 40 ? destinationEnd(text, close + 2, to) : close;
      if (at === -1) return -1;
      continue;
    }
    if (code !== mark) {
      if ((code === 95 && text.charCodeAt(at + 1) === 95) || (code === 42 && mark === 95)) return -1;
      continue;
    }
    const end = runEnd(text, at, to);
    const before = kindBefore(text, at, from);
    const after = kindAfter(text, end, to);
    return end - at === count && before !== space && after !== letter && text.charCodeAt(end) !== 126 ? at : -1;
  }
  return -1;
}

/** Whether no run of the sign stands where it could end something: then all of them are signs like any other. */
export function nothingCloses(text: string, mark: number): boolean {
  const to = text.length;
  for (let at = 0; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) return false;
    if (code === backtick) {
      const behind = behindCode(text, at, to);
      at = (behind === -1 ? runEnd(text, at, to) : behind) - 1;
      continue;
    }
    if (code !== mark) continue;
    const end = runEnd(text, at, to);
    const before = kindBefore(text, at, 0);
    const after = kindAfter(text, end, to);
    if (before !== space) {
      const isWithin = mark === 95 ? before === letter : before === sign;
      // What ends before it may be a word for marked, which passes over code, links and tags.
      if (!isWithin || after !== letter || ")`>".includes(text[at - 1] ?? "")) return false;
    }
    at = end - 1;
  }
  return true;
}
