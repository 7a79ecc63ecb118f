/** Whole logs, real ones where they are at hand: every call is drawn, and nothing of it is lost. */
import { describe, expect, it } from "vitest";
import { corpora } from "../support/corpora.ts";
import { callsOf, logsIn } from "../support/tool-calls.ts";
import { lost } from "./tool-view.ts";

describe.each(corpora)("$name", ({ folder }) => {
  it("loses no line of any input or result", () => {
    const calls = logsIn(folder).flatMap(callsOf);
    expect(calls.length).toBeGreaterThan(200);
    const losses = calls.flatMap(({ call }) => lost(call).map((line) => `${call.name} ${call.id}: ${line}`));
    expect(losses).toEqual([]);
  });
});
