/** Search over whole logs, real ones where there are any: shards against one index, and whether what was written is found. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import type { Agent, Session, Turn } from "../../src/model/session.ts";
import { type SearchDocument, searchDocument } from "../../src/search/index.ts";
import { corpora } from "../support/corpora.ts";
import { random, temporary, writeDocuments } from "./documents.ts";
import { type Found, openSearch } from "./open-search.ts";

type Search = Awaited<ReturnType<typeof openSearch>>;

/** From the model, not from what search makes of it: prompts that were typed and answers, of agents too. */
function textsOf(session: Session): string[] {
  const ofTurns = (turns: readonly Turn[]): string[] =>
    turns.flatMap(({ prompt, steps }) => [
      ...(prompt.kind === "said" ? prompt.blocks.flatMap((each) => (each.kind === "text" ? [each.markdown] : [])) : []),
      ...steps.flatMap((step) => (step.kind === "text" ? [step.markdown] : [])),
    ]);
  const ofAgents = (agents: readonly Agent[]): string[] =>
    agents.filter(({ internal }) => !internal).flatMap((agent) => [...ofTurns(agent.turns), ...ofAgents(agent.agents)]);
  return [...ofTurns(session.turns), ...ofAgents(session.agents)];
}

/** Plain words stay words, with their commas and full stops off; whatever else stands between spaces is none. */
function tokens(text: string): string[] {
  const withoutReminders = text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, " ");
  return withoutReminders.split(/\s+/).map((token) => {
    const word = token.replace(/[.,;:!?]+$/, "");
    return /^(?:\p{L}{3,}|\p{L}+[\p{L}\p{N}_]{2,})$/u.test(word) ? word.toLowerCase() : "";
  });
}

describe.each(corpora)("over $name", ({ folder, isLarge }) => {
  const [single, merged] = [temporary(), temporary()];
  let [one, many]: [Search?, Search?] = [];
  /** What people and agents wrote in a session, each text as its tokens. */
  const written = new Map<string, string[][]>();

  beforeAll(async () => {
    const archive = await readArchive({ sources: [folder], title: "Corpus", timeZone: "UTC" });
    const documents: SearchDocument[] = [];
    for (const record of archive.sessions) {
      const { session } = await archive.open(record.id);
      documents.push(searchDocument(session, record, archive.projectOf(record).name));
      written.set(record.key, textsOf(session).map(tokens));
    }
    await writeDocuments(documents, single);
    const sizes = isLarge ? { batchSize: 50_000, shardSize: 250_000 } : { batchSize: 2000, shardSize: 10_000 };
    const { shards } = await writeDocuments(documents, merged, sizes);
    expect(shards.length).toBeGreaterThanOrEqual(5);
    [one, many] = [await openSearch(single), await openSearch(merged)];
  });
  afterAll(() => {
    for (const site of [single, merged]) rmSync(site, { recursive: true });
  });

  const next = random(17);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;

  function chosen(count: number, from: readonly string[]): string[] {
    const all = [...new Set(from)].sort();
    const found = new Set<string>();
    while (found.size < Math.min(count, all.length)) found.add(pick(all));
    return [...found];
  }

  const pairs = (words: readonly string[]): string[] =>
    words.slice(1).flatMap((word, at) => (word !== "" && words[at] !== "" ? [`${words[at]} ${word}`] : []));
  const everyText = (): string[][] => [...written.values()].flat();
  const wordsOf = (count: number): string[] =>
    chosen(
      count,
      everyText()
        .flat()
        .filter((word) => word !== ""),
    );
  const matches = ({ results }: Found): number => results.reduce((sum, each) => sum + each.matches, 0);

  test("shards give the counts of one index and its ten best, for 200 words", async () => {
    const words = wordsOf(200);
    expect(words).toHaveLength(200);
    const different: string[] = [];
    let overlap = 0;
    for (const word of words) {
      const [expected, found] = [await (one as Search)(word), await (many as Search)(word)];
      const isSame = [...expected.keys].sort().join() === [...found.keys].sort().join();
      if (!isSame || matches(expected) !== matches(found)) different.push(word);
      const best = new Set(expected.keys.slice(0, 10));
      overlap += best.size === 0 ? 1 : found.keys.slice(0, 10).filter((key) => best.has(key)).length / best.size;
    }
    expect(different).toEqual([]);
    expect(overlap / words.length).toBeGreaterThan(0.9);
  });

  test("every session that has one of 200 words is found by it", async () => {
    const misses: string[] = [];
    let checked = 0;
    for (const word of wordsOf(200)) {
      const { keys } = await (many as Search)(word);
      for (const [key, texts] of written) {
        if (!texts.some((text) => text.includes(word))) continue;
        checked++;
        if (!keys.includes(key)) misses.push(`${word} in ${key}`);
      }
    }
    expect(misses).toEqual([]);
    expect(checked).toBeGreaterThan(isLarge ? 400 : 200);
  });

  test("every session that has one of 50 pairs of words is found by the phrase", async () => {
    const misses: string[] = [];
    const asked = chosen(50, everyText().flatMap(pairs));
    expect(asked).toHaveLength(50);
    for (const pair of asked) {
      const { keys } = await (many as Search)(`"${pair}"`);
      for (const [key, texts] of written) {
        if (texts.some((text) => pairs(text).includes(pair)) && !keys.includes(key)) misses.push(`"${pair}" in ${key}`);
      }
    }
    expect(misses).toEqual([]);
  });
});
