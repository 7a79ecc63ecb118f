/** Copilot CLI's logs: events in one file for the session and its agents, figures that may be missing. */
import { describe, expect, it } from "vitest";
import { copilot } from "../../src/log/copilot/index.ts";
import { callsOf, promptsOf, stepsOf, textsOf } from "../support/archive.ts";
import { homeOf, onlySession, sessionsIn } from "../support/home.ts";

const folder = ".copilot/session-state/s-1";
const path = `${folder}/events.jsonl`;
let clock = 0;
const event = (type: string, data: object, more: object = {}) => {
  const number = clock++;
  return {
    type,
    data,
    id: `e-${number}`,
    timestamp: new Date(Date.UTC(2026, 7, 5, 9, 0, number)).toISOString(),
    ...more,
  };
};
const place = { cwd: "/home/mara/tidemark", branch: "main", repository: "mara/tidemark", repositoryHost: "github.com" };
const start = event("session.start", { sessionId: "s-1", copilotVersion: "1.0.78", context: place });
const user = (content: string, data: object = {}, more: object = {}) =>
  event("user.message", { content, ...data }, more);
const answer = (content: string, data: object = {}, more: object = {}) =>
  event(
    "assistant.message",
    { messageId: `m-${clock}`, content, model: "gpt-5-mini", toolRequests: [], ...data },
    more,
  );
const asking = (...toolRequests: readonly object[]) => answer("", { toolRequests });
const request = (toolCallId: string, name: string, args: unknown, more: object = {}) => ({
  toolCallId,
  name,
  arguments: args,
  ...more,
});
const started = (toolCallId: string, toolName: string, args: unknown, more: object = {}) =>
  event("tool.execution_start", { toolCallId, toolName, arguments: args }, more);
const done = (toolCallId: string, data: object, more: object = {}) =>
  event("tool.execution_complete", { toolCallId, success: true, ...data }, more);
const shutdown = (modelMetrics: object) => event("session.shutdown", { shutdownType: "routine", modelMetrics });
const spent = (inputTokens: number, outputTokens: number, cacheReadTokens = 0) => ({
  requests: { count: 2 },
  usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens: 0, reasoningTokens: 0 },
});
const session = (...lines: readonly unknown[]) => onlySession({ [path]: [start, ...lines] });
const events = (steps: ReturnType<typeof stepsOf>) =>
  steps.flatMap((step) => (step.kind === "event" ? [`${step.from ?? step.event}: ${step.text}`] : []));

