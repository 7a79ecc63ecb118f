/**
 * The words by which a text is found, as Pagefind makes them: the whole without its punctuation, and the parts of
 * `getUserName`, `snake_case` and `src/lib/util.ts`. Pagefind takes queries apart the same way, so both must agree to the
 * letter (test/search/pagefind-index/pagefind.test.ts).
 */
import { stem } from "./stem.ts";

export interface Indexable {
  readonly stem: string;
  /** Counts less than the whole. */
  readonly isPart: boolean;
  /** All that stands behind a dot; it counts in texts only, not in titles. */
  readonly isEnd?: true;
  /** With its accents, where it has any. */
  readonly original?: string;
}

/** What joins words and belongs to them; Pagefind's browser client is told so in pagefind-entry.json. */
export const joiners = [..."_‿⁀⁔︳︴﹍﹎﹏＿"];

const plain = /^[a-z0-9_]+$/;
const plainWord = /^[A-Za-z]?[a-z]*$/;
const dropped = /[^\p{Alphabetic}\p{N}_‿⁀⁔︳︴﹍﹎﹏＿]+/gu;
const isCompound = /[^\p{Alphabetic}\p{N}]|(?<=.)\p{Uppercase}/su;
const punctuation = /[!-/:-@[-`{-~\u00ad]+/g;
const ascii = /^[\0-\x7f]*$/;
/** Accents; in Japanese they make another letter. */
const marks = /(?![\u3099\u309a])\p{M}/gu;
const voicedKana = /[\u3099\u309a]/;
/** Alphabets and signs of which nothing joins with what stands before it: each is a character to a reader. */
const single = /^[\0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u2bff]*$/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Digits are emojis only in their frames. */
const mayBeEmoji = /(?![0-9#*])\p{Emoji}|\u20e3/u;
/** What a border between parts needs. */
const mayHaveParts = /[\p{Uppercase}0-9]/u;
const emoji = /^\p{RGI_Emoji}$/v;

export function indexables(word: string): readonly Indexable[] {
  const normal = normalized(word);
  const found: Indexable[] = normal === "" ? [] : [indexable(normal, false)];
  if (plainWord.test(word) || !isCompound.test(word)) return found;
  if (normal !== "") {
    const parts = partsOf(word);
    const isOther = parts.length > 1 || (parts.length === 1 && !normal.startsWith(parts[0] as string));
    if (isOther) for (const part of parts) if (isLong(part)) found.push(indexable(part, true));
    for (const end of ends(word)) {
      const more: Indexable = { ...indexable(end, true), isEnd: true };
      if (!found.some((each) => each.stem === more.stem)) found.push(more);
    }
  }
  if (mayBeEmoji.test(word)) for (const sign of emojisIn(word)) found.push({ stem: sign, isPart: false });
  return found;
}

function indexable(word: string, isPart: boolean): Indexable {
  if (ascii.test(word)) return { stem: stem(word), isPart };
  const apart = word.normalize("NFD").replace(marks, "");
  const bare = voicedKana.test(apart) ? apart.normalize("NFC") : apart;
  return bare === word ? { stem: stem(word), isPart } : { stem: stem(bare), isPart, original: word };
}

const normalized = (word: string): string => (plain.test(word) ? word : lower(word.replace(dropped, "")));

/** Letter by letter: a sigma at the end has no other form here. */
const lower = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : text.replace(/\p{Uppercase}/gu, (letter) => letter.toLowerCase());

/** Counted in bytes: a single letter counts where it is not ASCII. */
const isLong = (word: string): boolean => word.length > 1 || !ascii.test(word);

const longestEnd = 64;

/** `user.getName(id)` is found as "getnameid" too. */
function ends(word: string): string[] {
  const found: string[] = [];
  for (let dot = word.indexOf("."); dot !== -1; dot = word.indexOf(".", dot + 1)) {
    const rest = beginning(word.slice(dot + 1));
    if (!isCompound.test(rest)) continue;
    const end = normalized(rest);
    if ([...end].length > 1) found.push(end);
  }
  return found;
}

const beginning = (text: string): string =>
  text.length <= longestEnd ? text : [...text].slice(0, longestEnd).join("");

function partsOf(word: string): string[] {
  return word
    .replace(punctuation, " ")
    .split(/\s+/u)
    .flatMap((piece) => (piece === "" ? [] : ascii.test(piece) ? cased(piece) : casedSlowly(piece)));
}

const asciiBorder = /(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Z])(?=[A-Z][a-z])/;

const cased = (piece: string): string[] => piece.split(asciiBorder).map((part) => part.toLowerCase());

/** The same with other alphabets, by what a reader takes for one character. */
function casedSlowly(piece: string): string[] {
  if (!mayHaveParts.test(piece)) return [piece.toLowerCase()];
  const signs = single.test(piece) ? [...piece] : [...graphemes.segment(piece)].map(({ segment }) => segment);
  const kinds = signs.map(kindOf);
  const parts: string[] = [];
  signs.forEach((sign, at) => {
    const borders = at > 0 && isBorder(kinds[at - 1] as Kind, kinds[at] as Kind, kinds[at + 1]);
    if (at === 0 || borders) parts.push(sign);
    else parts[parts.length - 1] += sign;
  });
  return parts.map((part) => part.toLowerCase());
}

type Kind = "upper" | "lower" | "digit" | "other";

function kindOf(sign: string): Kind {
  if (/^[0-9]+$/.test(sign)) return "digit";
  return /^\p{Uppercase}/u.test(sign) ? "upper" : /^\p{Lowercase}/u.test(sign) ? "lower" : "other";
}

function isBorder(before: Kind, now: Kind, next: Kind | undefined): boolean {
  if (now === "digit") return before === "lower" || before === "upper";
  if (before === "digit") return now === "lower" || now === "upper";
  if (now !== "upper") return false;
  return before === "lower" || (before === "upper" && next === "lower");
}

function* emojisIn(word: string): Generator<string> {
  for (const { segment } of graphemes.segment(word)) {
    if (emoji.test(segment) || emoji.test(`${segment}\ufe0f`)) yield segment;
  }
}
