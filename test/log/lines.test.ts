/** Lines: every line ends as something; metadata, titles, entries that stand in two places. */
import { describe, expect, it } from "vitest";
import type { SessionId } from "../../src/model/session.ts";
import {
  A,
  archiveOf,
  B,
  C,
  callsOf,
  promptsOf,
  sessionOf,
  stepsOf,
  stepsOfKind,
  textsOf,
} from "../support/archive.ts";

describe("unknown things", () => {
  it("unknown types, subtypes, blocks and tools are shown with their JSON", async () => {
    const { archive, session } = await archiveOf("unknown-things-are-shown");
    const { turns } = session();
    expect(stepsOfKind(turns, "unknown").map(({ type }) => type)).toEqual([
      "weather-report",
      "system moon_phase",
      "progress knitting",
      "attachment parrot",
      "hologram",
      "without type",
    ]);
    expect(stepsOfKind(turns, "unknown").map(({ raw }) => JSON.stringify(raw))).toEqual(
      ["grey", "new", "knitting", "ahoy", "beam", "silly"].map((word) => expect.stringContaining(word)),
    );
    expect(callsOf(turns)).toMatchObject([{ kind: "other", name: "Teleport", input: { to: "the pier" } }]);
    expect(archive.diagnostics.map(({ code }) => code)).toEqual([
      "unknown-entry",
      "unknown-system",
      "unknown-progress",
      "unknown-attachment",
      "unknown-block",
      "unknown-entry",
    ]);
  });
});

describe("metadata", () => {
  it("the last of repeated metadata lines wins", async () => {
    expect(await sessionOf("metadata-lines-first-and-last")).toMatchObject({
      title: "Second name",
      titleFrom: "custom-title",
    });
  });

  it("the span is that of real entries, wherever metadata stands and whatever time it has", async () => {
    expect((await sessionOf("metadata-lines-first-and-last")).span).toEqual({
      from: "2026-03-02T09:01:00.000Z",
      to: "2026-03-02T09:04:00.000Z",
    });
  });

  it("account ids of a bridge session are never shown", async () => {
    expect(JSON.stringify(await sessionOf("account-ids-are-never-shown"))).not.toContain("secret");
  });
});

describe("titles", () => {
  it("custom title, agent name, model's title, summary, plan, prompt and slug count in this order", async () => {
    const { archive } = await archiveOf("titles-by-strength");
    expect(archive.sessions.toReversed().map(({ title, titleFrom }) => [titleFrom, title])).toEqual([
      ["slug", "calm-tide-walks"],
      ["prompt", "First prompt"],
      ["plan", "Measure twice"],
      ["summary", "Summary of the day"],
      ["ai-title", "By ai-title"],
      ["agent-name", "By agent-name"],
      ["custom-title", "By custom-title"],
    ]);
  });

  it("a summary in another file gives the title, even where that file holds nothing else", async () => {
    const { archive, session } = await archiveOf("a-summary-in-another-file");
    expect(session()).toMatchObject({ title: "Chart axis flipped", titleFrom: "summary" });
    expect(archive.session(A)).toMatchObject({ title: "Chart axis flipped", titleFrom: "summary" });
  });

  it("a generic summary does not count", async () => {
    expect(await sessionOf("generic-summaries-do-not-count")).toMatchObject({
      title: "Paint the buoy red",
      titleFrom: "prompt",
    });
  });

  it("a prompt gives its words, without its Markdown", async () => {
    const { session } = await archiveOf("a-prompt-in-markdown");
    expect([A, B, C].map((id) => session(id).title)).toEqual([
      "1. Read a.ts & then b.ts",
      "Fix tide.ts: the second hour",
      "Look at src/*.ts and lib/__init__.py, see the notes",
    ]);
  });

  it("a plan's title is its first heading, else its first line, without a leading Plan:", async () => {
    const { session } = await archiveOf("plan-titles");
    expect([A, B, C].map((id) => session(id).title)).toEqual(["Rebuild the pier", "Move the lamp", "Sink the anchor"]);
  });

  it("the plan that was approved gives the title, also where another file says so", async () => {
    expect(await sessionOf("a-plan-is-rejected-and-another-approved")).toMatchObject({ title: "Replace two planks" });
    const { archive, session } = await archiveOf("the-second-plan-is-accepted-in-another-file");
    expect(session().title).toBe("Replace two planks");
    expect(archive.session(A)?.title).toBe("Replace two planks");
  });

  it("a teammate that nobody prompted is called by its name and team", async () => {
    expect(await sessionOf("a-teammate-without-a-prompt")).toMatchObject({
      title: "lamp-fix (team harbour)",
      titleFrom: "team",
    });
  });

  it("a prompt that says little leaves the title to the next one, where there is one", async () => {
    const { session } = await archiveOf("prompts-that-say-little");
    expect([A, B, C].map((id) => session(id).title)).toEqual(["Count the gulls", "港", "hello"]);
  });
});

