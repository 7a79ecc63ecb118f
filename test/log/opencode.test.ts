/** OpenCode's sessions: databases of two forms with a log of their own, and the files that came before them. */
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findLogs } from "../../src/log/find-logs.ts";
import { storedSession } from "../../src/log/opencode/database.ts";
import { inNode, inWasm } from "../../src/log/opencode/engine.ts";
import { openCode } from "../../src/log/opencode/index.ts";
import { readText } from "../../src/log/opencode/read-text.ts";
import { type Rows, rowsOf } from "../../src/log/opencode/sqlite.ts";
import { taskText } from "../../src/log/opencode/task-text.ts";
import { committedPages } from "../../src/log/opencode/wal.ts";
import type { SessionId, Step } from "../../src/model/session.ts";
import { archiveFrom, fixtures, stepsOf } from "../support/archive.ts";
import { onlySession } from "../support/home.ts";

const folder = join(fixtures, "agents/home/.local/share/opencode");
const opened = archiveFrom([folder]);
const open = async (id: string) => (await opened).session(id as SessionId);
const scratch = mkdtempSync(join(tmpdir(), "annals-opencode-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("what a read answers", () => {
  it.each([
    [
      "<path>/w/a.ts</path>\n<type>file</type>\n<content>\n1: const a = 1;\n2: \n3: 4: b\n\n(End of file - total 3 lines)\n</content>",
      "1\tconst a = 1;\n2\t\n3\t4: b",
    ],
    [
      "<file>\n00011| x\n00012| y\n\n(Showing lines 11-12 of 40.)\n</file>\n<system-reminder>\nz\n</system-reminder>",
      "11\tx\n12\ty\n(Showing lines 11-12 of 40.)\n<system-reminder>\nz\n</system-reminder>",
    ],
    ["<path>/w</path>\n<type>directory</type>\n<entries>\na.ts\n</entries>", undefined],
    ["<content>\nnot numbered\n</content>", undefined],
    ["plain", undefined],
  ])("%j is lines with their numbers, where it is a file", (said, lines) => {
    expect(readText(said)).toBe(lines ?? said);
  });
});

describe("what a task answers", () => {
  const whole = "task_id: ses_9 (for resuming to continue this task if needed)\n\n<task_result>\nFour.\n</task_result>";

  it.each([
    [whole, "Four."],
    ["task_id: ses_9\nagent: scout\n\n<task_result>\nFour.\n\nOr five.\n</task_result>", "Four.\n\nOr five."],
    ['<task id="ses_9" state="completed">\n<task_result>\nFour.\n</task_result>\n</task>', "Four."],
    ['<task id="ses_9" state="error">\n<task_error>\nNo tide.\n</task_error>\n</task>', "error\n\nNo tide."],
    ["Four.\n\n<task_metadata>\nsession_id: ses_9\n</task_metadata>", "Four."],
    ["task_id: ses_9", ""],
    ["task_id: ses_8", undefined],
    ["<task_result>is a tag</task_result>", undefined],
    ["task_id: ses_9\n\nand words without tags", undefined],
  ])("%j is the agent's words", (said, words) => {
    expect(taskText(said, "ses_9")).toBe(words ?? said);
  });
});

