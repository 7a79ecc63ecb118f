/** What Claude Code 2.1.236 to 2.1.289 writes: labels, moves, schedules, answers taken back, agents by their sender. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldedReasons } from "../../src/log/entries/index.ts";
import {
  A,
  archiveOf,
  B,
  callsOf,
  fixtures,
  pageOf,
  promptsOf,
  sessionOf,
  stepsOfKind,
  textsOf,
} from "../support/archive.ts";
import { run } from "../support/run.ts";

describe("a session of every new kind of line", () => {
  it("is understood whole", async () => {
    const { archive, session } = await archiveOf("everything-since-2-1-236");
    expect(archive.diagnostics).toEqual([]);
    expect(JSON.stringify(session().turns)).not.toContain('"kind":"unknown"');
    expect(pageOf(archive, A)).not.toContain("Not understood");
  });

  it("builds by default, and nothing in it is unknown", () => {
    const scratch = mkdtempSync(join(tmpdir(), "annals-since-"));
    try {
      const logs = join(fixtures, "sessions/everything-since-2-1-236");
      const built = run(scratch, ["build", logs, "-o", "site", "--json"]);
      expect(built.stderr).toBe("");
      expect(built.code).toBe(0);
      expect(JSON.parse(built.stdout)).toMatchObject({ sessions: 1, notUnderstood: {} });
      const report = readFileSync(join(scratch, "site/report/index.html"), "utf8");
      expect(report).toContain("Everything in the logs was understood.");
      for (const what of ["attachment prompt_snapshot", "attachment session_context", "history-suppression"])
        expect(report).toContain(`<code>${what}</code>`);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }, 120_000);

  it("shows each call, and what the client said beside the conversation", async () => {
    const { turns } = await sessionOf("everything-since-2-1-236");
    expect(callsOf(turns).map(({ name, kind }) => (kind === "other" ? `${name} as is` : name))).toEqual([
      "SubagentHandback",
      "SendFeedback",
      "SendFeedback",
      "PushNotification",
      "RemoteTrigger",
      "DesignSync",
      "ArtifactComments",
      "ArtifactData",
      "ArtifactCheck",
      "ScheduleWakeup",
      "Write as is",
      "Read",
      "Read",
    ]);
    expect(callsOf(turns).map(({ caller }) => caller)).toContain("code_execution_20260120 srvtoolu_1");
    expect(promptsOf(turns)).toEqual(["Sort the tides", "scheduled: Look at the tide gauge", "also the mast"]);
    const said = stepsOfKind(turns, "event").map(({ from, text }) => `${from}: ${text}`);
    expect(said).toContain("Another session: The mast is up");
    expect(said).toContain("Background task: Run the tests: running\n12 of 40 passed");
  });

  it("has no word of what the client told the model, and the report says why", async () => {
    const { archive } = await archiveOf("everything-since-2-1-236");
    const page = pageOf(archive, A);
    for (const told of ["Write plainly.", "How tides work.", "You are a client.", "Schedules.", "As told."])
      expect(page).not.toContain(told);
    const whys = new Map(foldedReasons.map(({ what, why }) => [what, why]));
    for (const type of ["prompt_snapshot", "instructions", "nested_memory", "deferred_tools_record", "environment"])
      expect(whys.get(`attachment ${type}`)).toMatch(/\.$/);
  });
});

describe("what the client noted of a session", () => {
  it("the person's labels are in the head of the page, the last of each", async () => {
    const { archive, session } = await archiveOf("labels-of-a-person");
    expect(session()).toMatchObject({ labels: { tag: "release", agent: "reviewer" }, efforts: ["high", "max"] });
    expect(session().labels).not.toHaveProperty("color");
    const page = pageOf(archive, A);
    expect(page).toContain("<dt>Tag</dt><dd>release</dd>");
    expect(page).toContain("<dt>Agent</dt><dd>reviewer</dd>");
    expect(page).toContain("<dt>Effort</dt><dd>high, max</dd>");
  });

  it("a session whose project was moved belongs to the new folder, and says where it was", async () => {
    const { archive, session } = await archiveOf("a-project-is-moved");
    expect(archive.projects.map(({ path, sessions }) => [path, sessions])).toEqual([
      ["/home/ines/harbour", [A]],
      ["/home/ines/tidemark", [B]],
    ]);
    expect(session().relocated).toEqual({ from: "/home/ines/tidemark", to: "/home/ines/harbour" });
    expect(stepsOfKind(session().turns, "event").map(({ text }) => text)).toContain("to /home/ines/harbour");
    expect(pageOf(archive, A)).toMatch(/Project moved<\/dt><dd><code>[^<]*harbour<\/code>.*from <code>[^<]*tidemark</);
  });
});

describe("a scheduled task", () => {
  it("begins a turn, once, whichever of its two lines the log has", async () => {
    const { turns } = await sessionOf("a-scheduled-task-is-due");
    expect(promptsOf(turns)).toEqual([
      "Sort the tides",
      "scheduled: Look at the tide gauge",
      "Thanks",
      "scheduled: Close the lock gate",
      "scheduled: Look at the buoys too",
    ]);
    expect(turns.map((turn) => textsOf([turn]))).toEqual([
      ["Done."],
      ["It is at two metres."],
      ["Any time."],
      ["The gate is closed."],
      ["All are there."],
    ]);
    expect(turns[1]?.prompt).toMatchObject({ kind: "scheduled", task: "task_1", cron: "0 9 * * 1" });
  });

  it("says that it is one", async () => {
    const { archive } = await archiveOf("a-scheduled-task-is-due");
    const page = pageOf(archive, A);
    expect(page).toContain("Scheduled task task_1, 0 9 * * 1");
    expect(page.match(/Look at the tide gauge/g)?.length).toBeGreaterThan(0);
    expect(page).toContain("Prompt 2: Thanks");
  });
});

describe("an answer that was taken back", () => {
  it("is kept and marked, and what came instead is not", async () => {
    const { turns } = await sessionOf("an-answer-is-withdrawn");
    const steps = turns.flatMap((turn) => turn.steps);
    expect(steps.map((step) => [step.kind, step.withdrawn === true])).toEqual([
      ["text", true],
      ["call", true],
      ["event", false],
      ["event", false],
      ["text", false],
    ]);
    const changes = stepsOfKind(turns, "event").filter(({ event }) => event === "model-change");
    expect(changes.map(({ text }) => text)).toEqual(["claude-fable-5 → claude-opus-4-8"]);
  });

  it("is folded on the page", async () => {
    const { archive } = await archiveOf("an-answer-is-withdrawn");
    const page = pageOf(archive, A);
    const [, folded = ""] = /<details class="more withdrawn">([\s\S]*?With its key|[\s\S]*)/.exec(page) ?? [];
    expect(folded).toContain("An answer that was withdrawn");
    expect(folded).toContain("First you take the");
    expect(page.match(/class="more withdrawn"/g)).toHaveLength(1);
    expect(page.slice(0, page.indexOf('class="more withdrawn"'))).not.toContain("First you take the");
  });
});

describe("agents", () => {
  it("stand under the agent that sent them where only their sidecar says which", async () => {
    const { archive, session } = await archiveOf("agents-name-their-sender");
    expect(session().agents.map(({ id, phase, agents }) => [id, phase, agents.map((agent) => agent.id)])).toEqual([
      ["a11", "Survey", ["a22"]],
    ]);
    expect(pageOf(archive, A)).toContain("Survey");
  });
});
