/** One round of URL decoding, and of the entities of HTML, which tool results are full of. */
import { has } from "../kinds.ts";
import { hexAt } from "./hex.ts";
import { type View, viewOf } from "./view.ts";

const [percent, ampersand, hash, semicolon, space, unreadable] = [37, 38, 35, 59, 32, 0xfffd];
const names = ["amp;", "quot;", "apos;", "lt;", "gt;"] as const;
const named = [38, 34, 39, 60, 62] as const;

/** Where the next code stands, and where it ends; behind the text where there is none. */
class Codes {
  at = 0;
  end = 0;
  readonly #view: View;
  #percentAt: number;
  #entityAt: number;

  constructor(view: View) {
    this.#view = view;
    this.#percentAt = this.#nextPercent(0);
    this.#entityAt = this.#nextEntity(0);
  }

  /** Whether any of the signs is more than an operator. */
  next(): boolean {
    const { codes, length } = this.#view.units;
    this.at = Math.min(this.#percentAt, this.#entityAt);
    if (this.at >= length) return false;
    if (this.#percentAt < this.#entityAt) {
      this.end = this.at + 3;
      this.#percentAt = this.#nextPercent(this.end);
    } else {
      this.end = entityEnd(codes, length, this.at);
      this.#entityAt = this.#nextEntity(this.end);
    }
    return true;
  }

  #nextPercent(from: number): number {
    const view = this.#view;
    const { codes, length } = view.units;
    let at = view.next(percent, "%", from);
    while (at < length && !isPercentCode(codes, length, at)) at = view.next(percent, "%", at + 1);
    return at;
  }

  #nextEntity(from: number): number {
    const view = this.#view;
    const { codes, length } = view.units;
    let at = view.next(ampersand, "&", from);
    while (at < length && entityEnd(codes, length, at) === at) at = view.next(ampersand, "&", at + 1);
    return at;
  }
}

export const hasCodes = (view: View): boolean => (view.seen & has.code) !== 0 && new Codes(view).next();

export function percentDecoded(source: View): View {
  const { codes, length } = source.units;
  const view = viewOf(source);
  const found = new Codes(source);
  let from = 0;
  while (found.next()) {
    const { at, end } = found;
    view.keep(from, at);
    view.put(codes[at] === percent ? percentCode(codes, at) : entityCode(codes, at, end), at, end);
    from = end;
  }
  view.keep(from, length);
  return view;
}

const isPercentCode = (codes: Uint16Array, length: number, at: number): boolean =>
  at + 2 < length && hexAt(codes[at + 1] as number) >= 0 && hexAt(codes[at + 2] as number) >= 0;

/** ASCII one by one, so that each character keeps its own place; secrets hold nothing else. */
function percentCode(codes: Uint16Array, at: number): number {
  const code = hexAt(codes[at + 1] as number) * 16 + hexAt(codes[at + 2] as number);
  return code < 128 ? code : unreadable;
}

const isX = (code: number | undefined): boolean => code === 120 || code === 88;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Where the entity ends that begins at `at`; there, where none does. */
export function entityEnd(codes: Uint16Array, length: number, at: number): number {
  if (at + 2 >= length) return at;
  if (codes[at + 1] !== hash) return namedEnd(codes, length, at);
  const hex = isX(codes[at + 2]);
  const [first, most] = hex ? [at + 3, 6] : [at + 2, 7];
  let end = first;
  while (end < length && end < first + most && (hex ? hexAt(codes[end] as number) >= 0 : isDigit(codes[end] as number)))
    end++;
  return end > first && end < length && codes[end] === semicolon ? end + 1 : at;
}

const isNamed = (codes: Uint16Array, at: number, name: string): boolean => {
  for (let index = 0; index < name.length; index++) {
    const code = codes[at + index] as number;
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== name.charCodeAt(index)) return false;
  }
  return true;
};

/** Which name begins behind the "&" at `at`; less than nothing for none. */
function nameAt(codes: Uint16Array, length: number, at: number): number {
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    if (at + name.length < length && isNamed(codes, at + 1, name)) return index;
  }
  return -1;
}

function namedEnd(codes: Uint16Array, length: number, at: number): number {
  const index = nameAt(codes, length, at);
  return index < 0 ? at : at + 1 + (names[index] as string).length;
}

export function entityCode(codes: Uint16Array, at: number, end: number): number {
  if (codes[at + 1] !== hash) return named[nameAt(codes, end, at)] ?? space;
  const hex = isX(codes[at + 2]);
  let code = 0;
  for (let index = hex ? at + 3 : at + 2; index < end - 1; index++)
    code = code * (hex ? 16 : 10) + hexAt(codes[index] as number);
  return code > 0 && code <= 0x10ffff ? code : space;
}

/** The character of `&#x2f;` or `&#47;`. */
export function numbered(hex: string | undefined, decimal: string | undefined): string {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}