describe("entries that stand twice", () => {
  it("the same uuid twice in a file is one entry", async () => {
    const session = await sessionOf("the-same-entry-twice");
    expect(promptsOf(session.turns)).toEqual(["Say it once"]);
    expect(stepsOf(session.turns)).toHaveLength(1);
    expect(session.usage).toMatchObject([{ output: 2, messages: 1 }]);
  });

  it("a resumed file shows only what is new and says what it continues", async () => {
    const { session } = await archiveOf("a-session-is-resumed");
    expect(session(A).continues).toBeUndefined();
    expect(promptsOf(session(A).turns)).toEqual(["Count the gulls"]);
    expect(session(B).continues).toEqual({ session: A, entry: "a1" });
    expect(promptsOf(session(B).turns)).toEqual(["Count the terns"]);
    expect(session(B).span?.from).toBe("2026-03-04T09:01:00.000Z");
  });

  it("continues from the last shared entry that a page shows", async () => {
    const { session } = await archiveOf("a-resume-after-hidden-lines");
    expect(session(B).continues).toEqual({ session: A, entry: "a1" });
  });

  it("a summary of copied entries titles the session that owns them", async () => {
    const { session } = await archiveOf("a-session-is-resumed");
    expect([A, B].map((id) => session(id).title)).toEqual(["Gull count", "Count the terns"]);
  });

  it("copied tokens count once", async () => {
    const { archive, session } = await archiveOf("a-session-is-resumed");
    expect(session(A).usage).toMatchObject([{ input: 10, output: 100, messages: 1 }]);
    expect(session(B).usage).toMatchObject([{ input: 20, output: 200, messages: 1 }]);
    expect(archive.usage).toMatchObject([{ input: 30, output: 300, messages: 2 }]);
  });

  it("copies that kept the id of their source belong to it, whichever file ended first", async () => {
    const { archive, session } = await archiveOf("a-resume-that-keeps-the-old-id");
    expect(promptsOf(session(B).turns)).toEqual(["Count the gulls", "Count the owls"]);
    expect(promptsOf(session(A).turns)).toEqual(["Count the terns"]);
    expect(session(A).continues).toEqual({ session: B, entry: "a1" });
    expect(archive.usage).toMatchObject([{ input: 10, output: 100 }]);
  });

  it("a session resumed twice is three sessions, each with its own part", async () => {
    const { archive, session } = await archiveOf("resumed-and-resumed-again");
    const ids: readonly SessionId[] = [A, B, C];
    expect(ids.map((id) => promptsOf(session(id).turns))).toEqual([
      ["Count the gulls"],
      ["Count the terns"],
      ["Count the owls"],
    ]);
    expect(ids.map((id) => session(id).continues)).toEqual([
      undefined,
      { session: A, entry: "a1" },
      { session: B, entry: "a2" },
    ]);
    expect(ids.map((id) => textsOf(session(id).turns))).toEqual([["Twelve gulls."], ["Three terns."], ["No owls."]]);
    expect(archive.usage).toMatchObject([{ output: 600, messages: 3 }]);
  });
});
