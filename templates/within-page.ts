/**
 * No page outside of `sessions/` is over 300 kB, whatever the logs hold. A page is drawn whole, and only if that is too
 * large again, with less room for each of its lists: what it has of short lists stays, the long ones end earlier.
 * As with the theme, the room is set for as long as one page is drawn, which is one synchronous call.
 */
import type { SafeHtml } from "../src/text/html.ts";

const mostBytes = 300_000;
/** No list of a page gets less room than this: a page of a few hundred lists is far from any that we draw. */
const leastBytes = 1000;
const shrink = 0.8;

/** What each list of the page may take. */
let room = mostBytes;

export const bytesOf = (markup: SafeHtml): number => Buffer.byteLength(String(markup));

/** A page within its bounds; `draw` is called once where it fits. */
export function withinPage(draw: () => SafeHtml, most = mostBytes): SafeHtml {
  const before = room;
  try {
    for (room = mostBytes; ; room *= shrink) {
      const page = draw();
      if (room < leastBytes || bytesOf(page) <= most) return page;
    }
  } finally {
    room = before;
  }
}

export const isTight = (): boolean => room < mostBytes;

/** Bytes that a list may take which is measured before it is drawn. */
export const listBytes = (): number => room;

/** Of a number that suits ordinary pages, what suits this one; never less than `least`. */
export const fittingCount = (most: number, least = 1): number => Math.max(least, Math.floor((most * room) / mostBytes));

/** The items that the page has room for, drawn, and those after them, which whoever draws the list counts. */
export function fitting<Item>(
  items: readonly Item[],
  draw: (item: Item, at: number) => SafeHtml,
): { readonly drawn: readonly SafeHtml[]; readonly left: readonly Item[] } {
  const drawn: SafeHtml[] = [];
  let size = 0;
  for (const [at, item] of items.entries()) {
    const made = draw(item, at);
    size += bytesOf(made);
    if (size > room) break;
    drawn.push(made);
  }
  return { drawn, left: items.slice(drawn.length) };
}
