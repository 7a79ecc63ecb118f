/** Pi's logs: a tree with a live path, forks that copy entries, files without ids. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionKey } from "../../src/archive/record.ts";
import { hunksOf } from "../../src/log/pi/diff.ts";
import type { SessionId } from "../../src/model/session.ts";
import { archiveFrom, fixtures, stepsOf } from "../support/archive.ts";

const home = join(fixtures, "agents/home");
const folders = [join(home, ".pi/agent/sessions"), join(home, ".claude/projects")];
const A = "01961f00-0000-7000-8000-00000000000a" as SessionId;
const B = "01961f00-0000-7000-8000-00000000000b" as SessionId;
const opened = archiveFrom(folders);
const open = async (id: SessionId) => (await opened).session(id);
const words = (turns: Awaited<ReturnType<typeof open>>["turns"]): readonly string[] =>
  turns.map(({ prompt }) =>
    prompt.kind === "said"
      ? prompt.blocks.map((block) => ("markdown" in block ? block.markdown : "")).join()
      : prompt.kind,
  );

describe("a session of Pi", () => {
  it("has the prompts of its live path, as they were typed", async () => {
    const { turns } = await open(A);
    expect(words(turns)).toEqual([
      "The sill at Sesimbra dries at 0.4 m. <b>Not</b> 0.3.",
      "Now the colours, but blue.",
      "shell",
      "shell",
      "Go on",
    ]);
    expect(turns[1]?.otherVersions?.map(words)).toEqual([["Now the colours."]]);
  });

  it("says its agent, title, models and folder", async () => {
    expect(await open(A)).toMatchObject({
      agent: "pi",
      title: "Sill of Sesimbra",
      titleFrom: "custom-title",
      models: ["claude-sonnet-4-5", "gpt-5.1-codex"],
      project: "/home/mara/src/tidemark",
    });
  });

  it("has calls under their own names, read as the tools that they are", async () => {
    const calls = stepsOf((await open(A)).turns).flatMap((step) => (step.kind === "call" ? [step.call] : []));
    expect(calls).toMatchObject([
      { name: "read", kind: "read", path: "/home/mara/src/tidemark/src/sill.ts", input: { path: "src/sill.ts" } },
      { name: "bash", kind: "bash", command: "npm test", timeoutMs: 60_000, exitCode: 1, outcome: { state: "error" } },
      { name: "edit", kind: "edit", added: 1, removed: 1, hunks: [{ oldStart: 11, newStart: 11, oldLines: 3 }] },
    ]);
  });

  it("shows what a person ran, with what it printed and how it ended", async () => {
    const { turns } = await open(A);
    expect(turns.map(({ prompt }) => prompt).filter(({ kind }) => kind === "shell")).toEqual([
      { kind: "shell", command: "git status", stdout: "clean\n", stderr: "" },
      { kind: "shell", command: "git push", stdout: "rejected\n", stderr: "", exitCode: 1 },
    ]);
  });

  it("tells of interruption, compaction, branches, extensions and what is not known", async () => {
    const { archive } = await opened;
    const steps = stepsOf((await open(A)).turns);
    expect(
      steps.filter((step) => step.kind === "event" || step.kind === "compaction" || step.kind === "unknown"),
    ).toMatchObject([
      { event: "notice", from: "Branch left behind", text: "Tried red." },
      { event: "interrupted", text: "Request was aborted" },
      { kind: "compaction", summary: "The sill is 0.4 m now.", tokensBefore: 5000 },
      { event: "notice", from: "tide-table", text: "High water 14:02" },
      { event: "model-change" },
      { kind: "unknown", type: "telepathy" },
    ]);
    expect(archive.diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["unknown-entry", "invalid-json"]),
    );
  });

  it("counts tokens once, those of versions left behind too", async () => {
    expect((await open(A)).usage).toMatchObject([
      { model: "claude-sonnet-4-5", provider: "anthropic", input: 41, output: 82, cacheRead: 1203, cacheWrite5m: 164 },
      { model: "gpt-5.1-codex", input: 5, output: 6 },
    ]);
    expect((await open(B)).usage).toMatchObject([{ input: 7, output: 8, cacheRead: 0 }]);
  });
});

describe("a fork", () => {
  it("shows only what is new, and names the session before", async () => {
    const { archive } = await opened;
    const fork = await open(B);
    expect(words(fork.turns)).toEqual(["Do the same for Peniche."]);
    expect(fork.continues?.session).toBe(A);
    expect(archive.chains).toMatchObject([
      { links: [{ session: A }, { session: B, joinedBy: "parent-session", after: A }] },
    ]);
  });
});

describe("two agents with one id", () => {
  it("are two sessions of one project; Claude Code's keeps id and address", async () => {
    const { archive } = await opened;
    const own = archive.sessions.filter(({ id }) => id.startsWith("abc-123"));
    expect(own.map(({ id, key, agent, title }) => [id, key, agent, title])).toEqual([
      ["abc-123", "abc-123", "claude-code", "Hello Claude"],
      ["abc-123-pi", sessionKey("pi", "abc-123-pi"), "pi", "Hello Pi"],
    ]);
    expect(archive.projects).toHaveLength(1);
    expect(archive.chains).toHaveLength(1);
  });
});

describe("a numbered diff", () => {
  it("stands where its first change does, whatever kept lines before it count", () => {
    const kept = ["    ...", "   1 a", "   2 b", "- 32 c", "+ 32 C", "  33 d", "    ...", "   1 e", "+ 51 f", "  51 g"];
    expect(hunksOf(kept.join("\n"))).toEqual([
      { oldStart: 30, oldLines: 4, newStart: 30, newLines: 4, lines: [" a", " b", "-c", "+C", " d"] },
      { oldStart: 50, oldLines: 2, newStart: 50, newLines: 3, lines: [" e", "+f", " g"] },
    ]);
    expect(hunksOf("+ 1 a\n+ 2 b")).toEqual([
      { oldStart: 1, oldLines: 0, newStart: 1, newLines: 2, lines: ["+a", "+b"] },
    ]);
    expect(hunksOf("no diff")).toBeUndefined();
  });
});
