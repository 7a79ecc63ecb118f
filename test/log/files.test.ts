/** Files: which files make up which session, and what any bytes in them become. */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { findSources } from "../../src/cli/sources.ts";
import type { SessionId } from "../../src/model/session.ts";
import {
  A,
  archiveFrom,
  archiveOf,
  B,
  C,
  callsOf,
  fixtures,
  promptsOf,
  sessionOf,
  stepsOfKind,
  textsOf,
} from "../support/archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-files-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("sources", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("the logs are looked for in all three usual places", () => {
    const home = join(scratch, "home");
    const places = [
      join(scratch, "configured", "projects"),
      join(home, ".claude", "projects"),
      join(home, ".config", "claude", "projects"),
    ];
    for (const place of places) mkdirSync(place, { recursive: true });
    vi.stubEnv("HOME", home);
    vi.stubEnv("CLAUDE_CONFIG_DIR", join(scratch, "configured"));
    expect(findSources([])).toMatchObject({ paths: places, isSample: false });
  });

  it("several sources make one archive, and a file named twice counts once", async () => {
    const root = join(fixtures, "sessions", "several-sources");
    const { archive } = await archiveFrom([
      join(root, "-home-ines-tidemark"),
      join(root, "-home-ines-gauge-lab"),
      join(root, "-home-ines-tidemark", `${A}.jsonl`),
    ]);
    expect(archive.sessions.map(({ id }) => id)).toEqual([B, A]);
    expect(archive.projects.map(({ path }) => path)).toEqual(["/home/ines/gauge-lab", "/home/ines/tidemark"]);
  });

  it("a single file is a source, with its own agents and no others", async () => {
    const folder = join(fixtures, "sessions", "agents-beside-the-session", "-home-ines-tidemark");
    const { archive, session } = await archiveFrom([join(folder, `${A}.jsonl`)]);
    expect(archive.sessions.map(({ id }) => id)).toEqual([A]);
    expect(session().agents.map(({ id }) => id)).toEqual(["5f3a90c1"]);
  });
});

describe("sessions", () => {
  it("the file name is the id, whatever the first line says", async () => {
    const { archive, session } = await archiveOf("the-file-name-is-the-session");
    expect(archive.sessions.map(({ id }) => id)).toEqual([A]);
    expect(promptsOf(session().turns)).toEqual(["Which tide is next?"]);
  });

  it("a file with another name has the id that most lines carry", async () => {
    const { archive, session } = await archiveOf("an-odd-file-name");
    expect(archive.sessions.map(({ id }) => id)).toEqual([A]);
    expect(promptsOf(session().turns)).toEqual(["Count the gauges", "Name them"]);
  });
});

