/** Tools: how calls end, in whatever form the result came. What each tool shows is in test/tools. */
import { describe, expect, it } from "vitest";
import { A, archiveOf, B, C, callsOf, pageOf, sessionOf, stepsOf, stepsOfKind } from "../support/archive.ts";

describe("outcomes", () => {
  it("success, failure, refusal, a sibling's failure, interruption and denial are different outcomes", async () => {
    const { turns } = await sessionOf("outcomes-of-calls");
    expect(
      callsOf(turns).map(({ outcome }) => [outcome.state, outcome.state === "none" ? undefined : outcome.reason]),
    ).toEqual([
      ["ok", undefined],
      ["error", undefined],
      ["rejected", undefined],
      ["rejected", undefined],
      ["error", "sibling-errored"],
      ["interrupted", undefined],
      ["interrupted", undefined],
      ["rejected", "denied"],
      ["rejected", "denied"],
      ["error", "hook-blocked"],
      ["none", undefined],
    ]);
  });

  it("the legend tells failed calls, refused ones and errors of the API apart", async () => {
    const legendOf = async (folder: string): Promise<readonly string[]> => {
      const { archive } = await archiveOf(folder);
      const list = /<ul class="legend".*?<\/ul>/s.exec(pageOf(archive, A))?.[0] ?? "";
      return [...list.matchAll(/<b>(\d+)<\/b> ([^<]+)/g)].map(([, many, name]) => `${many} ${name}`);
    };
    expect(await legendOf("outcomes-of-calls")).toEqual(["5 run", "1 failed", "5 refused"]);
    expect(await legendOf("errors-of-the-api")).toEqual(["2 API errors"]);
    expect((await archiveOf("outcomes-of-calls")).archive.session(A)?.failures).toBe(1);
  });

  it("the person's words with a refusal are kept", async () => {
    const { turns } = await sessionOf("outcomes-of-calls");
    expect(callsOf(turns)[2]?.outcome).not.toHaveProperty("feedback");
    expect(callsOf(turns)[3]?.outcome).toMatchObject({ feedback: "use the small boat" });
  });

  it("a failed edit is a failed call that says what it would have done, and changes no file", async () => {
    const session = await sessionOf("a-failed-edit");
    const [failed, done] = callsOf(session.turns);
    expect(failed).toMatchObject({ kind: "edit", input: { new_string: "high" }, outcome: { state: "error" } });
    expect(done).toMatchObject({ kind: "edit", outcome: { state: "ok" } });
    expect(session.files).toMatchObject([
      { path: "/home/ines/tidemark/b.ts", added: 1, removed: 1, calls: ["toolu_c2"] },
    ]);
  });
});

describe("results", () => {
  it("toolUseResult may be an object, a string, a list or absent; the block's content is the fallback", async () => {
    const { turns } = await sessionOf("results-in-four-forms");
    const [first, second, third, fourth] = callsOf(turns);
    expect(first).toMatchObject({
      kind: "bash",
      stdout: "from the object",
      outcome: { state: "ok", text: "from the block" },
    });
    expect(second).toMatchObject({ kind: "bash", outcome: { state: "error", text: "from the block" } });
    expect(third).toMatchObject({ kind: "mcp", outcome: { state: "ok", text: "berth 4\nberth 9" } });
    expect(fourth).toMatchObject({ kind: "bash", outcome: { state: "ok", text: "only the block" } });
  });

  it("an image becomes a file named by its content, never base64 in the model", async () => {
    const { archive, session } = await archiveOf("an-image-in-a-result");
    const [call] = callsOf(session().turns);
    const media = call?.outcome.state === "ok" ? call.outcome.media : undefined;
    expect(media).toMatchObject([
      { kind: "image", mediaType: "image/png", file: expect.stringMatching(/^[0-9a-f]{24}\.png$/) },
    ]);
    expect(JSON.stringify(session())).not.toContain("iVBORw0KGgo");
    expect((await archive.open(A)).file(media?.[0]?.file ?? "")).toHaveLength(media?.[0]?.bytes ?? -1);
  });

  it("a result without its call is shown, and so is a second result", async () => {
    const { turns } = await sessionOf("results-without-their-calls");
    expect(stepsOfKind(turns, "orphan-result")).toMatchObject([{ id: "r0", call: "toolu_gone", text: "late words" }]);
    expect(callsOf(turns)).toMatchObject([{ outcome: { text: "went" } }]);
    expect(stepsOfKind(turns, "event")).toMatchObject([
      { sender: { kind: "another-result" }, from: "Another result", text: "went further", call: "toolu_c1" },
    ]);
  });
});

describe("results after a resume", () => {
  it("a result that only the resumed log has is shown with its call, and there only", async () => {
    const { session } = await archiveOf("a-result-after-a-resume");
    expect(callsOf(session(A).turns)).toMatchObject([{ id: "toolu_c1", outcome: { state: "ok", text: "counted" } }]);
    expect(stepsOf(session(B).turns).map(({ id }) => id)).toEqual(["b1"]);
  });

  it("of two logs that went on, each with a result, the first gives it and the other keeps its own", async () => {
    const { session } = await archiveOf("two-forks-each-with-a-result");
    expect(callsOf(session(A).turns)).toMatchObject([{ outcome: { text: "seven" } }]);
    expect(stepsOfKind(session(B).turns, "orphan-result")).toEqual([]);
    expect(stepsOfKind(session(C).turns, "orphan-result")).toMatchObject([{ id: "r3", text: "eight" }]);
  });
});

describe("tools nobody knows", () => {
  it("an input that is not as we know it falls to the generic view, with a diagnostic", async () => {
    const { archive, session } = await archiveOf("an-odd-input");
    expect(callsOf(session().turns)).toMatchObject([
      { kind: "other", name: "Bash", input: { cmd: "go" }, outcome: { state: "ok" } },
      { kind: "other", name: 'Task" > <parameter name="description', outcome: { state: "none" } },
    ]);
    expect(archive.diagnostics).toMatchObject([{ code: "odd-tool-input", at: { line: 2 } }]);
  });
});
