/**
 * A page as its reader has it: the words without tags, entities decoded, and what the tags themselves say. Highlighting
 * cuts a token into elements that stand in one line; without them it is whole again. Other elements stand apart.
 */
import { spare, strip } from "./strip.ts";
import { emptyView, originalView, type View } from "./views/index.ts";
import { numbered } from "./views/percent.ts";

export interface MarkupText {
  /** To be closed by whoever has read it. */
  readonly view: View;
  /** Where a character of it stands in the page. */
  readonly place: (offset: number) => number;
  /** The words around a character that no other element parts from it. */
  readonly around?: (offset: number) => string;
}

const tags = /<[!/?a-zA-Z][^<>]{0,4000}>/g;
const spans = /<\/?span(?: class="[\w -]*")?>/g;
/** Class names are ours; a person may be called like one of them ("chip"). */
const classes = / class="[\w -]*"/g;
/** A span that says more than its class is a line of a diff, as `ins` and `del` are. */
const inline =
  /^<(?:\/span>|\/?(?:a|abbr|b|bdi|bdo|cite|code|data|dfn|em|font|i|kbd|mark|q|rp|rt|ruby|s|samp|small|strong|sub|sup|time|tt|u|var|wbr)(?![\w-])|span(?: class="[\w -]*")?>)/i;
/** More white space than any rule allows between a name and its value. */
const apart = "\n".repeat(5);

const nearby = 6000;

const frequent = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'" } as const;
const others = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|amp);/gi;
const either = new RegExp(`${tags.source}|&(?:#x[0-9a-f]{1,6}|#\\d{1,7}|amp|quot|apos|lt|gt);`, "gi");

/** One after the other, as long as `page` is open. */
export function* markupTexts(page: View): Generator<MarkupText> {
  const [words, said] = [emptyView(page.length + spare), emptyView(page.length + spare)];
  if (!strip(page, words, said, isInline)) {
    words.close();
    said.close();
    yield* oddTexts(page.text);
    return;
  }
  yield {
    view: words,
    place: (offset) => placeIn(page.text, offset),
    around: (offset) => wordsAt(page.text, placeIn(page.text, offset)),
  };
  if (said.length === 0) said.close();
  else yield { view: said, place: (offset) => placeInTags(page.text, tagsOf(page.text).said, offset) };
}

/** Of a page that is not made as pages are; the same for one that is, and slower. */
export function* oddTexts(page: string): Generator<MarkupText> {
  const { words, said } = tagsOf(page);
  yield {
    view: originalView(decoded(words)),
    place: (offset) => placeIn(page, offset),
    around: (offset) => wordsAt(page, placeIn(page, offset)),
  };
  if (said.length > 0)
    yield { view: originalView(inTags(said).join("")), place: (offset) => placeInTags(page, said, offset) };
}

function tagsOf(page: string): { readonly words: string; readonly said: readonly string[] } {
  const said: string[] = [];
  const words = page.replace(spans, "").replace(tags, (tag) => {
    const own = tag.replace(classes, "");
    if (own.includes("=") || own.startsWith("<!") || own.startsWith("<?")) said.push(tag);
    return inTheirPlace(tag);
  });
  return { words, said };
}

const isInline = (tag: string): boolean => inline.test(tag);
const inTheirPlace = (tag: string): string => (isInline(tag) ? "" : apart);

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  let plain = text;
  for (const [entity, character] of Object.entries(frequent)) plain = plain.replaceAll(entity, character);
  return plain.replace(others, character);
}

function character(_entity: string, hex: string | undefined, decimal: string | undefined): string {
  return hex === undefined && decimal === undefined ? "&" : numbered(hex, decimal);
}

/** Only asked where something was found, so that nobody else pays for it. */
function placeIn(page: string, offset: number): number {
  let made = 0;
  let from = 0;
  for (const match of page.matchAll(either)) {
    if (made + match.index - from > offset) break;
    made += match.index - from;
    const put = match[0].startsWith("<") ? inTheirPlace(match[0]) : decoded(match[0]);
    if (made + put.length > offset) return match.index;
    made += put.length;
    from = match.index + match[0].length;
  }
  return from + offset - made;
}

/** Colours part nothing. */
function wordsAt(page: string, place: number): string {
  const before = page.slice(Math.max(0, place - nearby), place).replace(spans, "");
  const after = page.slice(place, place + nearby).replace(spans, "");
  const end = after.indexOf("<");
  return decoded(`${before.slice(before.lastIndexOf(">") + 1)}${end === -1 ? after : after.slice(0, end)}`);
}

const inTags = (tagsOfPage: readonly string[]): readonly string[] =>
  tagsOfPage.map((tag) => `${decoded(tag.replace(classes, ""))}${apart}`);

function placeInTags(page: string, tagsOfPage: readonly string[], offset: number): number {
  let at = 0;
  const number = inTags(tagsOfPage).findIndex((text) => {
    at += text.length;
    return at > offset;
  });
  return Math.max(0, page.indexOf(tagsOfPage[number] ?? ""));
}
