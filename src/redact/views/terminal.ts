/**
 * Without colour codes, hyperlinks and characters of no width. Apart from src/text/ansi.ts, since a view keeps the place
 * of every character in the log, and also takes out halves of sequences that a page would show.
 */
import { has } from "../kinds.ts";
import { type View, viewOf } from "./view.ts";

const [escapeCode, control, bracket, letterM, semicolon, bell, backslash, newline] = [27, 0x9b, 91, 109, 59, 7, 92, 10];

const isParameter = (code: number): boolean => code >= 0x30 && code <= 0x3f;
const isIntermediate = (code: number): boolean => code >= 0x20 && code <= 0x2f;
const isFinal = (code: number): boolean => code >= 0x40 && code <= 0x7e;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Characters that begin something to leave out, or may. */
const mayBegin = new Uint8Array(65536);
/** Those that are nothing more themselves. */
export const isNoWidth = new Uint8Array(65536);
for (const [first, last] of [
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x206f],
  [0xfeff, 0xfeff],
  [0x08, 0x08],
  [0x00, 0x00],
] as const)
  isNoWidth.fill(1, first, last + 1);
mayBegin.set(isNoWidth);
for (const code of [escapeCode, control, bracket]) mayBegin[code] = 1;

/** Whether a text that another decoding made has colours; an original is told by its scan. */
export function hasSequences({ seen, units: { codes, length } }: View): boolean {
  if ((seen & (has.sequence | has.lostCode)) === 0) return false;
  for (let at = 0; at < length; at++) {
    const code = codes[at] as number;
    if (code === escapeCode || code === 0x200b) return true;
    if (code === bracket && codes[at + 1] === 48 && codes[at + 2] === letterM && at + 2 < length) return true;
  }
  return false;
}

export function withoutSequences(source: View): View {
  const { codes, length } = source.units;
  const view = viewOf(source);
  let from = 0;
  for (let at = 0; at < length; ) {
    const end = mayBegin[codes[at] as number] === 0 ? at : sequenceEnd(codes, length, at);
    if (end === at) {
      at++;
      continue;
    }
    view.keep(from, at);
    from = at = end;
  }
  view.keep(from, length);
  return view;
}

/** Where the sequence ends that begins at `at`; there, where none does. */
function sequenceEnd(codes: Uint16Array, length: number, at: number): number {
  const code = codes[at] as number;
  if (isNoWidth[code] === 1) return at + 1;
  if (code === bracket) return lostEnd(codes, length, at);
  if (code === control) return controlEnd(codes, length, at, at + 1, 0);
  const next = at + 1 < length ? (codes[at + 1] as number) : -1;
  // "]", "P", "X", "^" and "_" begin a string of their own.
  if (next === 0x5d || next === 0x50 || next === 0x58 || next === 0x5e || next === 0x5f)
    return stringEnd(codes, length, at + 2);
  const end = next === bracket ? controlEnd(codes, length, at, at + 2, 4) : at;
  return end === at ? shortEnd(codes, length, at) : end;
}

function controlEnd(codes: Uint16Array, length: number, at: number, first: number, intermediates: number): number {
  let end = first;
  while (end < length && end < first + 40 && isParameter(codes[end] as number)) end++;
  const last = end + intermediates;
  while (end < length && end < last && isIntermediate(codes[end] as number)) end++;
  return end < length && isFinal(codes[end] as number) ? end + 1 : at;
}

function stringEnd(codes: Uint16Array, length: number, first: number): number {
  let end = first;
  while (end < length && end < first + 2000) {
    const code = codes[end] as number;
    if (code === bell || code === escapeCode || code === newline) break;
    end++;
  }
  if (end < length && codes[end] === bell) return end + 1;
  return end + 1 < length && codes[end] === escapeCode && codes[end + 1] === backslash ? end + 2 : end;
}

function shortEnd(codes: Uint16Array, length: number, at: number): number {
  let end = at + 1;
  while (end < length && end < at + 3 && isIntermediate(codes[end] as number)) end++;
  return end < length && (codes[end] as number) >= 0x30 && (codes[end] as number) <= 0x7e ? end + 1 : at;
}

/** "[0m", "[1;32m": a colour code without its escape character. */
function lostEnd(codes: Uint16Array, length: number, at: number): number {
  let end = at + 1;
  if (end < length && codes[end] === letterM) return end + 1;
  for (let number = 0; number < 6; number++) {
    const first = end;
    while (end < length && end < first + 3 && isDigit(codes[end] as number)) end++;
    if (end === first || end >= length) return at;
    if (codes[end] === letterM) return end + 1;
    if (codes[end] !== semicolon) return at;
    end++;
  }
  return at;
}
