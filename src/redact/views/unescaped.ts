/** One round of what JSON, JavaScript and shells write with a backslash. */
import { has } from "../kinds.ts";
import { hexAt } from "./hex.ts";
import { type View, viewOf } from "./view.ts";

const [backslash, newline, zero, three, open, close] = [92, 10, 48, 51, 123, 125];
const none = -1;

/** What a character behind a backslash stands for. */
const simple = new Int32Array(128).fill(none);
for (const [name, character] of Object.entries({
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  e: "\x1b",
  '"': '"',
  "'": "'",
  "`": "`",
  "/": "/",
  "\\": "\\",
  $: "$",
  " ": " ",
}))
  simple[name.charCodeAt(0)] = character.charCodeAt(0);

const nextEscape = (view: View, from: number): number => view.next(backslash, "\\", from);

/** What may stand behind a backslash that means something: expressions and paths are full of others. */
const isEscaped = new Uint8Array(65536);
for (let code = 0; code < 128; code++) if (simple[code] !== none) isEscaped[code] = 1;
for (const character of "\n0ux") isEscaped[character.charCodeAt(0)] = 1;

export function hasEscapes(view: View): boolean {
  if ((view.seen & has.backslash) === 0) return false;
  const { codes, length } = view.units;
  let at = nextEscape(view, 0);
  while (at < length && (at + 1 === length || isEscaped[codes[at + 1] as number] === 0)) at = nextEscape(view, at + 1);
  return at < length;
}

export function unescaped(source: View): View {
  const { codes, length } = source.units;
  const view = viewOf(source);
  let from = 0;
  for (let at = nextEscape(source, 0); at < length; at = nextEscape(source, from)) {
    view.keep(from, at);
    from = putDecoded(view, codes, length, at);
  }
  view.keep(from, length);
  return view;
}

/** Puts what stands at `at`; returns where it ends. */
function putDecoded(view: View, codes: Uint16Array, length: number, at: number): number {
  const next = at + 1 < length ? (codes[at + 1] as number) : none;
  const plain = next >= 0 && next < 128 ? (simple[next] as number) : none;
  if (plain !== none) {
    view.put(plain, at, at + 2);
    return at + 2;
  }
  // A line that a backslash continues has no end.
  if (next === newline) return at + 2;
  const end = putNumbered(view, codes, length, at, next);
  if (end !== none) return end;
  view.put(backslash, at, at + 1);
  return at + 1;
}

/** `\u0041`, `\u{1f600}`, `\x41` and the `\033` of terminals. */
function putNumbered(view: View, codes: Uint16Array, length: number, at: number, kind: number): number {
  const [letterU, letterX] = [117, 120];
  let digits = 0;
  let [first, end] = [at + 2, at + 2];
  if (kind === zero) {
    if (at + 3 >= length || codes[at + 2] !== three || codes[at + 3] !== three) return none;
    view.put(0x1b, at, at + 4);
    return at + 4;
  }
  if (kind === letterU && codes[at + 2] === open && at + 2 < length) {
    first = at + 3;
    while (digits < 6 && first + digits < length && hexAt(codes[first + digits] as number) >= 0) digits++;
    if (digits === 0 || first + digits >= length || codes[first + digits] !== close) return none;
    end = first + digits + 1;
  } else if (kind === letterU || kind === letterX) {
    digits = kind === letterU ? 4 : 2;
    end = first + digits;
    if (end > length) return none;
    for (let index = first; index < end; index++) if (hexAt(codes[index] as number) < 0) return none;
  } else return none;
  let code = 0;
  for (let index = first; index < first + digits; index++) code = code * 16 + hexAt(codes[index] as number);
  if (code <= 0x10ffff) view.put(code, at, end);
  return end;
}
