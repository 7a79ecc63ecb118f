import { describe, expect, test } from "vitest";
import { type Entry, planShards } from "../../src/search/shards.ts";

const entries = (count: number, size = 100): Entry[] =>
  Array.from({ length: count }, (_, number) => ({
    key: `session-${number}`,
    time: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
    size,
    hash: `hash-${number}`,
  }));

const sizes = { batchSize: 1000, shardSize: 8000 };
const plan = (all: readonly Entry[]) => planShards(all, sizes);
const names = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name);

describe("a plan of shards", () => {
  test("is one shard while there is little text", () => {
    expect(plan(entries(10))).toHaveLength(1);
    const several = planShards(entries(40), { ...sizes, shardSize: 20_000 });
    expect(several).toHaveLength(1);
    expect(several[0]?.batches.length).toBeGreaterThan(3);
  });
  test("of nothing is nothing", () => expect(plan([])).toEqual([]));
  test("holds every session once, the oldest first, in its shard and in its batches", () => {
    const all = entries(300);
    const shards = plan([...all].reverse());
    expect(shards.flatMap((shard) => shard.entries)).toEqual(all);
    expect(shards.flatMap((shard) => shard.batches.flatMap((batch) => batch.entries))).toEqual(all);
    expect(shards.length).toBeGreaterThan(3);
  });
  test("no batch is too large, nor a shard", () => {
    for (const shard of plan(entries(300))) {
      expect(shard.size).toBeLessThanOrEqual(sizes.shardSize);
      for (const batch of shard.batches) expect(batch.size).toBeLessThanOrEqual(sizes.batchSize);
    }
  });
  test("does not depend on the order in which sessions come", () => {
    const all = entries(200);
    expect(plan([...all].reverse())).toEqual(plan(all));
  });
  test("leaves all but the last shard when a session is added, and that is one batch", () => {
    const before = plan(entries(171));
    const after = plan(entries(172));
    expect(names(after.slice(0, -1))).toEqual(names(before.slice(0, -1)));
    expect(after.at(-1)?.batches).toHaveLength(1);
  });
  test("leaves all but the last batch when many are added", () => {
    const batches = (count: number) => names(plan(entries(count)).flatMap((shard) => shard.batches));
    expect(batches(260).slice(0, batches(150).length - 1)).toEqual(batches(150).slice(0, -1));
  });
  test("leaves most batches when an old session grows", () => {
    const all = entries(1000);
    const grown = all.map((entry, index) => (index === 20 ? { ...entry, size: 250, hash: "other" } : entry));
    const batches = (of: readonly Entry[]) =>
      planShards(of, { batchSize: 3000, shardSize: 8000 }).flatMap((each) => each.batches);
    const before = new Set(names(batches(all)));
    expect(before.size).toBeGreaterThan(30);
    expect(batches(grown).filter(({ name }) => !before.has(name)).length).toBeLessThanOrEqual(4);
  });
  test("has few shards however large the archive is", () => {
    expect(plan(entries(2000)).length).toBeLessThanOrEqual(10);
    expect(plan(entries(8000)).length).toBeLessThanOrEqual(10);
  });
  test("a session larger than a batch has its own", () => {
    const large = entries(30).map((entry, index) => (index === 15 ? { ...entry, size: 9000 } : entry));
    expect(plan(large).some((shard) => shard.batches.some((batch) => batch.entries.length === 1))).toBe(true);
  });
});
