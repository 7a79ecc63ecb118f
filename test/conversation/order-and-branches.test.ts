/** Order and branches: file order, results by id, rewinds by parent. */
import { describe, expect, it } from "vitest";
import type { Turn } from "../../src/model/session.ts";
import { archiveOf, callsOf, promptsOf, sessionOf, textsOf } from "../support/archive.ts";

/** The prompts of each version left behind, by the prompt that was kept. */
function leftBehind(turns: readonly Turn[]): readonly (readonly [string, readonly (readonly string[])[]])[] {
  return turns.flatMap((turn) =>
    turn.otherVersions === undefined ? [] : [[promptsOf([turn])[0] ?? "", turn.otherVersions.map(promptsOf)] as const],
  );
}

describe("order", () => {
  it("the file's order is kept where times go backwards", async () => {
    const session = await sessionOf("times-go-backwards");
    expect(promptsOf(session.turns)).toEqual(["One", "Two"]);
    expect(textsOf(session.turns)).toEqual(["First.", "Second."]);
    expect(session.span).toEqual({ from: "2026-03-02T08:33:00.000Z", to: "2026-03-02T09:02:00.000Z" });
  });

  it("a result is joined to its call wherever it stands", async () => {
    const { turns } = await sessionOf("a-result-far-from-its-call");
    expect(callsOf(turns)).toMatchObject([{ id: "toolu_c1", outcome: { state: "ok", text: "     1\tlow tide" } }]);
    expect(turns.map((turn) => turn.steps.length)).toEqual([1, 1]);
  });

  it("parallel calls keep all their results though they fork the tree", async () => {
    const { turns } = await sessionOf("parallel-calls-fork-the-tree");
    expect(turns).toHaveLength(1);
    expect(turns[0]?.otherVersions).toBeUndefined();
    expect(callsOf(turns).map(({ outcome }) => outcome)).toMatchObject([{ text: "1 done" }, { text: "2 done" }]);
    expect(textsOf(turns)).toEqual(["Both ran."]);
  });
});

describe("rewinds", () => {
  it("the branch that the last prompt's leaf names is live", async () => {
    const { turns } = await sessionOf("a-rewind-with-a-named-leaf");
    expect(promptsOf(turns)).toEqual(["Draw a boat", "Make it blue"]);
    expect(textsOf(turns)).toEqual(["Drawn.", "Blue now."]);
    expect(leftBehind(turns)).toEqual([["Make it blue", [["Make it green"]]]]);
  });

  it("without a named leaf the branch that ends last is live", async () => {
    const { turns } = await sessionOf("a-rewind-without-a-named-leaf");
    expect(promptsOf(turns)).toEqual(["Draw a boat", "Make it green"]);
    expect(leftBehind(turns)).toEqual([["Make it green", [["Make it blue"]]]]);
    expect(textsOf(turns[1]?.otherVersions?.[0] ?? [])).toEqual(["Blue now."]);
  });

  it("attachments and system lines inside the chain are skipped, never for parents", async () => {
    const { turns } = await sessionOf("a-rewind-through-hidden-lines");
    expect(promptsOf(turns)).toEqual(["Draw a boat", "Make it green"]);
    expect(leftBehind(turns)).toEqual([["Make it green", [["Make it blue"]]]]);
  });

  it("a rewind inside an abandoned branch stays with it", async () => {
    const { turns } = await sessionOf("a-rewind-within-a-rewind");
    expect(promptsOf(turns)).toEqual(["Draw a boat", "Make it green"]);
    expect(leftBehind(turns)).toEqual([["Make it green", [["Make it blue", "Add a flag"]]]]);
    expect(leftBehind(turns[1]?.otherVersions?.[0] ?? [])).toEqual([["Add a flag", [["Add a mast"]]]]);
  });
});

describe("odd parents", () => {
  it("entries without their parent are kept in file order, with one diagnostic", async () => {
    const { archive, session } = await archiveOf("parents-that-are-not-there");
    expect(promptsOf(session().turns)).toEqual(["One", "Two"]);
    expect(archive.diagnostics).toMatchObject([{ code: "odd-parents", level: "info", at: { line: 1 } }]);
  });

  it("circles and self-parents are kept in file order, with one diagnostic", async () => {
    const { archive, session } = await archiveOf("parents-in-a-circle");
    expect(promptsOf(session().turns)).toEqual(["One", "Two"]);
    expect(textsOf(session().turns)).toEqual(["First.", "Second."]);
    expect(archive.diagnostics).toMatchObject([{ code: "odd-parents", level: "info", at: { line: 1 } }]);
  });

  it("an agent that hangs under a line of its caller has no odd parent", async () => {
    expect((await archiveOf("internal-agents")).archive.diagnostics).toEqual([]);
  });
});
