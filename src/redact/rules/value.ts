/** Where a value that follows its name ends. Half of a password must not be left. */
import { isIdentifier, isName, strangeness } from "../randomness.ts";

const longest = 1024;
const isQuote = (character: string | undefined): boolean => character === '"' || character === "'" || character === "`";

/** The end of a string literal; nothing where its line ends first. */
export function quotedEnd(text: string, start: number): number | undefined {
  const quote = text[start - 1];
  // `\"` before the value: the text around is a string itself, and ends the value in the same way.
  const isInString = text[start - 2] === "\\";
  const limit = Math.min(text.length, start + longest);
  for (let at = start; at < limit; at++) {
    const character = text[at];
    if (character === "\n" || character === "\r") return undefined;
    if (character === quote) return at;
    if (character !== "\\") continue;
    const next = text[at + 1];
    if (isInString || next === "n" || next === "r" || next === "t")
      return next === quote || next === "\\" ? at : undefined;
    at++;
  }
  return undefined;
}

const core = /[^\s"'`\\<>,;&(){}[\]|]{1,1024}/y;
const joint = /[<>,;&(){}[\]|]{1,3}/y;
/** `&page=2`, `;Server=db`, `,"name":`: another name and its value follow. */
const anotherPair = /[<>,;&(){}[\]|]{1,3}[\w.$ -]{1,40}(?:=|:(?!\/\/))/y;

const matchedTo = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};

/** `getToken(`, `config.load2(`, `o.K9(e)`: a call, but for passwords, which leave their bracket open. */
function isCall(head: string, rest: string, isLine: boolean): boolean {
  if (!/^[A-Za-z_$][\w$.]*$/.test(head)) return false;
  return head.includes(".") || isName(head) || isIdentifier(head) || (!isLine && rest.includes(")"));
}

/** What reads as a word, a command, a number or a type is not the other half of a password. */
const isOdd = (piece: string): boolean =>
  /\d/.test(piece) && /[A-Za-z]/.test(piece)
    ? !isIdentifier(piece) && !/^[a-z]{1,12}\d{0,4}$|^\d[\d._]*[a-z]{0,2}$/i.test(piece)
    : piece.length >= 6 && /^[A-Za-z]+$/.test(piece) && !isName(piece) && strangeness(piece) >= 0.55;

/**
 * The end of a value without quotes. Signs that end a value in code and in URLs stand in the middle of passwords too:
 * the value goes on behind them where what follows is as odd as a password, or, with `isLine`, to the end of its line.
 */
export function bareEnd(text: string, start: number, isLine: boolean): number {
  let end = matchedTo(core, text, start);
  if (end === start) return start;
  for (;;) {
    const next = matchedTo(joint, text, end);
    if (next === end || text.startsWith("</", end) || matchedTo(anotherPair, text, end) > end) return end;
    const further = matchedTo(core, text, next);
    if (further === next) {
      // Closing brackets and the comma of a list are no part of it, but for a line that is nothing but name and value.
      return isLine && /[)\]}>&|]/.test(text[next - 1] as string) && isLineEnd(text, next) ? next : end;
    }
    const piece = text.slice(next, further);
    if (text[end] === "(" && isCall(text.slice(start, end), text.slice(end + 1, further + 1), isLine)) return end;
    if (!isOdd(piece) && !(isLine && isLineEnd(text, further) && !/^[a-z]+$/.test(piece))) return end;
    end = further;
  }
}

export const isLineEnd = (text: string, at: number): boolean => {
  const next = text[at];
  return next === undefined || next === "\n" || next === "\r" || (isQuote(next) && isLineEnd(text, at + 1));
};

/** Without the full stop of a sentence, a bracket or a separator that came along. */
export function trimmed(text: string, start: number, end: number, isLine: boolean): number {
  if (isLine && isLineEnd(text, end) && !/[.,;:]/.test(text[end - 1] as string)) return end;
  let last = end;
  while (last > start && ".,;:!?*)]}".includes(text[last - 1] as string)) last--;
  return last;
}