describe("a session of OpenCode", () => {
  it("has what a person typed, and what the client added beside it", async () => {
    const { turns } = await open("ses_tide");
    expect(turns.map(({ prompt }) => prompt)).toMatchObject([
      {
        kind: "said",
        blocks: [
          { kind: "text", markdown: "Which sill is 0.4 m? <task>look</task>" },
          { kind: "image", name: "sill.png" },
        ],
      },
    ]);
    expect(turns[0]?.steps[0]).toMatchObject({ kind: "event", from: "Context", text: "Called the read tool" });
  });

  it("has each call with its result and its end", async () => {
    const calls = stepsOf((await open("ses_tide")).turns).flatMap((step) => (step.kind === "call" ? [step.call] : []));
    expect(calls).toMatchObject([
      { name: "bash", kind: "bash", exitCode: 2, outcome: { state: "ok", text: "src/sill.ts: 0.4" } },
      { name: "edit", kind: "edit", path: "/home/mara/src/tidemark/src/sill.ts", hunks: [{ oldStart: 11 }] },
      { name: "write", kind: "write", created: true },
      { name: "task", kind: "agent", agentId: "ses_child" },
      { name: "todowrite", kind: "todoWrite" },
      { name: "question", kind: "askUserQuestion", outcome: { state: "ok" } },
      { name: "bash", outcome: { state: "rejected", feedback: "not here" } },
      { name: "glob", outcome: { state: "none" } },
    ]);
    expect(calls[5]).toMatchObject({ questions: [{ chosen: ["Lagos"] }] });
    expect((await open("ses_tide")).tasks).toMatchObject([
      { origin: "todowrite", tasks: [{ subject: "Sesimbra" }, {}] },
    ]);
  });

  it("holds its agents, and counts each message once, reasoning in the output", async () => {
    const { agents, usage } = await open("ses_tide");
    expect(agents).toMatchObject([
      { id: "ses_child", calledBy: "call_4", description: "Find callers (@explore subagent)" },
    ]);
    expect(usage).toMatchObject([
      { provider: "anthropic", input: 16, output: 31, reasoning: 3, cacheRead: 300, messages: 3 },
    ]);
  });

  it("that was forked shows what is new; its copied messages have other ids", async () => {
    const { archive } = await opened;
    const fork = await open("ses_tide_fork");
    expect(fork.turns).toHaveLength(1);
    expect(fork.usage).toMatchObject([{ input: 7, output: 8, messages: 1 }]);
    expect(archive.chains).toMatchObject([{ links: [{ session: "ses_tide" }, { joinedBy: "copied-turns" }] }]);
  });

  it("keeps what was taken back as another version", async () => {
    const { turns } = await open("ses_revert");
    expect(turns.map(({ prompt }) => prompt.kind)).toEqual(["said", "machine"]);
    expect(turns[1]?.otherVersions).toMatchObject([
      [{ steps: [{ kind: "text", markdown: "Half" }, { event: "interrupted" }] }],
    ]);
  });

  it("tells of compaction and failed requests, and takes no placeholder for a title", async () => {
    const { title, turns } = await open("ses_compact");
    expect(title).toBe("Long work.");
    expect(stepsOf(turns)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "compaction", summary: "Everything so far.", trigger: "manual" }),
        expect.objectContaining({ event: "api-error", text: "APIError: overloaded" }),
      ]),
    );
  });

  it("of the second form reads the same", async () => {
    const { turns, usage, versions } = await open("ses_two");
    expect(turns).toMatchObject([
      {
        prompt: { kind: "said" },
        steps: [{ kind: "thinking" }, { call: { name: "bash", command: "ls" } }, { kind: "text" }],
      },
      {
        prompt: { kind: "shell", command: "git status", stdout: "clean" },
        steps: [{ kind: "unknown", type: "premonition" }],
      },
    ]);
    expect(usage).toMatchObject([{ model: "big-pickle", input: 11, output: 13 }]);
    expect(versions).toEqual(["2.0.14"]);
  });

  it("in files is read where no database has it", async () => {
    const { archive } = await opened;
    expect((await open("ses_old")).title).toBe("From files");
    expect(archive.sessions.map(({ title }) => title)).not.toContain("Stale copy");
  });

  it("says by table and row, or by file, what cannot be read, and what is not known", async () => {
    const { archive } = await opened;
    const said = archive.diagnostics.map(({ code, message }) => `${code}: ${message}`);
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringContaining("invalid-json: In table part, row prt_msg_03_03"),
        expect.stringContaining("invalid-json: In file msg_o2/prt_3.json"),
        expect.stringContaining('unknown-block: Content block "tide-capsule"'),
        expect.stringContaining('unknown-entry: Entry type "premonition"'),
      ]),
    );
  });
});

