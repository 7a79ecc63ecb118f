/**
 * Other tools' recorded results: where they follow our rules, ours agree. Where they do not, `differences` says why.
 * The logs lie outside of the project and are read there.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type LogArchive, readArchive } from "../../src/archive/index.ts";
import type { Agent, Prompt, Session, SessionId, Step, Turn } from "../../src/model/session.ts";
import { type Json, listAt, objectOf, textAt } from "./logs.ts";
import { resultKey } from "./result-key.ts";

const oracles = join(import.meta.dirname, "../../../shared/oracles");
const klovi = join(oracles, "klovi");
const claudeCodeLog = join(oracles, "claude-code-log/test/test_data");
const scratch = mkdtempSync(join(tmpdir(), "annals-oracles-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * klovi's unit cases whose result ours is not, and why. Its system turns, opened files and parse errors are notices
 * and diagnostics here, at their place: they are left out of the comparison.
 */
const differences: Readonly<Record<string, string>> = {
  "buildTurns > ide_opened_file with unrecognized format renders as plain text":
    "A notice too, whatever its words; never a bubble of raw XML.",
  "buildTurns > bash-stdout only → UserTurn with bashStdout, bashStderr undefined":
    "Output without its command is a notice, not a prompt.",
  "buildTurns > bash-stdout + bash-stderr → both fields set": "Output without its command is a notice, not a prompt.",
  "buildTurns > empty bash-stdout + empty bash-stderr → both empty strings": "Nothing was printed: nothing is shown.",
  "buildTurns > multi-line bash-stdout content": "Output without its command is a notice, not a prompt.",
  "buildTurns > standalone bash-stdout stays separate": "Output without its command is a notice, not a prompt.",
  "buildTurns > empty/malformed lines handled gracefully": "An assistant's string content is content; klovi drops it.",
  "findPlanSessionId > skips status-notice turns like [Request interrupted]":
    "An interruption is a mark, not a prompt.",
};

async function archiveOf(source: string): Promise<LogArchive> {
  return readArchive({ sources: [source], title: "", timeZone: "UTC" });
}

async function sessionsOf(source: string): Promise<readonly Session[]> {
  const archive = await archiveOf(source);
  return archive.sessions.map(({ id }) => archive.whole(id).session);
}

async function onlySession(name: string): Promise<Session> {
  const [session] = await sessionsOf(join(claudeCodeLog, name));
  if (session === undefined) throw new Error(`No session in ${name}`);
  return session;
}

/** What both can tell: who said what, which tools ran and what they gave. */
function story(turns: readonly Turn[]): readonly string[] {
  return turns.flatMap(({ prompt, steps }) => [...said(prompt), ...steps.flatMap(told)]);
}

function said(prompt: Prompt): readonly string[] {
  switch (prompt.kind) {
    case "said":
      return [`user ${textsOf(prompt)} ${prompt.blocks.filter(({ kind }) => kind === "image").length}`];
    case "command":
      return [`command ${prompt.name} ${prompt.args}`];
    case "shell":
      return [`shell ${prompt.command} ${prompt.stdout} ${prompt.stderr}`];
    case "plan":
      return [`user Implement the following plan:\n\n${prompt.plan.markdown} 0`];
    default:
      return [];
  }
}

function textsOf(prompt: Extract<Prompt, { kind: "said" }>): string {
  return prompt.blocks.flatMap((block) => (block.kind === "text" ? [block.markdown] : [])).join("\n");
}

function told(step: Step): readonly string[] {
  if (step.kind === "text" || step.kind === "thinking") return [`${step.kind} ${step.markdown}`];
  const call = step.kind === "call" ? step.call : undefined;
  const plan = step.kind === "plan" ? step.plan : undefined;
  const outcome = call?.outcome ?? plan?.outcome;
  if (outcome === undefined) return [];
  const text = outcome.state === "none" ? "" : outcome.text;
  const { reminders = [], persisted = undefined } = outcome.state === "none" ? {} : outcome;
  const asides = persisted === undefined ? reminders : [...reminders, persisted.note ?? ""];
  const isError = outcome.state === "error" || outcome.state === "rejected";
  const agent = step.kind === "call" ? (step.agent ?? "") : "";
  return [
    `call ${call?.id ?? plan?.call} ${call?.name ?? "ExitPlanMode"} ${isError} ${agent} ${resultKey("", text, asides)}`,
  ];
}

