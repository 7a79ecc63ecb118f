/** What each tool spent, what became of each type of line, and which agents have no transcript. */

import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { cost } from "../../src/archive/cost.ts";
import { coverageOf } from "../../src/archive/coverage.ts";
import type { LogArchive } from "../../src/archive/index.ts";
import { addUsage, type MessageUsage, usageByModel, usageByTool } from "../../src/conversation/usage.ts";
import { archiveOf, fixtures } from "../support/archive.ts";

const count = fc.nat({ max: 250_000 });
const message: fc.Arbitrary<MessageUsage> = fc.record({
  key: fc.string(),
  message: fc.constant(undefined),
  isSidechain: fc.boolean(),
  model: fc.constantFrom("claude-opus-4-6", "claude-haiku-4-5"),
  time: fc.constant(undefined),
  tokens: fc.record({
    ...{ input: count, output: count, cacheRead: count, cacheWrite5m: count, cacheWrite1h: count },
    reasoning: count,
  }),
  tools: fc.array(fc.constantFrom("Bash", "Edit", "Read"), { minLength: 1, maxLength: 7 }),
});

it("tokens by tool add up to all tokens, to the token", () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      expect(addUsage(usageByTool(messages).map(([, usage]) => usage))).toEqual(usageByModel(messages));
    }),
  );
});

it.each([
  ["claude-sonnet-4-5-20250929", 200_000],
  ["claude-haiku-5-5", 100_000],
])("a request of %s is a long one above %i tokens of input, cache included", (model, above) => {
  const message = (input: number) => ({
    model,
    tokens: { input: 10, output: 5, cacheRead: input - 10, cacheWrite5m: 0, cacheWrite1h: 0 },
  });
  const [short, long] = [above, above + 1].map((input) => usageByModel([message(input)]));
  expect(short?.[0]?.longContext).toBeUndefined();
  expect(long?.[0]?.longContext?.output).toBe(5);
  expect(cost(long ?? []).usd).toBeGreaterThan((cost(short ?? []).usd ?? 0) * 1.4);
});

describe("the sample", () => {
  let archive: LogArchive;
  beforeAll(async () => {
    ({ archive } = await archiveOf(join(fixtures, "sample/projects")));
  });

  it("has all its tokens at a tool, or at none", () => {
    const { toolUsage } = archive.work;
    expect(addUsage(toolUsage.map(([, usage]) => usage))).toEqual(archive.usage);
    expect(toolUsage.map(([tool]) => tool)).toEqual(expect.arrayContaining(["", "Bash", "Edit"]));
  });

  it("counts every line of its logs once, by type", () => {
    const { entries } = coverageOf(archive);
    const user = entries.find(({ type }) => type === "user");
    expect(user?.lines).toBeGreaterThan(100);
    expect(entries.find(({ type }) => type === "file-history-snapshot")).toMatchObject({ unknown: 0 });
    expect(entries.some(({ type }) => type.startsWith("system "))).toBe(true);
    for (const { lines, folded, unknown } of entries) expect(folded + unknown).toBeLessThanOrEqual(lines);
  });
});
