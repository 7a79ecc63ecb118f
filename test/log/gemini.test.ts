/** Gemini CLI's logs: records that are written again, histories that are rewritten, projects that no record names. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { callText } from "../../src/export/call-text.ts";
import { markdownStyle } from "../../src/export/style.ts";
import { gemini } from "../../src/log/gemini/index.ts";
import { callsOf, promptsOf, stepsOf, textsOf } from "../support/archive.ts";
import { homeOf, onlySession, sessionsIn } from "../support/home.ts";

const chats = ".gemini/tmp/tidemark/chats";
const path = `${chats}/session-2026-06-01T09-00-5e55a0a0.jsonl`;
const header = { sessionId: "s-1", projectHash: "tidemark", startTime: "2026-06-01T09:00:00.000Z", kind: "main" };
let clock = 0;
const timestamp = () => new Date(Date.UTC(2026, 5, 1, 9, 0, clock++)).toISOString();
const user = (id: string, text: string, more: object = {}) => ({
  id,
  timestamp: timestamp(),
  type: "user",
  content: [{ text }],
  ...more,
});
const answer = (id: string, content: unknown, more: object = {}) => ({
  id,
  timestamp: timestamp(),
  type: "gemini",
  content,
  model: "gemini-3.5-flash",
  ...more,
});
const call = (id: string, name: string, args: unknown, response: unknown, more: object = {}) => ({
  ...{ id, name, args, status: "success", timestamp: timestamp() },
  ...{ result: [{ functionResponse: { id, name, response } }] },
  ...more,
});
const context = user(
  "c0ffee",
  "<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - /home/mara/tidemark\n</session_context>",
);
const session = (...lines: readonly unknown[]) => onlySession({ [path]: [header, ...lines] });

describe("a record", () => {
  it("that is written again under its id stands once, where it was first, as it was last", () => {
    const { turns } = session(
      user("u1", "How high is the tide?"),
      answer("a1", "", { tokens: { input: 10, output: 2, cached: 4, thoughts: 3, tool: 1, total: 16 } }),
      { $set: { lastUpdated: timestamp() } },
      answer("a1", "Let me look.", {
        tokens: { input: 10, output: 2, cached: 4, thoughts: 3, tool: 1, total: 16 },
        toolCalls: [call("k1", "read_file", { file_path: "tide.md" }, { output: "4.2 m" })],
      }),
      {
        id: "r1",
        timestamp: timestamp(),
        type: "user",
        content: [{ functionResponse: { id: "k1", response: { output: "4.2 m" } } }],
      },
      answer("a2", "4.2 m."),
    ).session;
    expect(promptsOf(turns)).toEqual(["How high is the tide?"]);
    expect(textsOf(turns)).toEqual(["Let me look.", "4.2 m."]);
    expect(callsOf(turns)).toMatchObject([
      { name: "read_file", kind: "read", outcome: { state: "ok", text: "4.2 m" } },
    ]);
  });

  it("counts input without what was cached and output with what was thought, once", () => {
    const tokens = { input: 10, output: 2, cached: 4, thoughts: 3, tool: 1, total: 16 };
    const { usage } = session(
      user("u1", "Hi"),
      answer("a1", "", { tokens }),
      answer("a1", "Hello", { tokens }),
    ).session;
    expect(usage).toMatchObject([
      { model: "gemini-3.5-flash", input: 7, output: 5, cacheRead: 4, reasoning: 3, messages: 1 },
    ]);
  });

  it("of a kind that nobody knows is shown as it is, and so is a change of the header", () => {
    const { session: read, diagnostics } = session(
      user("u1", "Hi"),
      { id: "x", type: "telepathy", content: "?" },
      { $set: { mood: "calm" } },
    );
    expect(stepsOf(read.turns)).toMatchObject([
      { kind: "unknown", type: "telepathy" },
      { kind: "unknown", type: "$set mood" },
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-entry", "unknown-entry"]);
  });

  it("may have odd shapes: no id, null, texts for lists", () => {
    const { turns } = session(
      { type: "user", content: "Hi" },
      { type: "user", content: null },
      { type: "gemini", content: "Hello", thoughts: "none", toolCalls: null, tokens: null },
      {
        type: "gemini",
        content: [{ text: "A" }, { text: "B" }, 7],
        thoughts: ["Think"],
        toolCalls: [null, { name: "glob" }],
      },
      [],
    ).session;
    expect(promptsOf(turns)).toEqual(["Hi"]);
    expect(textsOf(turns)).toEqual(["Hello", "AB"]);
    expect(callsOf(turns).map(({ name, outcome }) => [name, outcome.state])).toEqual([
      ["unknown", "none"],
      ["glob", "none"],
    ]);
  });
});

describe("what a person typed", () => {
  it("is what they saw; what the client adds for the model stands beside it", () => {
    const { turns } = session(
      context,
      user("u1", "long text of the command", { displayContent: [{ text: "/init all" }] }),
      user("u2", "Explain @tide.md", {
        content: [{ text: "Explain @tide.md" }, { text: "\n--- Content from referenced files ---" }, { text: "4.2 m" }],
      }),
      user(
        "u3",
        "I ran the following shell command:\n```sh\ngit status\n```\n\nThis produced the following result:\n```\nclean\n```",
      ),
      user("u4", "System: Please continue.", {
        displayContent: [{ functionResponse: { id: "k", response: { output: "" } } }],
      }),
      user("u5", "/home/mara/notes.md is wrong"),
    ).session;
    expect(promptsOf(turns)).toEqual(["/init all", "Explain @tide.md", "! git status", "/home/mara/notes.md is wrong"]);
    expect(turns[2]?.prompt).toMatchObject({ stdout: "clean" });
    expect(stepsOf(turns).flatMap((step) => (step.kind === "event" ? [step.from] : []))).toEqual([
      "Context",
      "Text of the command",
      "Context",
      "Client",
    ]);
  });

  it("may come with pictures", () => {
    const { turns } = session(
      user("u1", "", { content: [{ text: "Look" }, { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }] }),
    ).session;
    expect(turns[0]?.prompt).toMatchObject({ blocks: [{ kind: "text" }, { kind: "image", mediaType: "image/png" }] });
  });
});

describe("a history that is rewritten", () => {
  it("keeps what a rewind gave up as another version", () => {
    const { turns } = session(
      user("u1", "One"),
      answer("a1", "one"),
      user("u2", "Two"),
      answer("a2", "two"),
      { $rewindTo: "u2" },
      { $set: { messages: [user("u1", "One"), answer("a1", [{ text: "one" }])] } },
      user("u3", "Three"),
      answer("a3", "three"),
    ).session;
    expect(promptsOf(turns)).toEqual(["One", "Three"]);
    expect(turns[1]?.otherVersions?.map(promptsOf)).toEqual([["Two"]]);
    expect(textsOf(turns)).toEqual(["one", "three"]);
  });

  it("may be rewound to its first prompt", () => {
    const { turns } = session(
      context,
      user("u1", "One"),
      answer("a1", "one"),
      { $rewindTo: "u1" },
      user("u2", "Two"),
    ).session;
    expect(promptsOf(turns)).toEqual(["Two"]);
    expect(turns[0]?.otherVersions?.map(promptsOf)).toEqual([["One"]]);
  });

  it("is compacted once, and nothing stands twice or is dropped", () => {
    const { turns } = session(
      { $set: { messages: [context] } },
      user("u1", "One"),
      answer("a1", "one", { toolCalls: [call("k1", "glob", { pattern: "*" }, { output: "Found 1 file(s)\na" })] }),
      {
        $set: {
          messages: [
            context,
            user("n1", "<state_snapshot>\nAll is well.\n</state_snapshot>"),
            answer("n2", [{ text: "Got it. Thanks for the additional context!" }]),
            user("n3", "One"),
            answer("n4", [{ text: "one" }, { functionCall: { id: "k1", name: "glob", args: {} } }]),
            { ...user("n5", ""), content: [{ functionResponse: { id: "k1", response: { output: "cut" } } }] },
          ],
        },
      },
      user("u2", "Two"),
      answer("a2", "two"),
    ).session;
    expect(promptsOf(turns)).toEqual(["One", "Two"]);
    expect(textsOf(turns)).toEqual(["one", "two"]);
    expect(callsOf(turns)).toHaveLength(1);
    expect(stepsOf(turns).filter((step) => step.kind === "compaction")).toMatchObject([{ summary: "All is well." }]);
  });

  it("is read from its checkpoints where there is nothing else, the same words twice as often as they were said", () => {
    const first = [user("u1", "Go on"), answer("a1", [{ text: "one" }])];
    const { turns } = session(
      { $set: { messages: first } },
      { $set: { messages: [...first, user("u2", "Go on"), answer("a2", [{ text: "two" }])] } },
    ).session;
    expect(promptsOf(turns)).toEqual(["Go on", "Go on"]);
    expect(textsOf(turns)).toEqual(["one", "two"]);
  });
});

describe("calls", () => {
  const calls = (...toolCalls: readonly unknown[]) =>
    callsOf(session(context, user("u1", "Do it"), answer("a1", "", { toolCalls })).session.turns);

  it("end well, badly, by a person's no or not at all", () => {
    const states = calls(
      call("k1", "save_memory", {}, { output: "Saved" }),
      call("k2", "save_memory", {}, { error: "No room" }, { status: "error" }),
      call(
        "k3",
        "save_memory",
        {},
        { error: "[Operation Cancelled] Reason: User did not allow tool call" },
        { status: "cancelled" },
      ),
      call("k4", "save_memory", {}, { error: "Cancelled" }, { status: "cancelled" }),
      { id: "k5", name: "save_memory", args: {}, status: "executing" },
      { id: "k6", name: "save_memory", args: {}, status: "success", resultDisplay: "Saved" },
    ).map(({ outcome }) => [outcome.state, outcome.state === "none" ? "" : outcome.text]);
    expect(states).toEqual([
      ["ok", "Saved"],
      ["error", "No room"],
      ["rejected", "[Operation Cancelled] Reason: User did not allow tool call"],
      ["interrupted", "Cancelled"],
      ["none", ""],
      ["ok", "Saved"],
    ]);
  });

  it("of files have their diffs, with the file's own line numbers, and whole paths", () => {
    const diff =
      "Index: a.ts\n====\n--- a.ts\tCurrent\n+++ a.ts\tProposed\n@@ -7,3 +7,3 @@\n one\n-two\n+zwei\n three\n";
    const [edit, write] = calls(
      call(
        "k1",
        "replace",
        { file_path: "src/a.ts", old_string: "two", new_string: "zwei" },
        { output: "Done" },
        { resultDisplay: { fileDiff: diff, fileName: "a.ts" } },
      ),
      call(
        "k2",
        "write_file",
        { file_path: "b.ts", content: "x\n" },
        { output: "Done" },
        { resultDisplay: { fileDiff: "@@ -0,0 +1 @@\n+x\n", isNewFile: true } },
      ),
    );
    expect(edit).toMatchObject({
      kind: "edit",
      path: "/home/mara/tidemark/src/a.ts",
      added: 1,
      removed: 1,
      hunks: [{ oldStart: 7 }],
    });
    expect(write).toMatchObject({ kind: "write", path: "/home/mara/tidemark/b.ts", created: true, added: 1 });
  });

  it("of a shell tell what was printed and how it exited", () => {
    const [good, bad] = calls(
      call("k1", "run_shell_command", { command: "echo a" }, { output: "Output: a\nProcess Group PGID: 7" }),
      call(
        "k2",
        "run_shell_command",
        { command: "false" },
        { output: "Output: (empty)\nExit Code: 1\nProcess Group PGID: 8" },
      ),
    );
    expect(good).toMatchObject({ kind: "bash", command: "echo a", stdout: "a" });
    expect(good).not.toHaveProperty("exitCode");
    expect(bad).toMatchObject({ kind: "bash", exitCode: 1 });
    // In Markdown without the frame that the model gets it in.
    const options = { paths: { path: (path: string) => path }, most: { lines: 9, characters: 999 } };
    const written = good === undefined ? [] : callText(good, markdownStyle, options);
    expect(written.join("\n")).toContain("```text\na\n```");
    expect(written.join("\n")).not.toContain("PGID");
  });

  it("write lists, ask, search and reach servers", () => {
    const found = calls(
      call(
        "k1",
        "write_todos",
        {
          todos: [
            { description: "Read", status: "completed" },
            { description: "Drop", status: "cancelled" },
          ],
        },
        { output: "ok" },
      ),
      call(
        "k2",
        "ask_user",
        { questions: [{ question: "Which?", header: "Way", options: [{ label: "Left" }] }] },
        { output: '{"answers":{"0":"Left"}}' },
      ),
      call("k3", "google_web_search", { query: "tides" }, { output: "Many" }),
      call("k4", "find_tide", { port: "Faro" }, { output: "4 m" }, { displayName: "find_tide (almanac MCP Server)" }),
      call(
        "k5",
        "update_topic",
        { title: "Tides", strategic_intent: "Read first" },
        { output: 'Current topic: "Tides"' },
      ),
    );
    expect(found).toMatchObject([
      {
        kind: "todoWrite",
        todos: [
          { content: "Read", status: "completed" },
          { content: "Drop", status: "deleted" },
        ],
      },
      { kind: "askUserQuestion", questions: [{ answer: "Left", chosen: ["Left"] }] },
      { kind: "webSearch", query: "tides" },
      { kind: "mcp", server: "almanac", tool: "find_tide", name: "find_tide" },
      { kind: "topic", title: "Tides", intent: "Read first" },
    ]);
  });

  it("propose plans, which are accepted or turned down with words", () => {
    const home = homeOf({
      [`${chats}/session-2026-06-01T09-00-5e55a0a0.jsonl`]: [
        header,
        user("u1", "Plan it"),
        answer("a1", "", {
          toolCalls: [
            call(
              "k1",
              "exit_plan_mode",
              { plan_filename: "tides.md" },
              { output: "Plan rejected. User feedback: Shorter" },
            ),
          ],
        }),
        answer("a2", "", {
          toolCalls: [call("k2", "exit_plan_mode", { plan_filename: "tides.md" }, { output: "Plan approved." })],
        }),
      ],
      ".gemini/tmp/tidemark/plans/tides.md": "# Count the tides\n",
    });
    const plans = sessionsIn(home).get("s-1")?.session.plans;
    expect(plans).toMatchObject([
      { status: "rejected", feedback: "Shorter", title: "Count the tides" },
      { status: "approved", file: "tides.md" },
    ]);
  });

  it("with one id are two where they are not the same", () => {
    const found = calls(
      call("same", "glob", { pattern: "a" }, { output: "A" }),
      call("same", "glob", { pattern: "b" }, { output: "B" }),
      call("same", "glob", { pattern: "a" }, { output: "A" }),
    );
    expect(found.map(({ outcome }) => (outcome.state === "none" ? "" : outcome.text))).toEqual(["A", "B"]);
  });
});

describe("agents", () => {
  it("hang on the calls that sent them, to any depth", () => {
    const home = homeOf({
      [path]: [
        header,
        user("u1", "Ask"),
        answer("a1", "", {
          toolCalls: [
            call(
              "k1",
              "invoke_agent",
              { agent_name: "scout", prompt: "Look" },
              { output: "Seen" },
              { agentId: "scout-1" },
            ),
          ],
        }),
      ],
      [`${chats}/s-1/scout-1.jsonl`]: [
        { ...header, sessionId: "scout-1", kind: "subagent" },
        user("b1", "Look"),
        answer("b2", "I look", {
          toolCalls: [call("k2", "scribe", { objective: "Write" }, { output: "Written" }, { agentId: "scribe-1" })],
        }),
      ],
      [`${chats}/scout-1/scribe-1.jsonl`]: [
        { ...header, sessionId: "scribe-1", kind: "subagent" },
        user("d1", "Write"),
        answer("d2", "I write"),
      ],
    });
    const sessions = sessionsIn(home);
    expect([...sessions.keys()]).toEqual(["s-1"]);
    const [scout] = sessions.get("s-1")?.session.agents ?? [];
    expect(scout).toMatchObject({
      id: "scout-1",
      calledBy: "k1",
      type: "scout",
      agents: [{ id: "scribe-1", calledBy: "k2", type: "scribe" }],
    });
    expect(textsOf(scout?.turns ?? [])).toEqual(["I look"]);
  });
});

describe("files", () => {
  const messages = [user("u1", "One"), answer("a1", "one")];
  const document = { sessionId: "s-1", projectHash: "x", startTime: timestamp(), messages, summary: "Counting" };

  it("of the older form are read, with their title", () => {
    const { session: read } = onlySession({ [`${chats}/session-2026-01-01T00-00-aaaaaaaa.json`]: document });
    expect(read).toMatchObject({ id: "s-1", agent: "gemini", title: "Counting", titleFrom: "summary" });
    expect(promptsOf(read.turns)).toEqual(["One"]);
  });

  it("of both forms are one session; what is half written or was put aside is none", () => {
    const sessions = sessionsIn(
      homeOf({
        [`${chats}/session-2026-01-01T00-00-aaaaaaaa.json`]: document,
        [`${chats}/session-2026-01-01T00-00-aaaaaaaa.jsonl`]: [
          { sessionId: "s-1", projectHash: "x" },
          ...messages,
          user("u2", "Two"),
        ],
        [`${chats}/session-2026-01-01T00-00-bbbbbbbb.jsonl.tmp-41`]: [header],
        [`${chats}/session-2026-01-01T00-00-bbbbbbbb.unreadable-1.json`]: "{",
        ".gemini/tmp/tidemark/logs.json": [],
      }),
    );
    expect([...sessions.keys()]).toEqual(["s-1"]);
    expect(promptsOf(sessions.get("s-1")?.session.turns ?? [])).toEqual(["One", "Two"]);
  });

  it("that are damaged or cut give what still stands in them, and say where they do not", () => {
    const broken = `{"sessionId":"s-1","messages":[\n${JSON.stringify(messages[0])},\n{"id":"bad","type":"user","content":"a" b"},\n${JSON.stringify(messages[1])},\n{"id":"cut","type":"gem`;
    const { session: read, diagnostics } = onlySession({ [`${chats}/session-2026-01-01T00-00-aaaaaaaa.json`]: broken });
    expect(promptsOf(read.turns)).toEqual(["One"]);
    expect(textsOf(read.turns)).toEqual(["one"]);
    expect(diagnostics).toMatchObject([
      { code: "invalid-json", at: { line: 3 }, message: expect.stringContaining("/messages/1 ") },
      { code: "invalid-json", at: { line: 5 } },
      { code: "cut-line" },
    ]);
  });

  it("are found by the agent's own variable, in a home folder and by name", () => {
    const home = homeOf({ [path]: [header, user("u1", "One")] });
    const machine = { home: "/home/mara", environment: { GEMINI_CLI_HOME: home }, platform: "linux" as const };
    expect(gemini.usualFolders(machine)).toEqual([`${home}/.gemini/tmp`]);
    expect(gemini.folderIn(home)).toBe(`${home}/.gemini/tmp`);
    expect(gemini.folderIn(`${home}/.gemini`)).toBe(`${home}/.gemini/tmp`);
    expect(gemini.discover(`${home}/${path}`).files).toHaveLength(1);
    expect(gemini.isLog(`${home}/${path}`)).toBe(true);
  });
});

it("a session in which nothing was said is empty", () => {
  expect(session({ $set: { messages: [context] } }).isEmpty).toBe(true);
});

describe("the project", () => {
  const hash = createHash("sha256").update("/home/mara/harbour").digest("hex");
  const folderOf = (files: Parameters<typeof homeOf>[0]) => onlySession(files).session.cwd;
  const hashed = `.gemini/tmp/${hash}/chats/session-2026-06-01T09-00-5e55a0a0.jsonl`;

  it("is what the registry, the folder or the session says", () => {
    const log = { [path]: [header, user("u1", "One")] };
    expect(folderOf({ ...log, ".gemini/projects.json": { projects: { "/srv/tidemark": "tidemark" } } })).toBe(
      "/srv/tidemark",
    );
    expect(folderOf({ ...log, ".gemini/tmp/tidemark/.project_root": "/srv/root\n" })).toBe("/srv/root");
    expect(folderOf({ [path]: [header, context, user("u1", "One")] })).toBe("/home/mara/tidemark");
  });

  it("is found by its hash, among paths that are known or that the session names", () => {
    const other = { ...header, projectHash: hash };
    expect(
      folderOf({
        [hashed]: [other, user("u1", "One")],
        ".gemini/trustedFolders.json": { "/home/mara/harbour/quay": "TRUST_FOLDER" },
      }),
    ).toBe("/home/mara/harbour");
    expect(folderOf({ [hashed]: [other, user("u1", "Look at /home/mara/harbour/quay.ts.")] })).toBe(
      "/home/mara/harbour",
    );
  });

  it("that nothing tells is said to be unknown", () => {
    const [file] = gemini.discover(gemini.folderIn(homeOf({ [hashed]: [header, user("u1", "One")] })) ?? "").files;
    expect(file?.folder.split("/").at(-1)).toBe(`unknown project ${hash.slice(0, 12)}`);
    expect(folderOf({ [hashed]: [header, user("u1", "One")] })).toBeUndefined();
  });
});

describe("a request that failed", () => {
  const error = (id: string, content: string) => ({
    id,
    timestamp: "2026-06-01T09:00:09.000Z",
    type: "error",
    content,
  });
  const shown = (content: string) =>
    stepsOf(session(context, user("u1", "Go on"), error("e1", content)).session.turns).filter(
      (step) => step.kind === "event" && step.event === "api-error",
    );

  it("is told in words, and what the server answered is kept", () => {
    const raw = { error: { code: 400, message: "The turn is too long", status: "INVALID_ARGUMENT" } };
    expect(shown(`[API Error: ${JSON.stringify(raw)}]`)).toMatchObject([
      { text: "400: The turn is too long (INVALID_ARGUMENT)", level: "error", raw },
    ]);
  });

  it("is the innermost message, where servers wrapped one another, and has the advice after it", () => {
    const inner = JSON.stringify({ error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" } });
    const raw = [{ error: { code: 429, message: inner, status: "Too Many Requests" } }];
    expect(shown(`[API Error: got status: 429. ${JSON.stringify(raw)}]\nPlease wait.`)).toMatchObject([
      { text: "got status: 429. 429: Quota exceeded (RESOURCE_EXHAUSTED)\nPlease wait.", raw },
    ]);
  });

  it.each([
    ["[API Error: Connection reset]", "Connection reset"],
    ["The tide table is down.", "The tide table is down."],
    ['[API Error: {"odd":1}]', '{"odd":1}'],
    ["[API Error: {cut]", "{cut"],
  ])("%j has no answer to keep", (content, text) => {
    const [event] = shown(content);
    expect(event).toMatchObject({ text });
    expect(event).not.toHaveProperty("raw");
  });
});
