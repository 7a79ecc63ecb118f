/**
 * Lists that are indented as most are: what belongs to an item stands at its text or further right, or goes on at the
 * margin at once; the next marker stands at the margin.
 */
import { codeBlock } from "../markdown-parts.ts";
import { closeFence, indentOf, isBlank, isHeading, isItem, isRule, isUnderline, openFence } from "./lines.ts";

/** Markup, and the line behind it. */
export interface Printed {
  readonly markup: string;
  readonly end: number;
}

export type Words = (text: string) => string;

/** What stands in an item. */
export interface Body {
  /** An empty line between two blocks. */
  readonly hasGap: boolean;
  readonly print: (isLoose: boolean) => string;
}

const deepest = 8;
const marker = /^(?:([-*+])|(\d{1,9})([.)]))( {1,3})(?=\S)/;
/** Something other than words. */
const odd = /^(?:[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|#{1,6}(?:\s|$)|>|```|~~~|<|\||=|--|__|\*\*\*|[ \t])/;
const task = /^\[[ xX]\]/;

const fenceSigns = /^(?:`{3,}|~{3,})/;

interface Item {
  readonly lines: readonly string[];
  /** The line behind it and behind the empty ones that follow. */
  readonly end: number;
  readonly isFollowed: boolean;
  readonly hasBlank: boolean;
}

/** `other` reads what stands in an item where that is more than words, lists and code. */
export function list(
  lines: readonly string[],
  at: number,
  other: (text: string) => Body,
  words: Words,
  depth = 0,
): Printed | undefined {
  if (depth > deepest) return undefined;
  const first = marker.exec(lines[at] ?? "");
  if (first === null) return undefined;
  const sign = first[1] ?? first[3];
  const items: Item[] = [];
  let end = at;
  for (let isMore = true; isMore; ) {
    const item = itemAt(lines, end, sign);
    if (item === undefined) return undefined;
    items.push(item);
    end = item.end;
    isMore = item.isFollowed;
  }
  const bodies = items.map((item) => {
    const own = item.isFollowed ? item.lines : withoutEnd(item.lines);
    return bodyOf(own, other, words, depth) ?? other(own.join("\n"));
  });
  const isLoose = items.some((item) => item.isFollowed && item.hasBlank) || bodies.some(({ hasGap }) => hasGap);
  const start = first[2] === undefined || Number(first[2]) === 1 ? "" : ` start="${Number(first[2])}"`;
  const tag = first[2] === undefined ? "ul" : "ol";
  let markup = `<${tag}${start}>\n`;
  for (const body of bodies) markup += `<li>${body.print(isLoose)}</li>\n`;
  return { markup: `${markup}</${tag}>\n`, end };
}

const withoutEnd = (lines: readonly string[]): readonly string[] => lines.join("\n").trimEnd().split("\n");

function itemAt(lines: readonly string[], start: number, sign: string | undefined): Item | undefined {
  const line = lines[start] as string;
  const found = marker.exec(line);
  if (found === null || (found[1] ?? found[3]) !== sign || isRule(line)) return undefined;
  const indent = found[0].length;
  const own = [line.slice(indent)];
  if (task.test(own[0] as string)) return undefined;
  let fence = fenceSigns.exec(own[0] as string)?.[0];
  let blanks = 0;
  let isPlain = !odd.test(own[0] as string);
  let at = start + 1;
  const over = (isFollowed: boolean): Item => ({ lines: own, end: at, isFollowed, hasBlank: blanks > 0 });
  for (; at < lines.length; at++) {
    const next = lines[at] as string;
    if (isBlank(next)) {
      if (fence === undefined) blanks++;
      else own.push(next.slice(indent));
      continue;
    }
    const spaces = indentOf(next);
    if (spaces === -1) return undefined;
    if (spaces >= indent) {
      for (; blanks > 0; blanks--) own.push("");
      const inner = next.slice(indent);
      const ticks = fenceSigns.exec(inner)?.[0];
      if (ticks !== undefined) {
        if (fence === undefined) fence = ticks;
        else if (inner.trimEnd() === ticks && ticks.startsWith(fence)) fence = undefined;
      }
      isPlain &&= !odd.test(inner);
      own.push(inner);
      continue;
    }
    if (fence !== undefined) return undefined;
    if (spaces === 0 && isItem(next)) {
      const other = marker.exec(next);
      if (other === null || isRule(next)) return undefined;
      return over((other[1] ?? other[3]) === sign);
    }
    if (blanks > 0) return spaces > 0 ? undefined : over(false);
    // Words that go on further left; behind a list or code in the item they would belong to that. marked looks at the
    // line before from where the item's words begin, even if that line went on further left as well.
    if (!isPlain || !isMoreWords(at === start + 1 ? (own[0] as string) : (lines[at - 1] as string).slice(indent)))
      return undefined;
    if (!isMoreWords(next.slice(spaces)) || spaces > 3) return undefined;
    own.push(next);
  }
  return fence === undefined ? over(false) : undefined;
}

const isMoreWords = (line: string): boolean =>
  !odd.test(line) && !isHeading(line) && !isUnderline(line) && !isRule(line);

interface Part {
  readonly markup: string;
  readonly isWords: boolean;
}

/** Of words, lists, fenced code. */
function bodyOf(
  lines: readonly string[],
  other: (text: string) => Body,
  words: Words,
  depth: number,
): Body | undefined {
  const parts: Part[] = [];
  let hasGap = false;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    if (line === "") {
      hasGap ||= parts.length > 0;
      at++;
      continue;
    }
    if (line.startsWith("```")) {
      const opened = openFence(line);
      const close = opened === null ? -1 : closeFence(lines, at + 1, opened[1] as string);
      if (opened === null || close === -1) return undefined;
      parts.push({ markup: codeBlock(lines.slice(at + 1, close).join("\n"), opened[2]), isWords: false });
      at = close + 1;
      continue;
    }
    if (isItem(line)) {
      const inner = list(lines, at, other, words, depth + 1);
      if (inner === undefined) return undefined;
      parts.push({ markup: inner.markup, isWords: false });
      // The list took the empty lines behind it.
      hasGap ||= inner.end < lines.length && lines[inner.end - 1] === "";
      at = inner.end;
      continue;
    }
    const end = wordsEnd(lines, at);
    if (end === -1) return undefined;
    parts.push({ markup: words(lines.slice(at, end).join("\n")), isWords: true });
    at = end;
  }
  return { hasGap, print: (isLoose) => parts.map((part) => printed(part, isLoose)).join("") };
}

const printed = ({ markup, isWords }: Part, isLoose: boolean): string =>
  isWords && isLoose ? `<p>${markup}</p>\n` : markup;

/** The line behind words; -1 where they may be more than that. */
function wordsEnd(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line === "") return at;
    const spaces = indentOf(line);
    if (spaces === -1 || spaces > 3 || (at === from && spaces > 0)) return -1;
    const inner = line.slice(spaces);
    if (at > from) {
      if (spaces === 0 && line.startsWith("```")) return at;
      // Only a list that begins with 1 interrupts words.
      if (isItem(inner)) return spaces === 0 && /^(?:[-*+]|1[.)]) +\S/.test(line) ? at : -1;
    }
    if (!isMoreWords(inner)) return -1;
  }
  return lines.length;
}
