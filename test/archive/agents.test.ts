/** Agents: which call has which transcript. How they are stored is in files.test.ts. */
import { describe, expect, it } from "vitest";
import { A, archiveOf, B, C, callsOf, promptsOf, sessionOf, stepsOfKind } from "../support/archive.ts";

describe("links", () => {
  it("result, sidecar, result text, progress and teammate id each link a call to its transcript", async () => {
    const { agents, turns } = await sessionOf("agents-by-every-evidence");
    expect(agents.map(({ id, calledBy }) => [id, calledBy])).toEqual([
      ["a1000001", "toolu_c1"],
      ["a2000002", "toolu_c2"],
      ["a3000003", "toolu_c3"],
      ["a4000004", "toolu_c4"],
      ["a5000005", "toolu_c5"],
      ["a6000006", undefined],
    ]);
    expect(stepsOfKind(turns, "call").map(({ agent }) => agent)).toEqual(agents.slice(0, 5).map(({ id }) => id));
  });

  it("the sidechain whose first prompt is the call's prompt is its transcript", async () => {
    const { agents, turns } = await sessionOf("agents-in-the-same-file");
    expect(agents.map(({ calledBy }) => calledBy)).toEqual(["toolu_c1"]);
    expect(stepsOfKind(turns, "call")[0]?.agent).toBe(agents[0]?.id);
  });

  it("an agent is described by its sidecar, else by the call that sent it", async () => {
    const { agents } = await sessionOf("agents-by-every-evidence");
    expect(agents.slice(0, 3).map(({ type, description }) => [type, description])).toEqual([
      ["Explore", "One"],
      ["painter", "Two by sidecar"],
      [undefined, "Three"],
    ]);
  });

  it("a transcript nobody links is still listed under its session", async () => {
    const { agents } = await sessionOf("agents-by-every-evidence");
    expect(promptsOf(agents[5]?.turns ?? [])).toEqual(["Go six"]);
  });

  it("a transcript that has its own file is not made a second time from progress lines", async () => {
    const { agents } = await sessionOf("agents-by-every-evidence");
    expect(agents.filter(({ id }) => id === "a4000004")).toHaveLength(1);
  });
});

describe("times", () => {
  it("an agent that only progress lines tell of worked from its call to its result", async () => {
    const { session } = await archiveOf("an-agent-known-from-progress");
    const [agent] = session().agents;
    expect(callsOf(agent?.turns ?? []).map(({ id }) => id)).toEqual(["toolu_k1"]);
    expect(agent?.span).toEqual({ from: "2026-03-02T09:02:00.000Z", to: "2026-03-02T09:03:40.000Z" });
  });
});

describe("forks", () => {
  it("an agent of copied progress lines stands in the session that it was sent from, once", async () => {
    const { archive, session } = await archiveOf("a-fork-copies-an-agent");
    expect(session(A).agents.map(({ id, calledBy }) => [id, calledBy])).toEqual([["a1b2c3d", "toolu_c1"]]);
    expect(callsOf(session(A).agents[0]?.turns ?? []).map(({ id }) => id)).toEqual(["toolu_k1", "toolu_k2"]);
    expect(callsOf(session(B).agents.flatMap(({ turns }) => turns)).map(({ id }) => id)).toEqual(["toolu_k3"]);
    expect(session(C).agents).toEqual([]);
    expect(archive.session(A)?.agents).toHaveLength(1);
    expect(archive.usage).toMatchObject([{ messages: 4, input: 40 }]);
  });

  it("a result that only the fork has, of the call or of the agent's own, is joined to it", async () => {
    const { session } = await archiveOf("a-fork-copies-an-agent");
    expect(callsOf(session(A).turns)).toMatchObject([{ id: "toolu_c1", outcome: { text: "All readers found." } }]);
    const inner = callsOf(session(A).agents[0]?.turns ?? []);
    expect(inner.map(({ outcome }) => ("text" in outcome ? outcome.text : ""))).toEqual(["poll.ts", "feed.ts"]);
    const ofFork = [...session(B).turns, ...session(B).agents.flatMap(({ turns }) => turns)];
    expect(stepsOfKind(ofFork, "orphan-result")).toEqual([]);
  });
});

describe("nesting", () => {
  it("agents that agents sent are nested to any depth", async () => {
    const { agents } = await sessionOf("agents-call-agents");
    expect(agents.map(({ id }) => id)).toEqual(["d1"]);
    expect(agents[0]?.agents.map(({ id }) => id)).toEqual(["d2"]);
    expect(agents[0]?.agents[0]?.agents.map(({ id, calledBy }) => [id, calledBy])).toEqual([["d3", "toolu_k2"]]);
    expect(stepsOfKind(agents[0]?.turns ?? [], "call")[0]?.agent).toBe("d2");
  });

  it("every nested agent is in the record, with the agent that sent it", async () => {
    const { archive } = await archiveOf("agents-call-agents");
    expect(archive.session(A)?.agents.map(({ id, parent }) => [id, parent])).toEqual([
      ["d1", undefined],
      ["d2", "d1"],
      ["d3", "d2"],
    ]);
  });
});

describe("kinds", () => {
  it("a background agent joins with its later notification", async () => {
    const session = await sessionOf("an-agent-in-the-background");
    expect(session.agents.map(({ id, calledBy }) => [id, calledBy])).toEqual([["d1", "toolu_c1"]]);
    expect(callsOf(session.turns)).toMatchObject([{ kind: "agent", background: true, agentId: "d1" }]);
    expect(promptsOf(session.turns)).toEqual(["Dig quietly"]);
    expect(stepsOfKind(session.turns, "event")).toMatchObject([
      { from: "Task notification", call: "toolu_c1", text: expect.stringContaining("Dug deep") },
    ]);
  });

  it("teammates are sessions of their own, joined by the team's name", async () => {
    const { archive, session } = await archiveOf("teammates-are-sessions");
    expect(archive.sessions.map(({ id, team }) => [id, team])).toEqual([
      [B, "harbour"],
      [A, "harbour"],
    ]);
    expect(session(A).agents).toEqual([]);
    expect(session(B).team).toEqual({ name: "harbour", member: "bo" });
    expect(session(B).turns[0]?.prompt).toEqual({
      kind: "machine",
      sender: { kind: "teammate", name: "team-lead" },
      from: "Teammate team-lead",
      text: "Mind the ropes",
    });
  });

  it("a forked agent says where its context came from", async () => {
    const { agents } = await sessionOf("a-forked-agent");
    expect(agents).toMatchObject([{ id: "f1", calledBy: "toolu_c1", forkOf: { session: A, entry: "c1" } }]);
  });
});