describe("files of the first versions", () => {
  const storage = ".local/share/opencode/storage";
  const said = (id: string, message: string, text: string) => ({
    [`${storage}/session/part/ses_1/${message}/${id}.json`]: { id, messageID: message, type: "text", text },
  });

  it("are a folder deeper, and a session that was put away is one all the same", () => {
    const { session } = onlySession({
      [`${storage}/session/info/ses_1.json`]: {
        id: "ses_1",
        directory: "/home/mara/tidemark",
        title: "New session - 2025-07-01T10:00:00.000Z",
        version: "0.3.1",
        time: { created: 1751364000000, updated: 1751364009000, archived: 1751364010000 },
      },
      [`${storage}/session/message/ses_1/msg_1.json`]: { id: "msg_1", role: "user", time: { created: 1751364000000 } },
      [`${storage}/session/message/ses_1/msg_2.json`]: {
        id: "msg_2",
        role: "assistant",
        modelID: "big-pickle",
        providerID: "opencode",
        time: { created: 1751364001000 },
        tokens: { input: 9, output: 2, reasoning: 3, cache: { read: 4, write: 1 } },
      },
      ...said("prt_1", "msg_1", "Which sill?"),
      ...said("prt_2", "msg_2", "Sesimbra."),
    });
    expect(session).toMatchObject({
      title: "Which sill?",
      cwd: "/home/mara/tidemark",
      turns: [{ prompt: { kind: "said" }, steps: [{ kind: "text", markdown: "Sesimbra." }] }],
      usage: [{ model: "big-pickle", input: 9, output: 5, cacheRead: 4, cacheWrite5m: 1 }],
    });
  });
});

describe("a session that was exported", () => {
  let count = 0;
  const exported = async (
    info: object,
    ...messages: readonly (readonly [role: string, parts: object[], more?: object])[]
  ) => {
    const id = `ses_export_${++count}`;
    const path = join(scratch, id);
    mkdirSync(path);
    const written = messages.map(([role, parts, more], at) => ({
      info: { id: `msg_${at}`, role, time: { created: 1_780_000_000_000 + at }, ...more },
      parts,
    }));
    writeFileSync(
      join(path, "export.json"),
      JSON.stringify({ info: { id, directory: "/src/tidemark", ...info }, messages: written }),
    );
    return (await archiveFrom([path])).session(id as SessionId);
  };
  const said = (text: string, id = "prt") => ({ type: "text", text, id });

  it("from a parent that is gone was prompted by no person", async () => {
    const { turns } = await exported({ parentID: "ses_gone" }, ["user", [said("Find callers.")]]);
    expect(turns.map(({ prompt }) => prompt)).toMatchObject([{ kind: "machine", text: "Find callers." }]);
  });

  it("and taken back from a part on keeps what came before that part", async () => {
    const tokens = { input: 3, output: 5, reasoning: 0, cache: { read: 0, write: 0 } };
    const run = (callID: string) => ({
      ...{ type: "tool", tool: "bash", callID, id: `prt_${callID}` },
      state: { status: "completed", input: { command: "ls" }, output: "none" },
    });
    const { turns, usage } = await exported(
      { revert: { messageID: "msg_1", partID: "prt_b" } },
      ["user", [said("Go.")]],
      [
        "assistant",
        [said("First.", "prt_a"), run("one"), said("Second.", "prt_b"), run("two")],
        { modelID: "m", tokens },
      ],
      ["assistant", [said("Third.")], { modelID: "m", tokens }],
    );
    const shown = (steps: readonly Step[]) =>
      steps.map((step) => (step.kind === "text" ? step.markdown : step.kind === "call" ? step.call.id : step.kind));
    expect(turns.map(({ steps }) => shown(steps))).toEqual([["First.", "one"], []]);
    expect(turns[1]?.otherVersions?.map((each) => shown(stepsOf(each)))).toEqual([["Second.", "two", "Third."]]);
    expect(usage).toMatchObject([{ input: 6, output: 10, messages: 2 }]);
  });

  it("has todos that were cancelled as dropped ones", async () => {
    const input = {
      todos: [
        { content: "Measure", status: "cancelled" },
        { content: "Tell", status: "pending" },
      ],
    };
    const call = {
      type: "tool",
      tool: "todowrite",
      callID: "call_1",
      state: { status: "completed", input, output: "" },
    };
    const { tasks } = await exported({}, ["user", [said("Go.")]], ["assistant", [call]]);
    expect(tasks[0]?.tasks.map(({ status }) => status)).toEqual(["deleted", "pending"]);
  });
});

