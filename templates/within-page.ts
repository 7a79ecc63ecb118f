/**
 * No page outside of `sessions/` is over 300 kB, whatever the logs hold. A page is drawn whole, and only if that is too
 * large again, with less room for each of its lists: what it has of short lists stays, the long ones end earlier.
 * As with the theme, the room is set for as long as one page is drawn, which is one synchronous call.
 */
import type { SafeHtml } from "../src/text/html.ts";

const mostBytes = 300_000;
/** No list of a page gets less room than this: a page of a few hundred lists is far from any that we draw. */
const leastBytes = 1000;
/** At most this part of the room is tried next. */
const shrink = 0.9;

/** What each list of the page may take. */
let room = mostBytes;

export const bytesOf = (markup: SafeHtml): number => Buffer.byteLength(String(markup));

/** To count bytes, the engine makes one text of all the parts: of most markup its length tells enough. */
const bytesAtMost = (markup: SafeHtml): number => 3 * String(markup).length;

export const isWithin = (markup: SafeHtml, most: number): boolean =>
  bytesAtMost(markup) <= most || bytesOf(markup) <= most;

/** A page within its bounds; `draw` is called once where it fits. */
export function withinPage(draw: () => SafeHtml, most = mostBytes): SafeHtml {
  const before = room;
  try {
    room = mostBytes;
    for (;;) {
      const page = draw();
      if (room < leastBytes || isWithin(page, most)) return page;
      // Half the room takes no more than half of the page: only the long lists get shorter. So this is never too little,
      // but for the first step: some lists are measured only where there is little room.
      room *= isTight() ? Math.min(shrink, most / bytesOf(page)) : shrink;
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

/**
 * The items that the page has room for, drawn, and those after them, which whoever draws the list counts. A list that
 * matters less than the others of a page takes a share of the room where there is little.
 */
export function fitting<Item>(
  items: readonly Item[],
  draw: (item: Item, at: number) => SafeHtml,
  share = 1,
): { readonly drawn: readonly SafeHtml[]; readonly left: readonly Item[] } {
  const drawn: SafeHtml[] = [];
  const most = isTight() ? room * share : room;
  let size = 0;
  let sizeOf = bytesAtMost;
  for (const [at, item] of items.entries()) {
    const made = draw(item, at);
    size += sizeOf(made);
    if (size > most && sizeOf === bytesAtMost) {
      sizeOf = bytesOf;
      size = drawn.reduce((sum, each) => sum + bytesOf(each), bytesOf(made));
    }
    if (size > most) break;
    drawn.push(made);
  }
  return { drawn, left: items.slice(drawn.length) };
}
