/** Whole logs, real ones where they are at hand: every call is read and named. */
import { describe, expect, it } from "vitest";
import { toolOf } from "../../src/tools/index.ts";
import { corpora } from "../support/corpora.ts";
import { callsOf, logsIn } from "../support/tool-calls.ts";

describe.each(corpora)("$name", ({ folder, isLarge }) => {
  const calls = logsIn(folder).flatMap(callsOf);

  it("has calls of known tools that almost all are as we know them", () => {
    const known = calls.filter(({ call, isOdd }) => isOdd || call.kind !== "other");
    expect(known.length).toBeGreaterThan(isLarge ? 1000 : 200);
    expect(known.filter(({ isOdd }) => isOdd).length / known.length).toBeLessThan(isLarge ? 0.01 : 0.02);
  });

  it("gives every call a verb, and never an empty fact", () => {
    for (const { call } of calls) {
      const tool = toolOf(call);
      expect(tool.kind).toBe(call.kind);
      for (const fact of tool.facts?.(call) ?? []) if ("text" in fact) expect(fact.text.trim()).not.toBe("");
    }
  });
});