describe("the two engines", () => {
  const native = inNode();

  it.skipIf(native === undefined)("give the same rows, of every table", () => {
    const made = join(scratch, "both.db");
    const { Database } = createRequire(import.meta.url)("node-sqlite3-wasm");
    const database = new Database(made);
    database.exec("CREATE TABLE odd (a, b, c)");
    database.run("INSERT INTO odd VALUES (?, ?, ?)", [1, 1.5, "sill \u00e4 \u{1f30a}"]);
    database.exec(
      "INSERT INTO odd VALUES (9223372036854775807, -9007199254740993, NULL), (9007199254740991, x'01ff', '')",
    );
    database.close();
    const copies = [join(folder, "opencode.db"), join(folder, "opencode-next.db"), made].map((path, at) => {
      const copy = join(scratch, `engine-${at}.db`);
      cpSync(path, copy);
      // Without a log beside it: what is in the log is put into the copy by us.
      const file = openSync(copy, "r+");
      writeSync(file, Buffer.from([1, 1]), 0, 2, 18);
      closeSync(file);
      return copy;
    });
    let rows = 0;
    for (const copy of copies) {
      const [one, other] = [native?.(copy), inWasm(copy)];
      const tables = other.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> ?", "sqlite_sequence");
      for (const { name } of tables) {
        const sql = `SELECT * FROM "${name}"`;
        expect(one?.all(sql), String(name)).toEqual(other.all(sql));
        rows += other.all(sql).length;
      }
      expect(() => one?.all("DELETE FROM sqlite_master")).toThrow();
      one?.close();
      other.close();
    }
    expect(rows).toBeGreaterThan(20);
  });

  it("throw for what is no database", () => {
    const path = join(scratch, "none.db");
    writeFileSync(path, "x".repeat(4096));
    for (const open of [inWasm, ...(native === undefined ? [] : [native])])
      expect(() => open(path).all("SELECT name FROM sqlite_master")).toThrow(/not a database/);
  });
});

describe("a database", () => {
  it("is left as it is, with nothing new beside it", async () => {
    await opened;
    expect(readdirSync(folder).sort()).toEqual(["opencode-next.db", "opencode.db", "opencode.db-wal", "storage"]);
  });

  it("has what its log holds up to the last whole transaction", () => {
    const wal = readFileSync(join(folder, "opencode.db-wal"));
    expect(committedPages(wal).size).toBeGreaterThan(0);
    const torn = Buffer.from(wal);
    torn.writeUInt8(torn.readUInt8(100) ^ 1, 100);
    expect(committedPages(torn).size).toBe(0);
    expect(committedPages(wal.subarray(0, wal.length - 10)).size).toBe(0);
    expect(committedPages(Buffer.from("no log at all, but long enough for one")).size).toBe(0);
  });

  it("is counted through once, however many of its sessions are read", () => {
    const asked: string[] = [];
    const { tables, all } = rowsOf(join(folder, "opencode.db"));
    const noted: Rows["all"] = (sql, ...values) => {
      asked.push(sql);
      return all(sql, ...values);
    };
    const rows = { tables, all: noted };
    for (const id of ["ses_tide", "ses_child", "ses_revert"]) expect(storedSession(rows, id)?.info.id).toBe(id);
    const whole = asked.filter((sql) => !sql.includes("WHERE"));
    expect(new Set(whole).size).toBe(whole.length);
  });

  it("may have any name where it is named, and is looked for where OPENCODE_DB says", () => {
    const other = join(scratch, "named");
    mkdirSync(other);
    for (const end of ["", "-wal"]) cpSync(join(folder, `opencode.db${end}`), join(other, `my.db${end}`));
    const { files, diagnostics } = findLogs([join(other, "my.db")]);
    expect(files.map(({ part }) => part)).toContain("ses_tide");
    expect(files.map(({ role }) => role)).toEqual(
      findLogs([folder]).files.flatMap(({ path, role }) => (path.endsWith("/opencode.db") ? [role] : [])),
    );
    expect(diagnostics).toEqual([]);
    expect(findLogs([other]).files).toEqual([]);
    const folders = (database: string) =>
      openCode.usualFolders({ home: "/h", environment: { OPENCODE_DB: database }, platform: "linux" });
    const own = "/h/.local/share/opencode";
    expect(folders("/x/my.db")).toEqual(["/x/my.db", own]);
    expect(folders("my.db")).toEqual([`${own}/my.db`, own]);
    expect(folders(":memory:")).toEqual([own]);
  });

  it("that is damaged, or newer than we know, is said; the rest is found", () => {
    cpSync(folder, scratch, { recursive: true });
    writeFileSync(join(scratch, "opencode-broken.db"), `SQLite format 3\0${"x".repeat(5000)}`);
    const { files, diagnostics } = findLogs([scratch]);
    expect(files.map(({ part, role }) => part ?? ("id" in role ? role.id : ""))).toContain("ses_two");
    expect(diagnostics).toMatchObject([
      { code: "unreadable-file", at: { file: expect.stringContaining("opencode-broken.db") } },
    ]);
    expect(statSync(join(scratch, "opencode-broken.db")).size).toBe(5016);
  });
});

