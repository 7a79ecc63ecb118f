import { describe, expect, test } from "vitest";
import { type Entry, planShards } from "../../src/search/shards.ts";

const entries = (count: number, size = 100): Entry[] =>
  Array.from({ length: count }, (_, number) => ({
    key: `session-${number}`,
    time: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
    size,
    hash: `hash-${number}`,
  }));

describe("a plan of shards", () => {
  test("is one shard while there is little text", () => expect(planShards(entries(10), 1000)).toHaveLength(1));
  test("of nothing is nothing", () => expect(planShards([], 1000)).toEqual([]));
  test("holds every session once, the oldest first, and no shard is too large", () => {
    const all = entries(200);
    const shards = planShards([...all].reverse(), 5000);
    expect(shards.flatMap((shard) => shard.entries)).toEqual(all);
    expect(shards.length).toBeGreaterThan(3);
    for (const shard of shards) expect(shard.size).toBeLessThanOrEqual(5000);
  });
  test("does not depend on the order in which sessions come", () => {
    const all = entries(200);
    expect(planShards([...all].reverse(), 5000)).toEqual(planShards(all, 5000));
  });
  test("keeps all but the last shard when sessions are added", () => {
    const before = planShards(entries(150), 5000).map(({ name }) => name);
    const after = planShards(entries(170), 5000).map(({ name }) => name);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });
  test("keeps the other shards when an old session grows", () => {
    const all = entries(200);
    const grown = all.map((entry, index) => (index === 20 ? { ...entry, size: 250, hash: "other" } : entry));
    const before = new Set(planShards(all, 5000).map(({ name }) => name));
    const changed = planShards(grown, 5000).filter(({ name }) => !before.has(name));
    expect(changed.length).toBeLessThanOrEqual(2);
  });
  test("has few shards however large the archive is", () => {
    expect(planShards(entries(1000), 5000).length).toBeLessThanOrEqual(10);
    expect(planShards(entries(4000), 5000).length).toBeLessThanOrEqual(10);
  });
  test("a session larger than a shard has its own", () => {
    const large = entries(30).map((entry, index) => (index === 15 ? { ...entry, size: 9000 } : entry));
    expect(planShards(large, 1000).some((shard) => shard.entries.length === 1)).toBe(true);
  });
});