describe("the same log in two places", () => {
  const at = (minute: number) => `2026-03-02T09:0${minute}:00.000Z`;
  const own = { sessionId: A, cwd: "/home/ines/tidemark" };
  const asked = (id: string, minute: number, words: string) =>
    JSON.stringify({
      type: "user",
      uuid: id,
      timestamp: at(minute),
      ...own,
      message: { role: "user", content: words },
    });
  const usage = { input_tokens: 10, output_tokens: 5 };
  const answered = (id: string, minute: number, text: string, more = {}) => {
    const message = {
      id: `msg_${id}`,
      role: "assistant",
      model: "claude-opus-4-6",
      content: [{ type: "text", text }],
      usage,
    };
    return JSON.stringify({ type: "assistant", uuid: id, timestamp: at(minute), ...own, ...more, message });
  };
  const first = [asked("p1", 1, "Count the gulls"), answered("a1", 2, "Seven.")];
  const second = [asked("p2", 3, "And the terns"), answered("a2", 4, "Three.")];
  let made = 0;

  /** Two sources with a log of the same name; both are given, the later folder first. */
  async function twice(
    one: readonly string[],
    other: readonly string[],
    agents: Readonly<Record<string, string>> = {},
  ) {
    const root = join(scratch, `twice-${made++}`);
    const files = { [`here/-home-ines-tidemark/${A}`]: one, [`backup/-home-ines-tidemark/${A}`]: other };
    for (const [name, lines] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, `${name}.jsonl`), lines.join("\n"));
    }
    for (const [name, text] of Object.entries(agents)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return archiveFrom([join(root, "here"), join(root, "backup")]);
  }

  it("is one session, read from the longer file, and counted once", async () => {
    for (const [one, other] of [
      [[...first, ...second], first],
      [first, [...first, ...second]],
      [
        [...first, ...second],
        [...first, ...second],
      ],
    ] as const) {
      const { archive, session } = await twice(one, other);
      expect(archive.sessions.map(({ id, activeMs }) => [id, activeMs])).toEqual([[A, 180_000]]);
      expect(promptsOf(session().turns)).toEqual(["Count the gulls", "And the terns"]);
      expect(archive.usage).toMatchObject([{ input: 20, messages: 2 }]);
      expect(archive.diagnostics.map(({ code, level }) => [code, level])).toEqual([["duplicate-session", "info"]]);
      expect(archive.chains).toEqual([]);
    }
  });

  it("may have been closed or cut where it was copied", async () => {
    const closed = [...first, JSON.stringify({ type: "mode", mode: "normal", sessionId: A })];
    const cut = [...first, second[0]?.slice(0, 40) ?? ""];
    for (const older of [closed, cut]) {
      const { archive } = await twice(older, [...first, ...second]);
      expect(archive.sessions.map(({ id, prompts }) => [id, prompts])).toEqual([[A, 2]]);
    }
  });

  it("is two where each file has something of its own: nothing is lost", async () => {
    const { archive, session } = await twice([...first, ...second], [...first, asked("p3", 5, "And the crows")]);
    expect(archive.sessions.map(({ id }) => id).sort()).toEqual([A, `${A}-2`]);
    const said = archive.sessions.flatMap(({ id }) => promptsOf(session(id).turns));
    expect([...said].sort()).toEqual(["And the crows", "And the terns", "Count the gulls"]);
    const queued = JSON.stringify({
      type: "queue-operation",
      operation: "enqueue",
      content: "the crows",
      sessionId: A,
    });
    expect((await twice([...first, queued], [...first, ...second])).archive.sessions).toHaveLength(2);
  });

  it("has its agents once, also those that only the copy still has", async () => {
    const line = (id: string) => answered(id, 3, "Looked.", { isSidechain: true, agentId: "a1b2c3d" });
    const { archive, session } = await twice([...first, ...second], first, {
      [`here/-home-ines-tidemark/${A}/subagents/agent-a1b2c3d.jsonl`]: line("s1"),
      [`backup/-home-ines-tidemark/${A}/subagents/agent-a1b2c3d.jsonl`]: `${line("s1")}\n${line("s2")}`,
      [`backup/-home-ines-tidemark/${A}/subagents/agent-d4e5f6a.jsonl`]: line("s3"),
      [`backup/-home-ines-tidemark/${A}/tool-results/b1.txt`]: "kept",
    });
    expect(archive.sessions.map(({ id }) => id)).toEqual([A]);
    expect(session().agents.map(({ id, turns }) => [id, textsOf(turns).length])).toEqual([
      ["a1b2c3d", 2],
      ["d4e5f6a", 1],
    ]);
    expect(archive.usage).toMatchObject([{ messages: 5 }]);
    expect((await archive.open(A)).file("b1.txt")?.toString()).toBe("kept");
  });

  it("is one session where only its agents are left", async () => {
    const root = join(scratch, "agents-only");
    for (const place of ["here", "backup"]) {
      const folder = join(root, place, "-home-ines-tidemark", A, "subagents");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "agent-a1b2c3d.jsonl"), answered("s1", 3, "Looked.", { isSidechain: true }));
    }
    const { archive } = await archiveFrom([join(root, "here"), join(root, "backup")]);
    expect(archive.sessions.map(({ id, agents }) => [id, agents.length])).toEqual([[A, 1]]);
  });
});