/** The same of klovi's turns. */
function kloviStory(turns: readonly unknown[]): readonly string[] {
  return turns.flatMap((turn) => {
    const raw = objectOf(turn) ?? {};
    if (raw.kind === "assistant") return listAt(raw, "contentBlocks").map(kloviBlock);
    if (raw.kind !== "user") return [];
    const command = objectOf(raw.command);
    if (command !== undefined) return [`command ${textAt(command, "name")} ${textAt(command, "args")}`];
    if (typeof raw.bashInput === "string")
      return [`shell ${raw.bashInput} ${textAt(raw, "bashStdout")} ${textAt(raw, "bashStderr")}`];
    if (typeof raw.ideOpenedFile === "string") return [];
    return [`user ${textAt(raw, "text")} ${listAt(raw, "attachments").length}`];
  });
}

function kloviBlock(block: unknown): string {
  const raw = objectOf(block) ?? {};
  if (raw.type === "text") return `text ${textAt(raw, "text")}`;
  if (raw.type === "thinking") return `thinking ${textAt(raw.block, "text")}`;
  const call = objectOf(raw.call) ?? {};
  return `call ${textAt(call, "toolUseId")} ${textAt(call, "name")} ${call.isError} ${textAt(call, "subAgentId")} ${resultKey("", textAt(call, "result"))}`;
}

