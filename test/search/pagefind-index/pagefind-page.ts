/** A part of a session as a page that Pagefind's own indexer can read, to compare what it makes of it. */
import type { SearchDocument, SearchKind } from "../../../src/search/document.ts";
import { hiddenWords } from "../../../src/search/pagefind-index/hidden-words.ts";
import type { Part } from "../../../src/search/parts.ts";

/** How much a word counts by where it stands: what people wrote most, what machines wrote least. */
const weights: Readonly<Record<SearchKind, number>> = {
  typed: 1.6,
  story: 1.2,
  file: 1.4,
  plan: 1.4,
  question: 1.3,
  tasks: 1.2,
  commit: 1.2,
  said: 1.2,
  thinking: 1,
  command: 1,
  edit: 0.8,
  output: 0.6,
};

export function pageOf(document: SearchDocument, part: Part): string {
  const filters: (readonly [string, string])[] = [
    ["project", document.project],
    ...document.models.map((model) => ["model", model] as const),
    ...document.branches.map((branch) => ["branch", branch] as const),
    ...(document.story === undefined ? [] : [["story", document.story] as const]),
    ...[...new Set(part.regions.map((region) => region.kind))].map((kind) => ["kind", kind] as const),
    ...[...new Set(part.regions.map((region) => region.tool))].map((tool) => ["tool", tool] as const),
    ["month", document.time?.slice(0, 7) ?? ""],
    ["failures", document.failures > 0 ? "yes" : "no"],
  ];
  const head = filters.map(([name, value]) => (value === "" ? "" : mark("filter", `${name}:${value}`))).join("");
  // The title is searchable as metadata; on further parts it would find the session several times.
  const title = part.isFirst ? mark("meta", `title:${document.title}`) : "";
  const body = part.regions.map((region) => {
    const sections = region.sections.map(
      (section) => `${anchorOf(section.anchor, section.title)}${escaped(section.text)}\n`,
    );
    const words = region.sections.flatMap(({ text }) => text.split(/\s+/));
    const more = [...new Set([...new Set(words)].flatMap(hiddenWords))];
    const hidden = more.length === 0 ? "" : `${anchorOf("hidden", "+")}${escaped(more.join(" "))}\n`;
    return `<span data-pagefind-weight="${weights[region.kind]}">${sections.join("")}${hidden}</span>`;
  });
  // Pagefind leaves out pages without a word; it stands last, so that no position moves.
  const words = `${body.join("")}${hasWord(part) ? "" : escaped(`${document.title} ${document.key}`)}`;
  return `<!doctype html><html lang="en"><body data-pagefind-body>${head}${title}${words}</body></html>`;
}

/** A text of nothing but signs has none. */
const hasWord = ({ regions }: Part): boolean =>
  regions.some(({ sections }) => sections.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));

const mark = (what: "filter" | "meta", value: string): string => `<i data-pagefind-${what}="${escaped(value)}"></i>`;

/** Empty, and before its text: Pagefind would store the text of an element around it twice. */
const anchorOf = (id: string, title: string): string =>
  `<i id="${escaped(id)}" data-pagefind-title="${escaped(title)}"></i>`;

function escaped(text: string): string {
  // Half of a surrogate pair is no text, and Pagefind stops at it.
  return text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