it("says where an answer ends because the model may not write more, and which model that was", () => {
  const storage = ".local/share/opencode/storage";
  const time = { created: 1751364000000 };
  const model = { providerID: "opencode", modelID: "big-pickle" };
  const { session } = onlySession({
    [`${storage}/session/p/ses_1.json`]: { id: "ses_1", directory: "/home/mara/tidemark", time },
    [`${storage}/message/ses_1/msg_1.json`]: { id: "msg_1", role: "user", time },
    [`${storage}/part/msg_1/prt_1.json`]: { id: "prt_1", type: "text", text: "All tides" },
    [`${storage}/message/ses_1/msg_2.json`]: { id: "msg_2", role: "assistant", time, model, finish: "length" },
    [`${storage}/part/msg_2/prt_2.json`]: { id: "prt_2", type: "text", text: "High, low, and" },
  });
  expect(session.models).toEqual(["big-pickle"]);
  expect(session.turns[0]?.steps).toMatchObject([
    { kind: "text", markdown: "High, low, and" },
    { kind: "event", text: "The answer was cut: it is as long as the model may write." },
  ]);
});

it("has the time of each call, not of the message that it stands in, and a task's words without tags", () => {
  const storage = ".local/share/opencode/storage";
  const time = { created: 1751364000000, completed: 1751364060000 };
  const output = "task_id: ses_7 (for resuming)\n\n<task_result>\nFour tides.\n</task_result>";
  const state = {
    status: "completed",
    input: { description: "Count", prompt: "Count tides", subagent_type: "explore" },
  };
  const times = { start: 1751364020000, end: 1751364050000 };
  const { session } = onlySession({
    [`${storage}/session/p/ses_1.json`]: { id: "ses_1", directory: "/home/mara/tidemark", time },
    [`${storage}/message/ses_1/msg_1.json`]: { id: "msg_1", role: "user", time },
    [`${storage}/part/msg_1/prt_1.json`]: { id: "prt_1", type: "text", text: "Count" },
    [`${storage}/message/ses_1/msg_2.json`]: { id: "msg_2", role: "assistant", time, modelID: "m" },
    [`${storage}/part/msg_2/prt_2.json`]: { id: "prt_2", type: "text", text: "I ask." },
    [`${storage}/part/msg_2/prt_3.json`]: {
      ...{ id: "prt_3", type: "tool", tool: "task", callID: "c1" },
      state: { ...state, output, time: times, metadata: { sessionId: "ses_7" } },
    },
  });
  expect(session.turns[0]?.steps).toMatchObject([
    { kind: "text", time: "2025-07-01T10:00:00.000Z" },
    {
      time: "2025-07-01T10:00:20.000Z",
      call: { outcome: { text: "Four tides.", time: "2025-07-01T10:00:50.000Z" } },
    },
  ]);
});
