/** A run of words with code, emphasis and links in it, printed while it is read. */
import { escapeText } from "../html.ts";
import { anchor } from "../markdown-parts.ts";
import { withoutReferences } from "../plain-text.ts";
import { kindAfter, kindBefore, letter, runEnd, space } from "./characters.ts";
import { closeBracket, closeEmphasis, closeTicks, destinationEnd, nothingCloses } from "./closers.ts";

/** Signs at which to stop. */
const isSpecial = new Uint8Array(128);
for (const each of "\n`*_[<\\~@!:.&") isSpecial[each.charCodeAt(0)] = 1;

const isStop = (code: number): boolean => code < 128 && isSpecial[code] === 1;

const autolink = /<(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s\x00-\x1f<>]*|[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]+@)/y;
/** As marked has them, which takes an address first and then gives back what ends a sentence. */
const url = /(?:https?|ftp):\/\/(?:[a-zA-Z0-9-]+\.?)+[^\s<]*/iy;
const backpedal = /(?:[^?!.,:;*_'"~()&]+|\([^)]*\)|&(?![a-zA-Z0-9]+;$)|[?!.,:;*_'"~)]+(?!$))+/;

const deepest = 3;
/** Looking ahead costs what the rest of a run is long; longer ones are seldom words. */
const longest = 4000;

/** `isTyped`: line ends stay, underscores and backslashes are signs like any other. Undefined: ask marked. */
export function inline(text: string, isTyped: boolean): string | undefined {
  if (text.length > longest) return undefined;
  let at = 0;
  while (at < text.length && !isStop(text.charCodeAt(at))) at++;
  if (at === text.length) return escapeText(text);
  return new Run(text, isTyped).print(0, text.length, 0, false);
}

class Run {
  readonly #text: string;
  readonly #isTyped: boolean;
  #unclosed: Map<number, boolean> | undefined;

  constructor(text: string, isTyped: boolean) {
    this.#text = text;
    this.#isTyped = isTyped;
  }

  print(from: number, to: number, depth: number, isInLink: boolean): string | undefined {
    const text = this.#text;
    let out = "";
    let done = from;
    let at = from;
    let hasReference = false;
    const words = (end: number): string => {
      if (end <= done) return "";
      const piece = text.slice(done, end);
      return escapeText(hasReference ? withoutReferences(piece) : piece);
    };
    while (at < to) {
      const code = text.charCodeAt(at);
      if (!isStop(code)) {
        at++;
        continue;
      }
      let made: string | undefined;
      let end = at + 1;
      let start = at;
      switch (code) {
        case 38: // &
          hasReference = true;
          break;
        case 46: // .
          if (!isInLink && (text.charCodeAt(at - 1) | 32) === 119) {
            if (/www$/i.test(text.slice(Math.max(from, at - 3), at))) return undefined;
          }
          break;
        case 64: // @
          if (
            !isInLink &&
            at > from &&
            /[a-z0-9._+-]/i.test(text[at - 1] ?? "") &&
            /[a-z0-9_-]/i.test(text[at + 1] ?? "")
          )
            return undefined;
          break;
        case 33: // !
          if (text.charCodeAt(at + 1) === 91) return undefined;
          break;
        case 60: // <
          autolink.lastIndex = at;
          if (autolink.test(text)) return undefined;
          break;
        case 10: {
          while (start > done && text.charCodeAt(start - 1) === 32) start--;
          if (!this.#isTyped && at - start < 2) break;
          while (end < to && (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9)) end++;
          if (end >= to) return undefined;
          made = "<br>";
          break;
        }
        case 58: {
          // :
          if (isInLink) break;
          const link = this.#address(at, done, to);
          if (link === undefined) return undefined;
          if (link === "") break;
          start = text.lastIndexOf(link, at);
          end = start + link.length;
          made = anchor(link, undefined, escapeText(link));
          break;
        }
        case 92: {
          // \
          const next = text.charCodeAt(at + 1);
          if (at + 1 >= to || next === 10 || /[\\`*_[\]<>~!&@|:]/.test(text[at + 1] ?? "")) return undefined;
          if (kindAfter(text, at + 1, to) === letter || next > 127 || next <= 32) break;
          end = at + 2;
          if (!this.#isTyped) made = escapeText(text.slice(at + 1, end));
          break;
        }
        case 96: {
          // `
          end = runEnd(text, at, to);
          const close = closeTicks(text, end, to, end - at);
          if (close === -1) {
            // Signs like any other, unless what is around depends on it.
            if (text.indexOf("`", end) !== -1 && (depth > 0 || /[*_~]/.test(text))) return undefined;
            break;
          }
          made = `<code>${escapeText(codeText(text.slice(end, close)))}</code>`;
          end = close + (end - at);
          break;
        }
        case 126: // ~
          end = runEnd(text, at, to);
          if (kindAfter(text, end, to) !== space && !this.#isUnclosed(code)) return undefined;
          break;
        case 95: // _
        case 42: {
          // *
          end = runEnd(text, at, to);
          if (code === 95) {
            if (this.#isTyped) break;
            if (kindBefore(text, at, from) === letter && kindAfter(text, end, to) === letter) break;
          }
          // What was open is closed by now, or never will be.
          if (kindAfter(text, end, to) === space) break;
          const close = this.#emphasisEnd(at, end, from, to, depth);
          if (close === -1) {
            if (depth > 0 || !this.#isUnclosed(code)) return undefined;
            break;
          }
          const inner = this.print(end, close, depth + 1, isInLink);
          if (inner === undefined) return undefined;
          const isStrong = end - at === 2;
          made = isStrong ? `<strong>${inner}</strong>` : `<em>${inner}</em>`;
          end = close + (end - at);
          break;
        }
        default: {
          // [
          const next = text.indexOf("](", at);
          if (next === -1 || next >= to) break;
          const close = closeBracket(text, at + 1, to);
          if (close === -1) return undefined;
          if (text.charCodeAt(close + 1) !== 40 || close + 1 >= to) break;
          end = destinationEnd(text, close + 2, to);
          if (end === -1 || isInLink || depth >= deepest) return undefined;
          const label = this.print(at + 1, close, depth + 1, true);
          if (label === undefined) return undefined;
          made = anchor(text.slice(close + 2, end), null, label);
          end++;
        }
      }
      if (made !== undefined) {
        out += words(start) + made;
        hasReference = false;
        done = end;
      }
      at = end;
    }
    return out + words(to);
  }

  /** Whether all runs of a sign are words. */
  #isUnclosed(mark: number): boolean {
    this.#unclosed ??= new Map();
    const known = this.#unclosed.get(mark) ?? nothingCloses(this.#text, mark);
    this.#unclosed.set(mark, known);
    return known;
  }

  #emphasisEnd(at: number, end: number, from: number, to: number, depth: number): number {
    const text = this.#text;
    const mark = text.charCodeAt(at);
    if (end - at > 2 || depth >= deepest) return -1;
    if (kindBefore(text, at, from) === letter) return -1;
    const before = at > from ? text.charCodeAt(at - 1) : 32;
    // Of a pair marked sees only the second half.
    if (before >= 0xd800 && before <= 0xdfff) return -1;
    if (before === 42 || before === 95 || before === 126 || before === 92) return -1;
    return closeEmphasis(text, end, to, mark, end - at);
  }

  /** The address whose `://` stands at `at`; empty where there is none, undefined where marked must be asked. */
  #address(at: number, done: number, to: number): string | undefined {
    const text = this.#text;
    if (text.charCodeAt(at + 1) !== 47 || text.charCodeAt(at + 2) !== 47)
      return /(?:mailto|xmpp)$/i.test(text.slice(Math.max(0, at - 6), at)) ? undefined : "";
    const scheme = /(?:https?|ftp)$/i.exec(text.slice(Math.max(done, at - 5), at))?.[0];
    if (scheme === undefined) return "";
    url.lastIndex = at - scheme.length;
    let link = url.exec(text)?.[0];
    if (link === undefined) return "";
    if (at - scheme.length + link.length > to) return undefined;
    for (let before = ""; before !== link; ) {
      before = link;
      link = backpedal.exec(link)?.[0] ?? "";
    }
    return link === "" || /[*_`~[\]<>\\&@]/.test(link) ? undefined : link;
  }
}

function codeText(written: string): string {
  const code = written.replaceAll("\n", " ");
  const isPadded = code.length > 1 && code.startsWith(" ") && code.endsWith(" ") && /[^ ]/.test(code);
  return isPadded ? code.slice(1, -1) : code;
}