describe("agents", () => {
  it("sidechain lines inside the session are an agent", async () => {
    const session = await sessionOf("agents-in-the-same-file");
    expect(textsOf(session.turns)).toEqual(["The poller does."]);
    expect(session.agents).toHaveLength(1);
    expect(promptsOf(session.agents[0]?.turns ?? [])).toEqual(["Who reads the gauge?"]);
    expect(session.agents[0]?.calledBy).toBe("toolu_c1");
  });

  it("a file beside the session is an agent of the session that its lines name", async () => {
    const { archive, session } = await archiveOf("agents-beside-the-session");
    expect(archive.sessions.map(({ id }) => id)).toEqual([B, A]);
    expect(session(A).agents.map(({ id, calledBy }) => [id, calledBy])).toEqual([["5f3a90c1", "toolu_c1"]]);
    expect(session(B).agents.map(({ id, calledBy }) => [id, calledBy])).toEqual([["77c0ffee", undefined]]);
  });

  it("a file in the session's folder is an agent, its id need not be hex, and its sidecar is read", async () => {
    const { agents } = await sessionOf("agents-in-the-session-folder");
    expect(agents).toHaveLength(1);
    expect(agents[0]).toMatchObject({
      id: "a202603021001-1600ines-0f1e2d3c4b5a6978",
      calledBy: "toolu_c1",
      type: "Explore",
      description: "Find readers",
    });
  });

  it("workflow agents belong to the session, and the journal is no session", async () => {
    const { archive, session } = await archiveOf("a-workflow-sends-agents");
    expect(archive.sessions.map(({ id }) => id)).toEqual([A]);
    expect(session().agents.map(({ id, workflow, calledBy }) => [id, workflow, calledBy])).toEqual([
      ["agsp0001", "wf_77", "toolu_c1"],
      ["agsp0002", "wf_77", "toolu_c1"],
    ]);
  });

  it("an agent folder that outlives its session is still shown", async () => {
    const { archive, session } = await archiveOf("an-agent-folder-outlives-its-session");
    expect(archive.sessions.map(({ id }) => id)).toEqual([A]);
    expect(session().turns).toEqual([]);
    expect(session().agents.map(({ id }) => id)).toEqual(["a1b2c3d"]);
    expect(session().span).toEqual({ from: "2026-03-02T09:01:00.000Z", to: "2026-03-02T09:02:00.000Z" });
    expect(archive.usage).toMatchObject([{ input: 3, output: 4, messages: 1 }]);
  });

  it("internal agents are marked, counted and reachable", async () => {
    const { archive, session } = await archiveOf("internal-agents");
    const internal = session().agents.filter((agent) => agent.internal === true);
    expect(internal.map(({ id }) => id)).toEqual([
      "acompact-3d91c7",
      "aprompt_suggestion-7be204",
      "aside_question-11aa22",
      "c0ffee01",
    ]);
    expect(
      session()
        .agents.filter((agent) => agent.internal !== true)
        .map(({ id }) => id),
    ).toEqual(["a77b88c"]);
    expect(archive.session(A)?.agents.filter((agent) => agent.internal)).toHaveLength(4);
    expect(archive.usage).toMatchObject([{ input: 4, output: 8, messages: 4 }]);
  });
});

describe("outputs kept apart", () => {
  it("an output that the log only points at can be read", async () => {
    const { archive, session } = await archiveOf("an-output-kept-in-a-file");
    const [call] = callsOf(session().turns);
    const file = call?.outcome.state === "ok" ? call.outcome.persisted?.file : undefined;
    expect(file).toBe("b7k2.txt");
    const bytes = (await archive.open(A)).file(file ?? "");
    expect(Buffer.from(bytes ?? []).toString()).toBe("09:00 2.1 m\n10:00 2.4 m\n");
  });
});

