/** A stock merge finds too much and ranks by shard: ours must not differ from one index. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchDocument } from "../../src/search/index.ts";
import { document, random, temporary, writeDocuments } from "./documents.ts";
import { type Found, openSearch } from "./open-search.ts";

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
  await writeDocuments(all, single);
  const { shards } = await writeDocuments(all, merged, { batchSize: 40_000, shardSize: 100_000 });
  expect(shards.length).toBeGreaterThanOrEqual(5);
});
afterAll(() => {
  for (const site of [single, merged]) rmSync(site, { recursive: true });
});

const matches = ({ results }: Found): number => results.reduce((sum, { matches: some }) => sum + some, 0);

async function different(queries: readonly string[]): Promise<string[]> {
  const [one, many] = [await openSearch(single), await openSearch(merged)];
  const found: string[] = [];
  for (const query of queries) {
    const [expected, actual] = [await one(query), await many(query)];
    const isSame =
      expected.keys.length === actual.keys.length &&
      matches(expected) === matches(actual) &&
      JSON.stringify(expected.near) === JSON.stringify(actual.near);
    if (!isSame) found.push(query);
  }
  return found;
}

const words = Array.from({ length: 200 }, () => pick(vocabulary));
const pairs = Array.from({ length: 50 }, () => `${word()} ${word()}`);

test("shards give the counts of one index for 200 words and 50 pairs", async () =>
  expect(await different([...words, ...pairs])).toEqual([]));

test("shards give the counts of one index for beginnings of words, and for words with something added", async () =>
  expect(await different(words.flatMap((each) => [each.slice(0, -1), `${each}x`, `${each}xq`]))).toEqual([]));

test("shards give nearly the ten best of one index", async () => {
  const [one, many] = [await openSearch(single), await openSearch(merged)];
  let overlap = 0;
  for (const query of [...words, ...pairs]) {
    const best = new Set((await one(query)).keys.slice(0, 10));
    const found = (await many(query)).keys.slice(0, 10);
    overlap += best.size === 0 ? 1 : found.filter((key) => best.has(key)).length / best.size;
  }
  expect(overlap / (words.length + pairs.length)).toBeGreaterThan(0.9);
});

test("phrases give the same sessions", async () => {
  const [one, many] = [await openSearch(single), await openSearch(merged)];
  for (let times = 0; times < 30; times++) {
    const query = `"${vocabulary[Math.floor(next() ** 4 * 60)]} ${vocabulary[Math.floor(next() ** 4 * 60)]}"`;
    expect([...(await many(query)).keys].sort()).toEqual([...(await one(query)).keys].sort());
  }
});