function jsonOf(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

describe.skipIf(!existsSync(klovi))("klovi", () => {
  it("finds the same words, calls, results and agents in its demo sessions", async () => {
    const sessions = new Map(
      (await sessionsOf(join(klovi, "demo-data/claude-code/projects"))).map((session) => [
        session.id as string,
        session,
      ]),
    );
    expect(sessions.size).toBe(7);
    for (const project of readdirSync(join(klovi, "expected"))) {
      for (const name of readdirSync(join(klovi, "expected", project))) {
        const recorded = objectOf(jsonOf(join(klovi, "expected", project, name)));
        const [id = "", agent] = name.replace(/\.(?:detail\.)?json$/, "").split(".agent-");
        const ours: Session | Agent | undefined =
          agent === undefined ? sessions.get(id) : sessions.get(id)?.agents.find((found) => found.id === agent);
        if (ours === undefined) continue;
        expect(story(ours.turns)).toEqual(
          kloviStory(listAt(agent === undefined ? recorded?.session : recorded, "turns")),
        );
      }
    }
  });

  it("links the planning session of its demo to the implementation", async () => {
    const archive = await archiveOf(join(klovi, "demo-data/claude-code/projects"));
    const [planning, implementation] = [
      "a1b2c3d4-e5f6-4a7b-8c9d-e0f1a2b3c4d5",
      "b2c3d4e5-f6a7-4b8c-9d0e-f1a2b3c4d5e6",
    ] as SessionId[];
    expect(archive.sessions.flatMap(({ id, role }) => (role === "single" ? [] : [[id, role]]))).toEqual([
      [implementation, "implementation"],
      [planning, "planning"],
    ]);
    expect(archive.chains.map(({ links }) => links.map(({ session, joinedBy }) => [session, joinedBy]))).toEqual([
      [
        [planning, "start"],
        [implementation, "slug"],
      ],
    ]);
    expect(archive.whole(planning as SessionId).session.plans).toMatchObject([
      { status: "approved", implementedIn: implementation },
    ]);
    for (const { id, project } of archive.sessions) {
      const path = archive.projects.find((found) => found.id === project)?.path;
      expect([id, path]).toEqual([id, archive.whole(id).session.cwd ?? path]);
    }
  });

  const cases = existsSync(klovi) ? (jsonOf(join(klovi, "recorded/unit-cases.json")) as readonly Json[]) : [];
  const turnCases = cases.flatMap((unit) =>
    listAt(unit, "calls").flatMap((call) =>
      textAt(call, "fn") === "buildTurns" ? [{ name: textAt(unit, "name"), call: call as Json }] : [],
    ),
  );

  it.each(turnCases)("$name", async ({ name, call }) => {
    const [entries] = listAt(call, "args");
    const file = join(scratch, "aaaaaaaa-0000-4000-8000-000000000001.jsonl");
    writeFileSync(file, (entries as readonly unknown[]).map((entry) => JSON.stringify(entry)).join("\n"));
    const [session] = await sessionsOf(file);
    const [ours, theirs] = [story(session?.turns ?? []), kloviStory(listAt(call, "result"))];
    if (name in differences) expect(ours).not.toEqual(theirs);
    else expect(ours).toEqual(theirs);
  });
});

describe.skipIf(!existsSync(claudeCodeLog))("claude-code-log", () => {
  const prompts = ({ turns }: Pick<Session, "turns">): readonly string[] =>
    turns.flatMap(({ prompt }) => (prompt.kind === "said" ? [textsOf(prompt)] : []));
  const agentsOf = (session: Session) => session.agents.map(({ id, calledBy }) => [id, calledBy]);

  it("a rewind keeps the branch that ends last and folds the other one at its place", async () => {
    const session = await onlySession("dag_within_fork.jsonl");
    expect(prompts(session)).toEqual(["Hello", "Fork point", "Branch 2 start"]);
    expect(session.turns.map(({ otherVersions }) => (otherVersions ?? []).map((turns) => prompts({ turns })))).toEqual([
      [],
      [],
      [["Branch 1 start", "Branch 1 end"]],
    ]);
  });

  it("several sessions in one file are one page in file order, whatever their parents", async () => {
    expect(prompts(await onlySession("dag_simple.jsonl"))).toEqual(["Hello", "How are you?", "Goodbye"]);
    expect(prompts(await onlySession("dag_resume.jsonl"))).toEqual([
      "Start",
      "Continue",
      "Last in s1",
      "Resume here",
      "End of s2",
    ]);
    expect(prompts(await onlySession("dag_fork.jsonl"))).toHaveLength(7);
    expect((await onlySession("dag_cycle.jsonl")).turns.flatMap(({ steps }) => steps)).toHaveLength(1);
  });

  it("a sidechain joins the call whose prompt it has; a line that lost its parent stays with it", async () => {
    const session = await onlySession("sidechain.jsonl");
    expect(agentsOf(session)).toEqual([
      ["sidechain-a42c6fa0-5937-49b4-b1ad-42e99d44bef9", "toolu_01VJzVGXqdaUe6AYX6CAJUHz"],
    ]);
    expect(session.agents[0]?.turns.flatMap(({ steps }) => steps).map(({ at }) => at.line)).toEqual([3, 4, 6, 7, 8]);
  });

  it("a background agent, its output and its notification belong to one call", async () => {
    const session = await onlySession("async_agents");
    expect(agentsOf(session)).toEqual([["cccc333", "tu_Task_async_001"]]);
    const notes = session.turns.flatMap(({ steps }) => steps.filter((step) => step.kind === "event"));
    expect(notes).toMatchObject([{ from: "Task notification", call: "tu_Task_async_001" }]);
    expect(notes[0]).not.toHaveProperty("text", expect.stringContaining("<"));
  });

  it("teammates are agents of their calls, and each message has its sender", async () => {
    const session = await onlySession("teammates");
    expect(session.team?.name).toBe("test-coverage");
    expect(agentsOf(session)).toEqual([
      ["aaaa111111111111", "tu_Task_alice"],
      ["bbbb222222222222", "tu_Task_bob"],
    ]);
    const senders = session.turns.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === "event" ? [step.from] : [])),
    );
    expect(senders).toEqual(["Teammate alice", "Teammate alice", "Teammate bob", "Teammate system"]);
    expect(session.tasks.at(-1)?.tasks.map(({ id, status, owner }) => [id, status, owner])).toEqual([
      ["1", "in_progress", "alice"],
      ["2", "pending", undefined],
    ]);
  });

  it("the agents of a workflow belong to the call that started it", async () => {
    const session = await onlySession("workflow_basic");
    expect(session.agents.map(({ id, calledBy, workflow }) => [id, calledBy, workflow])).toEqual(
      ["ag000001", "ag000002", "ag000003"].map((id) => [id, "toolu_wf01", "wf_demo01"]),
    );
  });

  it("tasks take their id from the result, and a result that only mentions an agent links none", async () => {
    const tasks = async (name: string) =>
      (await onlySession(name)).tasks.map(({ tasks: list }) => list.map(({ id, status }) => `${id} ${status}`));
    expect(await tasks("task_id_linking.jsonl")).toEqual([["1 completed"]]);
    expect(await tasks("task_id_linking_cross_session.jsonl")).toEqual([["1 completed"], ["1 completed"]]);
    expect((await onlySession("task_id_linking_poison.jsonl")).agents).toEqual([]);
  });

  it("of real projects: agents find their calls, warm-ups are internal, a resumed log shows only what is new", async () => {
    const sessions = await sessionsOf(join(claudeCodeLog, "real_projects"));
    const byId = new Map(sessions.map((session) => [session.id.slice(0, 8), session]));
    expect(byId.get("ef958aa1")?.agents.map(({ calledBy }) => calledBy !== undefined)).toEqual(Array(6).fill(true));
    expect(byId.get("53196f99")?.agents.map(({ internal }) => internal)).toEqual([true, true]);
    expect(
      sessions
        .filter(({ continues }) => continues !== undefined)
        .map(({ id }) => id.slice(0, 8))
        .sort(),
    ).toEqual(["71c9afe9", "b45ad5d8"]);
    // One rewind by a person; commands that hang on one caveat are none.
    expect(
      sessions
        .filter(({ turns }) => turns.some(({ otherVersions }) => otherVersions !== undefined))
        .map(({ id }) => id.slice(0, 8)),
    ).toEqual(["03eb5929"]);
  });
});
