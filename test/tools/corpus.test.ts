/** Real logs, where they are at hand: every call is read, named and drawn, and nothing of it is lost. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../src/tools/index.ts";
import { callsOf, logsIn, lost } from "./harness.ts";

const corpus = join(import.meta.dirname, "../../../shared/corpus/projects");

describe.skipIf(!existsSync(corpus))("the corpus", () => {
  const calls = existsSync(corpus) ? logsIn(corpus).flatMap(callsOf) : [];

  it("has calls of known tools that almost all are as we know them", () => {
    const known = calls.filter(({ call, isOdd }) => isOdd || call.kind !== "other");
    expect(known.length).toBeGreaterThan(1000);
    expect(known.filter(({ isOdd }) => isOdd).length / known.length).toBeLessThan(0.01);
  });

  it("loses no line of any input or result", () => {
    const losses = calls.flatMap(({ call }) => lost(call).map((line) => `${call.name} ${call.id}: ${line}`));
    expect(losses).toEqual([]);
  });

  it("gives every call a verb, and never an empty fact", () => {
    for (const { call } of calls) {
      const tool = toolOf(call);
      expect(tool.kind).toBe(call.kind);
      for (const fact of tool.facts?.(call) ?? []) if ("text" in fact) expect(fact.text.trim()).not.toBe("");
    }
  });
});
