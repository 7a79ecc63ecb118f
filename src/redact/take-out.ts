/** Takes what the publish gate found out of a finished file. It need not be fast: it runs only where something was found. */
import { type Detectors, type Found, foundIn } from "./found.ts";
import { placeholder } from "./placeholder.ts";
import { cut } from "./replace.ts";
import { textOf } from "./text-of.ts";
import { handedValues, isCode, isMarkup, isPageText, textsOf } from "./unpack.ts";
import { mapStrings } from "./value.ts";
import { originalView, type Span } from "./views/index.ts";

export interface WithoutFound {
  readonly content: string;
  readonly taken: readonly Found[];
}

/** Nothing where a file is not text that can be changed, or holds nothing that can be taken out. */
export function withoutFound(file: string, bytes: Buffer, detectors: Detectors): WithoutFound | undefined {
  const taken: Found[] = [];
  const clear = (text: string, isPage: boolean): string => {
    const without = clearText(text, isPage, detectors);
    taken.push(...without.taken);
    return without.content;
  };
  let content: string;
  if (!isCode(file)) {
    const text = textOf(bytes);
    if (text === undefined) return undefined;
    content = clear(text, isMarkup(file));
  } else {
    const handed = handedValues(bytes);
    if (handed === undefined) return undefined;
    const each = (text: string): string => clear(text, isPageText(text));
    const values = mapStrings(handed.values, { text: each, key: each, lines: (lines) => lines.map(each) });
    content = `${handed.name}(${values.map((value) => JSON.stringify(value)).join(",")})\n`;
  }
  return taken.length === 0 ? undefined : { content, taken };
}

/** Taking something out may bring something else to light. */
const mostRounds = 8;

export function clearText(text: string, isPage: boolean, detectors: Detectors): WithoutFound {
  const taken: Found[] = [];
  if (!isPage && isClear(text, detectors)) return { content: text, taken };
  let content = text;
  for (let round = 0; round < mostRounds; round++) {
    const found = movable(content, isPage, detectors);
    if (found.length === 0) break;
    taken.push(...found);
    content = cut(
      content,
      found.map(({ spans, replacement, label }) => ({
        spans,
        standIn: replacement ?? placeholder({ label: plainLabel(label) }),
      })),
      false,
    );
  }
  return { content, taken };
}

const mayBePacked = /["'`][A-Za-z0-9+/]{64}/;

/** Most texts are, at first sight: no view of them need be made. */
const isClear = (text: string, { all }: Detectors): boolean => !mayBePacked.test(text) && all.detect(text).length === 0;

/** What a person calls a pattern stands in a page here. */
const plainLabel = (label: string): string => label.replace(/[^\p{L}\p{N} ._-]/gu, "") || "secret";

function movable(text: string, isPage: boolean, detectors: Detectors): readonly Found[] {
  const all: Found[] = [];
  for (const part of textsOf(originalView(text), isPage)) {
    for (const found of foundIn(part, detectors).found) {
      const spans = part.whole === undefined ? found.spans.filter(({ start, end }) => end > start) : [part.whole];
      if (spans.length > 0 && !(isPage && spans.some((span) => isAddress(text, span)))) all.push({ ...found, spans });
    }
    part.view.close();
  }
  return all;
}

const addresses =
  /\b(?:id|for|name|src|href|data-page|popovertarget|aria-(?:labelledby|describedby|controls))="([^"]*)$/i;

/** Whether something of the page is found by it: without it links would lead nowhere. */
function isAddress(page: string, { start }: Span): boolean {
  const tag = page.lastIndexOf("<", start);
  if (tag === -1 || page.slice(tag, start).includes(">")) return false;
  const before = addresses.exec(page.slice(tag, start));
  return before !== null && !/^(?:https?|mailto):/i.test(before[1] ?? "");
}
