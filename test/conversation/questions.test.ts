/** Questions: what was asked, what was chosen, what was said instead. */
import { describe, expect, it } from "vitest";
import type { ToolCall } from "../../src/model/session.ts";
import { callsOf, sessionOf } from "../support/archive.ts";

async function questionsOf(index: number) {
  const call = callsOf((await sessionOf("questions-and-answers")).turns)[index];
  return call?.kind === "askUserQuestion" ? (call as Extract<ToolCall, { kind: "askUserQuestion" }>).questions : [];
}

describe("AskUserQuestion", () => {
  it("answers are keyed by their question; chosen labels are marked and own words kept", async () => {
    const asked = await questionsOf(0);
    expect(asked.map(({ chosen, other }) => [chosen, other])).toEqual([
      [[], "A very dark green"],
      [["Hull", "Oars"], undefined],
    ]);
  });

  it("all options are there, chosen or not", async () => {
    expect((await questionsOf(0)).map(({ options }) => options.map(({ label }) => label))).toEqual([
      ["Red", "Blue"],
      ["Hull", "Mast", "Oars"],
    ]);
  });

  it("without the map, answers are read from the sentence", async () => {
    expect((await questionsOf(1)).map(({ chosen }) => chosen)).toEqual([["Blue"], ["Mast"]]);
  });

  it("an unanswered question says so", async () => {
    expect((await questionsOf(2)).map(({ answer }) => answer)).toEqual(["Red", undefined]);
    expect((await questionsOf(3)).map(({ answer, chosen }) => [answer, chosen])).toEqual([[undefined, []]]);
  });
});