describe("a session", () => {
  it("says where it was held, in the folder that it ended in", () => {
    const { session: read } = session(
      user("Hi"),
      answer("Hello"),
      event("session.context_changed", { cwd: "/home/mara/harbour", branch: "quay" }),
    );
    expect(read).toMatchObject({
      id: "s-1",
      agent: "copilot",
      cwd: "/home/mara/harbour",
      gitBranches: ["main", "quay"],
      versions: ["1.0.78"],
      models: ["gpt-5-mini"],
    });
    expect(events(stepsOf(read.turns))).toEqual(["Client: Working in /home/mara/harbour, branch quay."]);
  });

  it("is titled by the file beside it, and has the plan that lies there", () => {
    const { session: read } = onlySession({
      [path]: [start, user("Hi"), answer("Hello")],
      [`${folder}/workspace.yaml`]: "id: s-1\nsummary: 'Count the tides'\n",
      [`${folder}/plan.md`]: "# Count them all\n",
    });
    expect(read).toMatchObject({ title: "Count the tides", titleFrom: "summary" });
    expect(read.plans).toMatchObject([{ origin: "plan-file", title: "Count them all", status: "pending" }]);
  });

  it("tells of changes, compaction, errors, rewinds and interruption, and shows what it does not know", () => {
    const { session: read, diagnostics } = session(
      event("session.model_change", { newModel: "auto" }),
      user("Hi"),
      answer("Hello"),
      event("session.mode_changed", { previousMode: "interactive", newMode: "plan" }),
      event("session.compaction_complete", {
        success: true,
        summaryContent: "All well",
        preCompactionTokens: 900,
        postCompactionTokens: 90,
        trigger: "manual",
      }),
      event("session.error", { errorType: "query", message: "Overloaded", statusCode: 529 }),
      event("session.info", { infoType: "rewind", message: "Rewound the conversation." }),
      event("abort", { reason: "user_initiated" }),
      event("session.telepathy", { mood: "calm" }),
    );
    expect(events(stepsOf(read.turns))).toEqual([
      "Client: Mode: interactive → plan",
      "api-error: Overloaded (529)",
      "Client: Rewound the conversation. What was said before is no longer in the log.",
      "interrupted: Interrupted (user_initiated).",
    ]);
    expect(stepsOf(read.turns).filter(({ kind }) => kind === "compaction" || kind === "unknown")).toMatchObject([
      { kind: "compaction", summary: "All well", trigger: "manual", tokensBefore: 900, tokensAfter: 90 },
      { kind: "unknown", type: "session.telepathy" },
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-entry"]);
  });

  it("says once that the model changed", () => {
    const { turns } = session(
      user("Hi"),
      answer("Hello"),
      event("session.model_change", { previousModel: "gpt-5-mini", newModel: "claude-haiku-4.5" }),
      user("Again"),
      answer("Hello again", { model: "claude-haiku-4.5" }),
      event("session.model_change", { previousModel: "claude-haiku-4.5", newModel: "gpt-5" }),
    ).session;
    expect(events(stepsOf(turns))).toEqual([
      "model-change: gpt-5-mini → claude-haiku-4.5",
      "model-change: claude-haiku-4.5 → gpt-5",
    ]);
  });
});

it("a session in which nothing was said is empty, unless something went wrong", () => {
  const setting = event("session.permissions_changed", { allowAllPermissions: true });
  expect(session(setting).isEmpty).toBe(true);
  expect(session(setting, event("session.error", { message: "No network" })).isEmpty).toBe(false);
});

describe("prompts", () => {
  it("are what a person typed; others are said to be others'", () => {
    const { turns } = session(
      user("Hi", { transformedContent: "<current_datetime>…</current_datetime>\n\nHi" }),
      answer("Hello"),
      user("Faster", { delivery: "steering" }),
      user("", { agentMode: "autopilot", transformedContent: "<current_datetime>now</current_datetime>\n\nGo on." }),
      user("Text of the skill", { source: "skill-tides" }),
      user("Every hour", { source: "schedule" }),
    ).session;
    expect(promptsOf(turns)).toEqual(["Hi", "Faster", "Autopilot: Go on.", "schedule: Every hour"]);
    expect(turns[1]?.prompt).toMatchObject({ queued: "steering" });
    expect(events(stepsOf(turns))).toEqual(["Skill: Text of the skill"]);
  });

  it("are taken from hooks only where there are no others", () => {
    const hook = event("hook.start", { hookType: "userPromptSubmitted", input: { prompt: "Hi" } });
    expect(promptsOf(session(hook, answer("Hello")).session.turns)).toEqual(["Hi"]);
    expect(promptsOf(session(hook, user("Hi"), answer("Hello")).session.turns)).toEqual(["Hi"]);
  });

  it("come with what was attached", () => {
    const { turns } = session(
      event("session.binary_asset", { assetId: "sha256:1", mimeType: "image/png", data: "iVBORw0KGgo=" }),
      user("Look", {
        attachments: [
          { type: "blob", mimeType: "image/png", assetId: "sha256:1" },
          { type: "file", path: "/home/mara/tide.md", displayName: "tide.md" },
          { type: "selection", filePath: "/home/mara/a.ts", text: "const a = 1;" },
        ],
      }),
    ).session;
    expect(turns[0]?.prompt).toMatchObject({ blocks: [{ kind: "text" }, { kind: "image" }] });
    expect(events(stepsOf(turns))).toEqual([
      "Mentioned file: /home/mara/tide.md",
      "Selected in the editor: /home/mara/a.ts\nconst a = 1;",
    ]);
  });

  it("may be commands of the person's own", () => {
    const { turns } = session(
      event("tool.user_requested", { toolCallId: "p1", toolName: "local_shell", arguments: { command: "git status" } }),
      done("p1", { isUserRequested: true, result: { content: "clean" } }),
    ).session;
    expect(turns.map(({ prompt }) => prompt)).toEqual([
      { kind: "shell", command: "git status", stdout: "clean", stderr: "" },
    ]);
    expect(stepsOf(turns)).toEqual([]);
  });
});

describe("answers", () => {
  it("have their thoughts, once, or a mark where those are withheld", () => {
    const { turns } = session(
      user("Hi"),
      event("assistant.reasoning", { reasoningId: "r", content: "Greet back" }),
      answer("Hello", { reasoningText: "Greet back" }),
      answer("There", { reasoningOpaque: "xyz" }),
    ).session;
    expect(stepsOf(turns)).toMatchObject([
      { kind: "thinking", markdown: "Greet back" },
      { kind: "text", markdown: "Hello" },
      { kind: "thinking", redacted: true },
      { kind: "text", markdown: "There" },
    ]);
  });
});

describe("calls", () => {
  it("are those that were asked for and those that began, each once", () => {
    const { turns } = session(
      user("Do it"),
      asking(request("k1", "bash", '{"command":"ls"}'), request("k2", "bash", { command: "rm -r /" })),
      started("k1", "bash", { command: "ls" }),
      done("k1", { result: { content: "a\n<shellId: 0 completed with exit code 0>" } }),
      started("k3", "glob", { pattern: "*.ts" }),
      done("k3", { result: { content: "a.ts" } }),
      done("k9", { result: { content: "of a call that is not here" } }),
    ).session;
    expect(callsOf(turns)).toMatchObject([
      { id: "k1", kind: "bash", command: "ls", stdout: "a", outcome: { state: "ok", text: "a" } },
      { id: "k2", kind: "bash", outcome: { state: "none" } },
      { id: "k3", kind: "glob", outcome: { state: "ok" } },
    ]);
    expect(stepsOf(turns).filter(({ kind }) => kind === "orphan-result")).toMatchObject([{ call: "k9" }]);
  });

  it("fail, are refused or stopped, as the events say", () => {
    const { turns } = session(
      user("Do it"),
      asking(
        request("k1", "bash", { command: "false" }),
        request("k2", "web_fetch", { url: "https://example.org" }),
        request("k3", "bash", { command: "rm" }),
        request("k4", "bash", { command: "rm" }),
      ),
      done("k1", { result: { content: "<exited with exit code 1>" } }),
      done("k2", { success: false, error: { message: "No such host", code: "failure" } }),
      event("permission.requested", {
        requestId: "q3",
        permissionRequest: { kind: "shell", toolCallId: "k3", intention: "Remove it" },
      }),
      event("permission.completed", {
        requestId: "q3",
        result: { kind: "denied-interactively-by-user", feedback: "Keep it" },
      }),
      done("k3", { success: false, error: { message: "Denied", code: "denied" } }),
      event("permission.requested", {
        requestId: "q4",
        permissionRequest: { kind: "shell", toolCallId: "k4", intention: "Remove more" },
      }),
      event("permission.completed", { requestId: "q4", result: { kind: "denied-by-rules" } }),
      done("k4", { success: false, error: { message: "Denied", code: "denied" } }),
    ).session;
    expect(callsOf(turns)).toMatchObject([
      { exitCode: 1, outcome: { state: "ok" } },
      { outcome: { state: "error", text: "No such host" } },
      { outcome: { state: "rejected", feedback: "Keep it" } },
      { outcome: { state: "rejected", reason: "denied" } },
    ]);
    expect(events(stepsOf(turns))).toEqual([
      "Client: Permission denied interactively by user: Remove it",
      "Client: Permission denied by rules: Remove more",
    ]);
  });

  it("of files have their diffs; a read that is drawn as one is a read", () => {
    const diff =
      "\ndiff --git a/a.ts b/a.ts\nindex 0..0 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -7,3 +7,3 @@\n one\n-two\n+zwei\n three\n";
    const { turns } = session(
      user("Do it"),
      asking(
        request("k1", "edit", { path: "/a.ts", old_str: "two", new_str: "zwei" }),
        request("k2", "view", { path: "/a.ts", view_range: [7, 8] }),
        request("k3", "create", { path: "/b.ts", file_text: "x\n" }),
      ),
      done("k1", { result: { content: "File updated", detailedContent: diff } }),
      done("k2", { result: { content: "7. one\n8. zwei", detailedContent: diff } }),
      done("k3", { result: { result_type: "success", text_result_for_llm: "Created" }, success: undefined }),
    ).session;
    expect(callsOf(turns)).toMatchObject([
      { kind: "edit", path: "/a.ts", added: 1, removed: 1, hunks: [{ oldStart: 7 }] },
      { kind: "read", path: "/a.ts", offset: 7, limit: 2, lines: { first: 7, count: 2 } },
      { kind: "write", path: "/b.ts", added: 1, outcome: { state: "ok", text: "Created" } },
    ]);
  });

  it("ask, delegate, reach servers, say what follows and when all is done", () => {
    const { turns } = session(
      user("Do it"),
      asking(
        request("k1", "report_intent", { intent: "Count tides" }),
        request("k2", "ask_user", { question: "Which?", choices: ["Left", "Right"] }),
        request("k3", "almanac-find_tide", { port: "Faro" }, { mcpServerName: "almanac" }),
        request("k4", "task_complete", { summary: "Done" }),
        request("k5", "write_bash", { shellId: "2", input: "y{enter}", delay: 5 }),
      ),
      started("k4", "task_complete", { summary: "Done" }),
      done("k2", { result: { content: "User responded: Left" } }),
      done("k4", { result: { content: "Done" } }),
      event("session.task_complete", { summary: "Done", success: true }),
    ).session;
    expect(callsOf(turns)).toMatchObject([
      { kind: "topic", intent: "Count tides" },
      { kind: "askUserQuestion", questions: [{ chosen: ["Left"] }] },
      { kind: "mcp", server: "almanac", tool: "find_tide" },
      { kind: "finish", message: "Done" },
      { kind: "bashOutput", name: "write_bash", shellId: "2" },
    ]);
    expect(events(stepsOf(turns))).toEqual([]);
  });
});

describe("agents", () => {
  it("are told from the session and from one another in one file, to any depth", () => {
    const of = (agentId: string) => ({ agentId });
    const { session: read } = session(
      user("Ask two"),
      asking(
        request("t1", "task", { prompt: "Look", description: "Scout", agent_type: "explore" }),
        request("t2", "task", { prompt: "Write", description: "Scribe" }),
      ),
      event("subagent.started", { toolCallId: "t1", agentName: "explore" }, of("t1")),
      event("subagent.started", { toolCallId: "t2", agentName: "task" }, of("t2")),
      user("Look", { source: "agent-s-1" }, of("t1")),
      answer(
        "I look",
        { toolRequests: [request("t3", "task", { prompt: "Look closer", description: "Inner" })] },
        of("t1"),
      ),
      answer("I write", {}, of("t2")),
      event("subagent.started", { toolCallId: "t3", agentName: "task" }, of("t3")),
      answer("I look closer", {}, of("t3")),
      done("t3", { result: { content: "Close" } }, of("t1")),
      event("subagent.completed", { toolCallId: "t1", totalToolCalls: 1, totalTokens: 90, durationMs: 4000 }, of("t1")),
      done("t1", { result: { content: "Seen" } }),
      answer("Both are done"),
    );
    expect(read.agents).toMatchObject([
      { id: "t1", calledBy: "t1", type: "explore", description: "Scout", agents: [{ id: "t3", calledBy: "t3" }] },
      { id: "t2", calledBy: "t2", description: "Scribe" },
    ]);
    expect(read.agents.map(({ turns }) => textsOf(turns))).toEqual([["I look"], ["I write"]]);
    expect(promptsOf(read.agents[0]?.turns ?? [])).toEqual(["Coordinator: Look"]);
    expect(textsOf(read.turns)).toEqual(["Both are done"]);
    expect(callsOf(read.turns)[0]).toMatchObject({ toolUses: 1, tokens: 90, durationMs: 4000 });
  });
});

describe("tokens", () => {
  const usage = (...lines: readonly unknown[]) => session(user("Hi"), ...lines).session.usage;

  it("are those of the shutdown, input without cache, part of no turn", () => {
    const { session: read } = session(
      user("Hi"),
      answer("Hello", { outputTokens: 7 }),
      shutdown({ "gpt-5-mini": spent(100, 7, 60) }),
    );
    expect(read.usage).toEqual([
      { model: "gpt-5-mini", input: 40, output: 7, cacheRead: 60, cacheWrite5m: 0, cacheWrite1h: 0, messages: 2 },
    ]);
    expect(read.turns[0]).not.toHaveProperty("usage");
  });

  it("are by model; sums that stand beside them are not added", () => {
    const details = { input: { tokenCount: 40 }, output: { tokenCount: 7 }, cache_read: { tokenCount: 60 } };
    const ending = shutdown({ "gpt-5-mini": spent(100, 7, 60) });
    expect(usage(answer("A"), { ...ending, data: { ...ending.data, tokenDetails: details } })).toMatchObject([
      { model: "gpt-5-mini", input: 40, output: 7, cacheRead: 60 },
    ]);
  });

  it("of a later shutdown replace those before where they go on from them, else they are added", () => {
    const goesOn = usage(
      answer("A"),
      shutdown({ a: spent(10, 1) }),
      answer("B"),
      shutdown({ a: spent(10, 1), b: spent(5, 5) }),
    );
    expect(goesOn).toMatchObject([
      { model: "a", input: 10, output: 1 },
      { model: "b", input: 5, output: 5 },
    ]);
    const again = usage(answer("A"), shutdown({ a: spent(10, 9) }), answer("B"), shutdown({ a: spent(12, 1) }));
    expect(again).toMatchObject([{ model: "a", input: 22, output: 10 }]);
  });

  it("without a shutdown are what was written, and input is not known", () => {
    expect(usage(answer("A", { outputTokens: 3 }), answer("B", { outputTokens: 4 }))).toMatchObject([
      { model: "gpt-5-mini", output: 7, known: "output-only", messages: 2 },
    ]);
    expect(usage(answer("A"))).toMatchObject([{ known: "none" }]);
    expect(usage(answer("A", { outputTokens: 3 }), shutdown({ "gpt-5-mini": { requests: 2 } }))).toMatchObject([
      { output: 3, known: "output-only" },
    ]);
  });

  it("after the last shutdown are added as far as they are known", () => {
    const found = usage(
      answer("A", { outputTokens: 3 }),
      shutdown({ "gpt-5-mini": spent(10, 3) }),
      answer("B", { outputTokens: 4 }),
    );
    expect(found).toMatchObject([
      { input: 10, output: 3 },
      { output: 4, known: "output-only" },
    ]);
  });
});

describe("files", () => {
  it("are found in all three forms, and nothing else is", () => {
    const home = homeOf({
      [path]: [start, user("One")],
      [`${folder}/files/notes.jsonl`]: [{ type: "user.message" }],
      [`${folder}/checkpoints/index.md`]: "# Checkpoints",
      ".copilot/session-state/s-2.jsonl": [event("session.start", { sessionId: "s-2" }), user("Two")],
      ".copilot/history-session-state/session_s-3_1.json": {
        sessionId: "s-3",
        startTime: "2025-10-08T21:10:16.398Z",
        chatMessages: [
          { role: "user", content: "Three" },
          { role: "assistant", tool_calls: [{ id: "k1", function: { name: "bash", arguments: '{"command":"ls"}' } }] },
          { role: "tool", tool_call_id: "k1", content: "a" },
          { role: "assistant", content: "There is a." },
        ],
      },
      ".copilot/config.json": {},
    });
    const sessions = sessionsIn(home);
    expect([...sessions.values()].flatMap(({ session: { turns } }) => promptsOf(turns)).sort()).toEqual([
      "One",
      "Three",
      "Two",
    ]);
    const old = sessions.get("s-3")?.session;
    expect(callsOf(old?.turns ?? [])).toMatchObject([{ kind: "bash", outcome: { state: "ok", text: "a" } }]);
    expect(copilot.usualFolders({ home, environment: { COPILOT_HOME: "/srv/copilot" }, platform: "linux" })).toEqual([
      "/srv/copilot",
      `${home}/.copilot`,
    ]);
  });

  it("that are damaged are repaired where nothing is lost, and say where something is", () => {
    const broken = JSON.stringify(user("First\nsecond")).replace("\\n", "\n");
    const glued = `{"type":"assistant.message","data":{"content":"cut of${JSON.stringify(answer("Hello"))}`;
    const { session: read, diagnostics } = session(
      broken,
      glued,
      `${JSON.stringify(answer("There"))}\0\0`,
      '{"type":"abort","da',
    );
    expect(promptsOf(read.turns)).toEqual(["First\nsecond"]);
    expect(textsOf(read.turns)).toEqual(["Hello", "There"]);
    expect(diagnostics.map(({ code, at }) => [code, at.line])).toEqual([
      ["bad-encoding", 2],
      ["invalid-json", 4],
      ["bad-encoding", 5],
      ["invalid-json", 6],
    ]);
  });

  it("may miss fields: no data, no ids, null for a list", () => {
    const { session: read } = session(
      { type: "user.message" },
      { data: {} },
      { type: "assistant.message", data: { content: null, toolRequests: null } },
      { type: "tool.execution_complete", data: null },
      { type: "user.message", data: { content: ["Hi", { text: "there" }] } },
    );
    expect(promptsOf(read.turns)).toEqual(["(none)", "Hi\nthere"]);
  });

  it("count an event that is written twice once", () => {
    const twice = answer("Hello");
    expect(textsOf(session(user("Hi"), twice, twice).session.turns)).toEqual(["Hello"]);
  });
});
