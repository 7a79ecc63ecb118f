/** A stock merge finds too much and ranks by shard (TECH.md 10): ours must not differ from one index. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SearchDocument, writeSearch } from "../../src/search/index.ts";
import { document, random, temporary } from "./documents.ts";
import { openSearch } from "./open-search.ts";

const [single, merged] = [temporary(), temporary()];
const next = random(4);
const syllables =
  "ar chi ve ten por ta le ma ri no su ka fel dro qui ste ban lo ge ther un com pre in ex ing tion er".split(" ");
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const vocabulary = [
  ...new Set(
    Array.from({ length: 4000 }, () =>
      Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(syllables)).join(""),
    ),
  ),
];
/** Few words are common, most are rare. */
const word = (): string => vocabulary[Math.floor(next() ** 3 * vocabulary.length)] as string;
const text = (length: number): string => Array.from({ length }, word).join(" ");

function documents(): SearchDocument[] {
  return Array.from({ length: 150 }, (_, number) =>
    document(
      `s${number}`,
      [
        { kind: "typed", text: text(30) },
        { kind: "said", text: text(50 + Math.floor(next() * 400)) },
        { kind: "output", tool: "Bash", text: text(Math.floor(next() * 600)) },
      ],
      { time: new Date(Date.UTC(2025, 0, 1 + number)).toISOString() },
    ),
  );
}

beforeAll(async () => {
  const all = documents();
  await writeSearch(all, single);
  const { shards } = await writeSearch(all, merged, { batchSize: 40_000, shardSize: 100_000 });
  expect(shards.length).toBeGreaterThanOrEqual(5);
});
afterAll(() => {
  for (const site of [single, merged]) rmSync(site, { recursive: true });
});

test("shards give the counts of one index, and nearly its ten best, for 200 words and 50 pairs", async () => {
  const [one, many] = [await openSearch(single), await openSearch(merged)];
  const queries = [
    ...Array.from({ length: 200 }, () => pick(vocabulary)),
    ...Array.from({ length: 50 }, () => `${word()} ${word()}`),
  ];
  const different: string[] = [];
  let overlap = 0;
  for (const query of queries) {
    const [expected, found] = [await one(query), await many(query)];
    const matches = (all: typeof found) => all.results.reduce((sum, { matches: some }) => sum + some, 0);
    if (expected.keys.length !== found.keys.length || matches(expected) !== matches(found)) different.push(query);
    const best = new Set(expected.keys.slice(0, 10));
    overlap += best.size === 0 ? 1 : found.keys.slice(0, 10).filter((key) => best.has(key)).length / best.size;
  }
  expect(different).toEqual([]);
  expect(overlap / queries.length).toBeGreaterThan(0.9);
});

test("phrases give the same sessions", async () => {
  const [one, many] = [await openSearch(single), await openSearch(merged)];
  for (let times = 0; times < 30; times++) {
    const query = `"${vocabulary[Math.floor(next() ** 4 * 60)]} ${vocabulary[Math.floor(next() ** 4 * 60)]}"`;
    expect([...(await many(query)).keys].sort()).toEqual([...(await one(query)).keys].sort());
  }
});
