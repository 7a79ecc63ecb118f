/**
 * A session as Pagefind pages. A hit costs the whole page's text to show, so long sessions are cut into parts; within
 * one, sections stand by kind and tool, so that a word's position alone tells what kind of text it is in.
 */
import { type SearchDocument, type SearchKind, type SearchSection, searchKinds } from "./document.ts";
import { spaced } from "./spaced.ts";

export interface Part {
  /** Unique in the archive; the path of the page, from the site's root. */
  readonly url: string;
  readonly page: string;
  readonly isFirst: boolean;
  readonly regions: readonly Region[];
}

/** Sections of one kind and tool. */
export interface Region {
  readonly kind: SearchKind;
  readonly tool: string;
  readonly sections: readonly SearchSection[];
}

/** Characters per part: a hit loads about a third of it. */
const partSize = 20_000;

export function parts(document: SearchDocument): Part[] {
  const pages = new Map<string, SearchSection[]>([[document.page, []]]);
  for (const section of document.sections) {
    const page = section.page ?? document.page;
    const sections = pages.get(page) ?? [];
    pages.set(page, sections);
    sections.push(...pieces({ ...section, text: spaced(section.text) }));
  }
  return [...pages].flatMap(([page, sections]) =>
    filled(sections.sort(byRegion)).map((regions, index) => ({
      url: index === 0 ? page : `${page}?part=${index + 1}`,
      page,
      isFirst: page === document.page && index === 0,
      regions,
    })),
  );
}

const order = new Map<string, number>(searchKinds.map((kind, index) => [kind, index]));

function byRegion(one: SearchSection, two: SearchSection): number {
  const kinds = (order.get(one.kind) ?? 0) - (order.get(two.kind) ?? 0);
  if (kinds !== 0) return kinds;
  const [a, b] = [one.tool ?? "", two.tool ?? ""];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A section larger than a part goes into several, each leading to the same element. */
function pieces(section: SearchSection): SearchSection[] {
  const { text } = section;
  const cut: SearchSection[] = [];
  let from = 0;
  while (text.length - from > partSize) {
    const space = text.lastIndexOf(" ", from + partSize);
    const line = text.lastIndexOf("\n", from + partSize);
    const end = Math.max(space, line) > from ? Math.max(space, line) : from + partSize;
    cut.push({ ...section, text: text.slice(from, end) });
    from = end;
  }
  cut.push(from === 0 ? section : { ...section, text: text.slice(from) });
  return cut.filter((piece) => piece.text.trim() !== "");
}

function filled(sections: readonly SearchSection[]): Region[][] {
  const all: SearchSection[][] = [[]];
  let size = 0;
  for (const section of sections) {
    if (size > 0 && size + section.text.length > partSize) {
      all.push([]);
      size = 0;
    }
    all.at(-1)?.push(section);
    size += section.text.length;
  }
  return all.map(regions);
}

function regions(sections: readonly SearchSection[]): Region[] {
  const found: { kind: SearchKind; tool: string; sections: SearchSection[] }[] = [];
  for (const section of sections) {
    const last = found.at(-1);
    const tool = section.tool ?? "";
    if (last !== undefined && last.kind === section.kind && last.tool === tool) last.sections.push(section);
    else found.push({ kind: section.kind, tool, sections: [section] });
  }
  return found;
}
