/** Plans: what was proposed, what became of it, and where it was carried out. */
import { describe, expect, it } from "vitest";
import { A, archiveOf, B, callsOf, promptsOf, sessionOf, stepsOf, stepsOfKind } from "../support/archive.ts";

const hull = "# Plan: Paint the hull\n\n1. Sand\n2. Paint";

describe("status", () => {
  it("a plan whose result approves it is approved, and stands where it was proposed", async () => {
    const session = await sessionOf("a-plan-approved");
    expect(session.plans).toMatchObject([
      { entry: "c1", origin: "exit-plan-mode", status: "approved", title: "Paint the hull", markdown: hull },
    ]);
    expect(session.plans[0]).not.toHaveProperty("contextCleared");
    expect(stepsOf(session.turns).map(({ id, kind }) => [id, kind])).toEqual([
      ["a1", "text"],
      ["c1", "plan"],
      ["a2", "text"],
    ]);
  });

  it("a rejected plan has the person's words as feedback, where there are any", async () => {
    const { plans } = await sessionOf("a-plan-rejected-with-words");
    expect(plans).toMatchObject([
      { entry: "c1", status: "rejected", feedback: "prime it first" },
      { entry: "c2", status: "rejected" },
    ]);
    expect(plans[1]).not.toHaveProperty("feedback");
  });

  it("what may be done without asking is kept with the plan", async () => {
    const { plans } = await sessionOf("a-plan-is-rejected-and-another-approved");
    expect(plans.map(({ allowedPrompts }) => allowedPrompts)).toEqual([
      [{ tool: "Bash", prompt: "run the tests" }],
      [{ tool: "Bash", prompt: "run the tests" }, { prompt: "measure planks" }],
      undefined,
    ]);
  });

  it("a plan without a result, or with another one, is pending", async () => {
    expect((await sessionOf("a-plan-left-open")).plans.map(({ status }) => status)).toEqual(["pending", "pending"]);
  });
});

describe("text", () => {
  it("a plan that is not in the call is taken from the result, with its file", async () => {
    const { plans } = await sessionOf("a-plan-kept-in-a-file");
    expect(plans).toMatchObject([{ markdown: hull, status: "approved", file: "/home/ines/.claude/plans/hull.md" }]);
  });

  it("writing the plan's file is drafting, not a change to the project", async () => {
    const session = await sessionOf("a-plan-kept-in-a-file");
    expect(callsOf(session.turns)).toMatchObject([{ kind: "write", name: "Write" }]);
    expect(session.files).toEqual([]);
  });
});

describe("accepted, context cleared", () => {
  it("in an old log the next prompt of the same file approves it", async () => {
    const session = await sessionOf("a-plan-accepted-in-the-same-file");
    expect(session.plans).toMatchObject([{ entry: "c1", status: "approved", contextCleared: true, markdown: hull }]);
    expect(session.plans[0]).not.toHaveProperty("feedback");
    expect(promptsOf(session.turns)).toEqual(["Make the hull shine", "(plan)"]);
    expect(stepsOfKind(session.turns.slice(0, 1), "event").map(({ event }) => event)).toEqual(["interrupted"]);
  });

  it("in a new log another file approves it, and each says where the other is", async () => {
    const { session } = await archiveOf("a-plan-accepted-in-another-file");
    expect(session(A).plans).toMatchObject([
      { entry: "c1", status: "approved", implementedIn: B, contextCleared: true },
    ]);
    expect(session(B).plans).toMatchObject([
      {
        entry: "q1",
        origin: "plan-content",
        status: "approved",
        plannedIn: A,
        markdown: hull,
        title: "Paint the hull",
      },
    ]);
  });

  it("the plan card in the transcript says the same as the list of plans", async () => {
    const { session } = await archiveOf("a-plan-accepted-in-another-file");
    expect(stepsOfKind(session(A).turns, "plan").map(({ plan }) => plan)).toEqual(session(A).plans);
    expect(session(B).turns[0]?.prompt).toEqual({ kind: "plan", plan: session(B).plans[0] });
  });

  it("a plan whose text the log does not hold is approved by the transcript that names it", async () => {
    const { session } = await archiveOf("a-plan-accepted-but-not-in-the-log");
    expect(session(A).plans).toMatchObject([{ status: "approved", implementedIn: B }]);
    expect(session(B).plans).toMatchObject([{ status: "approved", plannedIn: A }]);
  });

  it("a plan that was changed before it was accepted is approved by the transcript that names it", async () => {
    const { session } = await archiveOf("a-plan-changed-before-it-was-accepted");
    expect(session(A).plans).toMatchObject([{ title: "Paint the hull", status: "approved", implementedIn: B }]);
    expect(session(B).plans).toMatchObject([{ title: "Varnish the hull", plannedIn: A }]);
  });

  it("another plan of another session stays rejected", async () => {
    const { session } = await archiveOf("a-plan-of-another-session");
    expect(session(A).plans).toMatchObject([{ status: "rejected" }]);
    expect(session(B).plans[0]).not.toHaveProperty("plannedIn");
  });

  it("lines of the planning session at the head of the file belong to the plan", async () => {
    const { archive, session } = await archiveOf("a-plan-with-the-end-of-the-session-before");
    expect(promptsOf(session().turns)).toEqual(["(plan)"]);
    expect(stepsOf(session().turns).map(({ id }) => id)).toEqual(["a2"]);
    const { outcome } = session().plans[0] ?? {};
    expect(outcome).toMatchObject({
      state: "rejected",
      text: expect.stringMatching(/want to proceed[\s\S]*interrupted/),
    });
    expect(archive.session(A)?.role).toBe("implementation");
  });

  it("the Implement prompt is never a human prompt: not in the transcript, the title or the lists", async () => {
    for (const [folder, id] of [
      ["a-plan-accepted-in-the-same-file", A],
      ["a-plan-accepted-in-another-file", B],
      ["a-source-that-is-not-here", B],
    ] as const) {
      const { archive, session } = await archiveOf(folder);
      expect(promptsOf(session(id).turns).join()).not.toContain("Implement");
      expect(session(id).title).toBe("Paint the hull");
      expect(archive.session(id)?.firstPrompt ?? "").not.toContain("Implement");
    }
  });
});