describe("projects", () => {
  it("the project is the folder that most lines were written in", async () => {
    const { archive, session } = await archiveOf("the-project-is-where-the-work-was");
    expect(session().project).toBe("/srv/a.b/c");
    expect(archive.projects.map(({ name, path }) => [name, path])).toEqual([["c", "/srv/a.b/c"]]);
  });

  it("the folder's name is never decoded, and of two folders seen equally often the last one counts", async () => {
    const { session } = await archiveOf("the-folder-name-is-never-decoded");
    expect(session().project).toBe("/tmp/scratch");
  });

  it("a worktree belongs to the project that it is one of", async () => {
    const root = join(scratch, "worktrees");
    const folders = [
      "/srv/tide",
      "/srv/tide/.worktrees/3",
      "/srv/tide/.claude/worktrees/agent-a1/.claude/worktrees/b",
      "/srv/tide/.worktrees/3/packages/web",
      "/home/ann/.worktrees/tide-fix",
      "C:\\src\\tide\\.worktrees\\x",
    ];
    for (const [at, cwd] of folders.entries()) {
      const folder = join(root, cwd.replaceAll(/[^A-Za-z0-9]/g, "-"));
      const line = { type: "user", uuid: `w${at}`, timestamp: `2026-03-0${at + 1}T09:00:00.000Z`, cwd };
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, `${A.slice(0, -1)}${at}.jsonl`),
        `${JSON.stringify({ ...line, message: { role: "user", content: "Look" } })}\n`,
      );
    }
    const { archive } = await archiveFrom([root]);
    expect(archive.projects.map(({ name, path, sessions }) => [name, path, sessions.length])).toEqual(
      [
        ["tide", "/srv/tide", 3],
        ["web", "/srv/tide/.worktrees/3/packages/web", 1],
        // Whose it is cannot be told.
        ["tide-fix", "/home/ann/.worktrees/tide-fix", 1],
        ["tide", "C:\\src\\tide", 1],
      ].sort(([, a], [, b]) => (String(a) < String(b) ? -1 : 1)),
    );
    // Where it worked is still told.
    expect(archive.sessions.map(({ id }) => archive.whole(id).session.project)).toContain("/srv/tide/.worktrees/3");
  });

  it("an address once given stays when projects of the same name appear later", async () => {
    const root = join(scratch, "addresses");
    const put = (cwd: string, id: SessionId, day: number) => {
      const folder = join(root, cwd.replaceAll(/[^A-Za-z0-9]/g, "-"));
      const message = { role: "user", content: "Look" };
      const line = { type: "user", uuid: `p${day}`, timestamp: `2026-03-0${day}T09:00:00.000Z`, cwd, message };
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
    };
    const addresses = async () =>
      new Map((await archiveFrom([root])).archive.projects.map(({ path, id }) => [path, id]));
    put("/z/app", A, 1);
    expect(await addresses()).toEqual(new Map([["/z/app", "app"]]));
    put("/m/app", B, 2);
    const two = await addresses();
    expect(two.get("/z/app")).toBe("app");
    expect(two.get("/m/app")).toMatch(/^app-[0-9a-f]{6}$/);
    put("/a/app", C, 3);
    put("/b/app", "dddddddd-0000-4000-8000-000000000004" as SessionId, 4);
    put("/b/港", "eeeeeeee-0000-4000-8000-000000000005" as SessionId, 5);
    const all = await addresses();
    expect([...two].map(([path]) => all.get(path))).toEqual([...two.values()]);
    expect(new Set(all.values()).size).toBe(5);
    expect(all.get("/b/港")).toMatch(/^project-[0-9a-f]{6}$/);
    expect([...all.keys()]).toEqual(["/a/app", "/b/app", "/b/港", "/m/app", "/z/app"]);
  });
});

