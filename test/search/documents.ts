/** Documents as tests need them. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type SearchDocument,
  type SearchReport,
  type SearchSection,
  type SearchSource,
  type SessionIndex,
  SessionIndexer,
  type WriteOptions,
  writeSearch,
} from "../../src/search/index.ts";

export function document(
  key: string,
  sections: readonly Partial<SearchSection>[],
  more: Partial<SearchDocument> = {},
): SearchDocument {
  return {
    key,
    page: `sessions/${key}/index.html`,
    title: `Session ${key}`,
    ...{ project: "tides", role: "single", models: ["claude-opus-4-6"], branches: ["main"], prompts: 1, failures: 0 },
    time: "2026-02-17T09:00:00Z",
    sections: sections.map((section, index) => ({
      anchor: `s-${key}-${index}`,
      kind: "said",
      title: "Prompt 1",
      text: "",
      ...section,
    })),
    ...more,
  };
}

export const said = (key: string, text: string): SearchDocument => document(key, [{ text }]);

export const temporary = (): string => mkdtempSync(join(tmpdir(), "annals-search-test-"));

/** Always the same numbers. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function sourceOf(document: SearchDocument, fingerprint = JSON.stringify(document)): SearchSource {
  const { sections: _, ...fields } = document;
  const make = (): SessionIndex => new SessionIndexer().index(document);
  return { fingerprint, fields, make, load: make };
}

/** As the documents of a build, which loads their indexes when it needs them. */
export function writeDocuments(
  documents: readonly SearchDocument[],
  site: string,
  options?: WriteOptions,
): Promise<SearchReport> {
  return writeSearch(
    documents.map((each) => sourceOf(each)),
    site,
    options,
  );
}