describe("any bytes", () => {
  const line = (id: string, content: string) =>
    JSON.stringify({ type: "user", uuid: id, timestamp: "2026-03-02T09:00:00.000Z", cwd: "/p", message: { content } });
  let count = 0;
  const written = async (bytes: string | Uint8Array, others: Readonly<Record<string, string>> = {}) => {
    const folder = join(scratch, String(count++), "-p");
    for (const [name, content] of Object.entries({ ...others, [`${A}.jsonl`]: bytes })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return archiveOf(folder);
  };
  const codes = ({ archive }: Awaited<ReturnType<typeof written>>) =>
    archive.diagnostics.map(({ code, at }) => `${code} ${at.line}`);

  it("an empty file makes no session and is reported", async () => {
    const made = await written("");
    expect(made.archive.sessions).toEqual([]);
    expect(codes(made)).toEqual(["empty-file 0"]);
  });

  it("a file with only summary lines makes no session and is reported", async () => {
    const made = await written('{"type":"summary","summary":"Tides","leafUuid":"x"}\n');
    expect(made.archive.sessions).toEqual([]);
    expect(codes(made)).toEqual(["no-conversation 0"]);
  });

  it("a cut last line is left out and reported", async () => {
    const made = await written(`${line("p1", "One")}\n{"type":"user","uuid":"p2","mess`);
    expect(promptsOf(made.session().turns)).toEqual(["One"]);
    expect(codes(made)).toEqual(["cut-line 2"]);
  });

  it("a last line without a line end is a line", async () => {
    const made = await written(`${line("p1", "One")}\n${line("p2", "Two")}`);
    expect(promptsOf(made.session().turns)).toEqual(["One", "Two"]);
    expect(codes(made)).toEqual([]);
  });

  it("invalid JSON is reported and said at its place", async () => {
    const made = await written(`${line("p1", "One")}\nnot json\n[1]\n${line("p2", "Two")}\n`);
    const [first, second] = made.session().turns;
    expect(codes(made)).toEqual(["invalid-json 2", "not-an-entry 3"]);
    expect(
      stepsOfKind(
        [first].flatMap((turn) => turn ?? []),
        "event",
      ).map(({ event, at }) => [event, at.line]),
    ).toEqual([
      ["diagnostic", 2],
      ["diagnostic", 3],
    ]);
    expect(second?.at.line).toBe(4);
  });

  it("NUL bytes around a line are taken off and reported", async () => {
    const made = await written(`${line("p1", "One")}\n\0\0\0${line("p2", "Two")}\0\n`);
    expect(promptsOf(made.session().turns)).toEqual(["One", "Two"]);
    expect(codes(made)).toEqual(["bad-encoding 2"]);
  });

  it("a byte order mark and CRLF change nothing", async () => {
    const made = await written(`\uFEFF${line("p1", "One")}\r\n\r\n${line("p2", "Two")}\r\n`);
    expect(promptsOf(made.session().turns)).toEqual(["One", "Two"]);
    expect(made.session().turns[1]?.at.line).toBe(3);
    expect(codes(made)).toEqual([]);
  });

  it("UTF-16 is read and reported", async () => {
    const made = await written(Buffer.from(`\uFEFF${line("p1", "Ebbe ≈ 2 m")}\n`, "utf16le"));
    expect(promptsOf(made.session().turns)).toEqual(["Ebbe ≈ 2 m"]);
    expect(codes(made)).toEqual(["bad-encoding 1"]);
  });

  it("bytes that are no UTF-8 do not lose the line", async () => {
    const [before, after] = line("p1", "caf|").split("|");
    const made = await written(
      Buffer.concat([Buffer.from(before ?? ""), Buffer.from([0xe9]), Buffer.from(after ?? "")]),
    );
    expect(promptsOf(made.session().turns)).toEqual(["caf\uFFFD"]);
  });

  it("a line over 1 MB is a line", async () => {
    const long = "é".repeat(1_500_000);
    const made = await written(`${line("p1", "One")}\n${line("p2", long)}\n${line("p3", "Three")}\n`);
    expect(promptsOf(made.session().turns)).toEqual(["One", long, "Three"]);
    expect(codes(made)).toEqual([]);
  });

  it("a file over 512 MB is read, and a line that no log has is left out and reported", async () => {
    const folder = join(scratch, "large", "-p");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${A}.jsonl`);
    writeFileSync(path, `${line("p1", "One")}\n`);
    // A hole: it takes no room on the disk.
    truncateSync(path, 513 << 20);
    const file = openSync(path, "a");
    writeSync(file, `\n${line("p2", "Two")}\n`);
    closeSync(file);
    const made = await archiveOf(folder);
    expect(promptsOf(made.session().turns)).toEqual(["One", "Two"]);
    expect(codes(made)).toEqual(["long-line 2"]);
  });

  it("two files that claim one id are both shown", async () => {
    const made = await written(`${line("p1", "One")}\n`, { [`copy/${A}.jsonl`]: `${line("p9", "Nine")}\n` });
    expect(made.archive.sessions.map(({ id }) => id).sort()).toEqual([A, `${A}-2` as SessionId]);
  });
});
