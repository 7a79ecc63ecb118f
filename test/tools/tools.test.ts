/** One row per call of each fixture: how it is read, named and counted. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolOf, tools } from "../../src/tools/index.ts";
import { isPlanFile } from "../../src/tools/plan-file.ts";
import { callsOf, factText, logsIn } from "../support/tool-calls.ts";

interface Expected {
  readonly kind: string;
  readonly summary: string;
  readonly facts?: readonly string[];
  /** Fields the call must have; `undefined` says that it must not. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly changes?: readonly unknown[];
  readonly isOdd?: true;
}

const home = "/home/mara/tidemark/";
const planFile = "/home/mara/.claude/plans/calm-tide.md";
const plan = "# Plan: Count the hours\n\n1. Read `day.ts`\n2. Change it\n";

const expected: Readonly<Record<string, readonly Expected[]>> = {
  "agent/a-call-that-says-nothing-falls-to-other": [{ kind: "other", summary: "general-purpose", isOdd: true }],
  "agent/a-call-without-a-prompt": [{ kind: "agent", summary: "Analyse", facts: ["general-purpose"] }],
  "agent/a-report-ends-with-its-totals": [
    {
      kind: "agent",
      summary: "Find callers",
      facts: ["Explore", "haiku", "33,946 tokens", "6 calls", "1 min 10 s"],
      fields: { agentId: "a5693d1398efec6", subagentType: "Explore", status: "completed", background: undefined },
    },
  ],
  "agent/a-teammate-is-spawned": [
    {
      kind: "agent",
      summary: "Fix the pier",
      facts: ["general-purpose", "background"],
      fields: { agentId: "pier@harbour", agentName: "pier", team: "harbour", permissionMode: "acceptEdits" },
    },
  ],
  "agent/an-old-log-has-the-id-in-the-text": [
    { kind: "agent", summary: "Look around", facts: ["general-purpose"], fields: { agentId: "f7e8d9c0" } },
  ],
  "artifact/a-page-is-published": [
    { kind: "artifact", summary: `${home}year.html`, fields: { url: "https://artifacts.example/1", title: "Year" } },
  ],
  "artifactCheck/a-page-is-tried": [{ kind: "artifactCheck", summary: `${home}year.html` }],
  "artifactComments/comments-are-read": [
    { kind: "artifactComments", summary: "list https://artifacts.example/1", fields: { action: "list" } },
  ],
  "artifactData/data-is-read": [{ kind: "artifactData", summary: "tides", fields: { action: undefined } }],
  "askUserQuestion/answers-are-chosen-and-written": [
    {
      kind: "askUserQuestion",
      summary: "Events get new identities. From when?",
      facts: ["2 questions"],
      fields: {
        "questions.0.chosen": ["From 1 March on"],
        "questions.0.notes": "not April",
        "questions.0.options.1.preview": "| old | new |",
        "questions.1.chosen": ["Apple", "Outlook, old"],
        "questions.1.other": "Thunderbird too",
        "questions.1.multiSelect": true,
      },
    },
  ],
  "askUserQuestion/nobody-answered": [
    {
      kind: "askUserQuestion",
      summary: "Events get new identities. From when?",
      facts: ["not answered"],
      fields: { "questions.0.answer": undefined, "questions.0.chosen": [] },
    },
    {
      kind: "askUserQuestion",
      summary: "Events get new identities. From when?",
      fields: { "questions.0.chosen": ["All at once"] },
    },
  ],
  "askUserQuestion/only-the-sentence-is-known": [
    {
      kind: "askUserQuestion",
      summary: "Events get new identities. From when?",
      facts: ["2 questions"],
      fields: { "questions.0.other": 'say "soon", no date', "questions.1.chosen": ["Google"] },
    },
  ],
  "bash/a-command-prints-to-both-streams": [
    {
      kind: "bash",
      summary: "pnpm build",
      facts: ["timeout 2 min"],
      fields: { stdout: "built in 2 s", stderr: "warning: 1 unused import", timeoutMs: 120000 },
    },
  ],
  "bash/a-command-runs-in-the-background": [
    { kind: "bash", summary: "pnpm dev", facts: ["background"], fields: { background: { task: "b41d9e0" } } },
  ],
  "bash/a-failed-command-names-its-exit-code": [
    { kind: "bash", summary: "pnpm vitest run", facts: ["exit 1"], fields: { exitCode: 1, stdout: undefined } },
  ],
  "bash/a-long-output-is-kept-elsewhere": [{ kind: "bash", summary: "seq 1 9000" }],
  "bash/powershell-is-a-shell-too": [{ kind: "bash", summary: "Get-ChildItem C:\\tides" }],
  "bashOutput/both-streams-without-details": [
    { kind: "bashOutput", summary: "bash_2", facts: ["completed", "exit 3"], fields: { exitCode: 3 } },
  ],
  "bashOutput/a-shell-has-failed": [
    { kind: "bashOutput", summary: "./watch.sh", facts: ["failed", "exit 127"], fields: { shellId: "bash_1" } },
  ],
  "cronCreate/a-prompt-comes-back": [
    {
      kind: "cronCreate",
      summary: "7 9 * * 1 “Check the feed”",
      facts: ["once"],
      fields: { cronId: "c41d", prompt: "Check the feed" },
    },
  ],
  "cronDelete/a-schedule-ends": [{ kind: "cronDelete", summary: "c41d" }],
  "cronList/schedules-are-listed": [{ kind: "cronList", summary: "" }],
  "designSync/files-are-listed": [{ kind: "designSync", summary: "list_files p1", fields: { project: "p1" } }],
  "edit/a-failed-edit-changes-nothing": [
    { kind: "edit", summary: `${home}c.ts`, facts: ["+1 −1"], fields: { hunks: undefined }, changes: [] },
  ],
  "edit/an-edit-of-nothing-makes-a-file": [
    {
      kind: "edit",
      summary: "/tmp/e.py",
      facts: ["new file", "+2 −0"],
      changes: [{ path: "/tmp/e.py", added: 2, removed: 0, created: true }],
    },
  ],
  "edit/an-edit-without-a-result": [{ kind: "edit", summary: `${home}d.ts`, facts: ["+1 −1"], changes: [] }],
  "edit/an-old-result-repeats-what-the-diff-shows": [
    { kind: "edit", summary: "/home/mara/tidemark/b.ts", facts: ["+1 −1"] },
  ],
  "edit/an-old-result-repeats-the-lines": [
    {
      kind: "edit",
      summary: `${home}b.ts`,
      facts: ["every occurrence", "modified by the user", "+1 −1"],
      fields: { replaceAll: true, userModified: true, "hunks.0.oldStart": 4 },
    },
  ],
  "edit/text-that-is-no-text-falls-to-other": [{ kind: "other", summary: `${home}d.ts`, isOdd: true }],
  "edit/the-patch-gives-real-line-numbers": [
    {
      kind: "edit",
      summary: `${home}src/day.ts`,
      facts: ["+1 −1"],
      fields: { replaceAll: undefined, "hunks.0.newStart": 11 },
      changes: [{ path: `${home}src/day.ts`, added: 1, removed: 1 }],
    },
  ],
  "enterPlanMode/planning-begins": [{ kind: "enterPlanMode", summary: "" }],
  "enterWorktree/the-session-moves": [
    { kind: "enterWorktree", summary: "fix-dst", facts: ["worktree-fix-dst"], fields: { path: "/w/fix-dst" } },
  ],
  "exitPlanMode/a-rejection-has-words": [
    { kind: "exitPlanMode", summary: "Count the hours", fields: { plan, planFile: undefined } },
  ],
  "exitPlanMode/an-approval-repeats-the-plan": [
    {
      kind: "exitPlanMode",
      summary: "Count the hours",
      fields: { plan, planFile, allowedPrompts: [{ tool: "Bash", prompt: "run the tests" }] },
    },
  ],
  "exitPlanMode/the-plan-stands-in-the-result": [
    { kind: "exitPlanMode", summary: "Count the hours", fields: { plan: plan.trim(), planFile } },
    { kind: "exitPlanMode", summary: "Count the hours", fields: { plan } },
  ],
  "exitWorktree/the-session-returns": [{ kind: "exitWorktree", summary: "remove", facts: ["changes discarded"] }],
  "glob/files-are-counted": [
    { kind: "glob", summary: "test/**/*.ts", facts: ["2 files"], fields: { path: home, truncated: undefined } },
  ],
  "glob/nothing-was-found": [{ kind: "glob", summary: "*.zig", facts: ["0 files"] }],
  "grep/files-without-lines": [{ kind: "grep", summary: "tide_id", facts: ["2 files"], fields: { type: "ts" } }],
  "grep/matches-are-counted-with-their-files": [
    {
      kind: "grep",
      summary: "eventUid",
      facts: ["3 matches in 2 files"],
      fields: { glob: "*.ts", mode: "content", flags: ["-i", "-n", "head_limit 20"] },
    },
  ],
  "grep/one-file-gives-a-bare-count": [{ kind: "grep", summary: "TODO", facts: ["3 matches"] }],
  "killShell/both-names-end-a-shell": [
    { kind: "killShell", summary: "bash_1", fields: { shellId: "bash_1" } },
    { kind: "killShell", summary: "bash_2" },
  ],
  "listAgents/peers-are-listed": [{ kind: "listAgents", summary: "" }],
  "listMcpResources/resources-are-listed": [{ kind: "listMcpResources", summary: "linear", facts: ["MCP"] }],
  "ls/a-folder-is-a-tree": [{ kind: "ls", summary: home, fields: { ignore: ["node_modules", "dist"] } }],
  "lsp/references-are-found": [
    { kind: "lsp", summary: `findReferences ${home}src/uid.ts:17:6`, facts: ["2 results in 1 file"] },
  ],
  "mcp/server-and-tool-are-apart": [
    {
      kind: "mcp",
      summary: "search_issues “feed 304”",
      facts: ["MCP"],
      fields: { server: "sentry", tool: "search_issues" },
    },
    { kind: "mcp", summary: "query-docs", facts: ["MCP"], fields: { server: "plugin_big_docs" } },
  ],
  "monitor/a-command-is-watched": [
    { kind: "monitor", summary: "feed errors", facts: ["at most 1 min", "background"], fields: { taskId: "m1" } },
  ],
  "applyPatch/a-failed-patch-changes-nothing": [
    { kind: "applyPatch", summary: "src/tide.ts", facts: ["+1 −1"], changes: [] },
  ],
  "applyPatch/several-files-in-one-patch": [
    {
      kind: "applyPatch",
      summary: `${home}docs/sill.md and 2 others`,
      facts: ["3 files", "+3 −2"],
      changes: [
        { path: `${home}docs/sill.md`, added: 2, removed: 0, created: true },
        { path: `${home}src/tides.ts`, added: 1, removed: 1 },
        { path: `${home}src/old.ts`, added: 0, removed: 1 },
      ],
    },
  ],
  "multiEdit/a-failed-call-shows-what-it-would-do": [
    { kind: "multiEdit", summary: `${home}f.ts`, facts: ["1 edit", "+1 −1"], changes: [] },
  ],
  "multiEdit/edits-are-applied-together": [
    {
      kind: "multiEdit",
      summary: `${home}f.ts`,
      facts: ["2 edits", "+2 −2"],
      changes: [{ path: `${home}f.ts`, added: 2, removed: 2 }],
    },
  ],
  "notebookEdit/a-cell-is-inserted": [
    {
      kind: "notebookEdit",
      summary: `${home}tides.ipynb`,
      facts: ["insert", "cell 4", "+1 −0"],
      fields: { cell: "4" },
    },
  ],
  "notebookEdit/a-cell-is-replaced": [
    {
      kind: "notebookEdit",
      summary: `${home}tides.ipynb`,
      facts: ["cell c2", "+1 −1"],
      fields: { error: undefined },
      changes: [{ path: `${home}tides.ipynb`, added: 1, removed: 1 }],
    },
  ],
  "notebookRead/cells-are-shown-as-they-came": [{ kind: "notebookRead", summary: `${home}tides.ipynb` }],
  "other/an-input-that-is-no-json": [
    { kind: "other", summary: '{"file_path": "/home/mara/tidemark/year.md", "content": "# Ye' },
  ],
  "other/an-unknown-tool-is-shown-as-it-is": [{ kind: "other", summary: "/dev/tty1" }],
  "pushNotification/a-word-to-the-phone": [
    { kind: "pushNotification", summary: "The build is green", fields: { status: "proactive" } },
  ],
  "read/a-missing-file-is-an-error": [{ kind: "read", summary: "/nowhere.ts", fields: { lines: undefined } }],
  "read/an-agent-log-has-only-the-text": [
    { kind: "read", summary: `${home}notes.md`, facts: ["lines 1–2"], fields: { lines: { first: 1, count: 2 } } },
  ],
  "read/an-image-is-said-to-be-one": [{ kind: "read", summary: `${home}chart.png`, facts: ["24 kB", "image"] }],
  "read/lines-of-a-file-are-numbered": [
    {
      kind: "read",
      summary: `${home}src/moon.ts`,
      facts: ["lines 40–42"],
      fields: { offset: 40, limit: 3, lines: { first: 40, count: 3, total: 212 }, content: "text" },
    },
  ],
  "readMcpResource/a-resource-is-read": [
    { kind: "readMcpResource", summary: "linear issue://TM-7", facts: ["MCP"], fields: { uri: "issue://TM-7" } },
  ],
  "reportFindings/findings-are-listed": [{ kind: "reportFindings", summary: "src/uid.ts", facts: ["1 finding"] }],
  "remoteTrigger/a-routine-is-started": [
    { kind: "remoteTrigger", summary: "run trig_1", fields: { action: "run", trigger: "trig_1" } },
  ],
  "runScript/a-script-fails": [{ kind: "runScript", summary: "await tools.apply_patch(patchText);", facts: [] }],
  "runScript/a-script-runs-two-commands": [{ kind: "runScript", summary: "git status --short", facts: ["2 commands"] }],
  "scheduleWakeup/no-more-calls": [{ kind: "scheduleWakeup", summary: "No more", fields: { stop: true } }],
  "scheduleWakeup/the-agent-comes-back": [
    { kind: "scheduleWakeup", summary: "CI is slow", facts: ["in 1 min"], fields: { prompt: "Look at CI again" } },
  ],
  "topic/what-follows-has-a-heading": [
    { kind: "topic", summary: "Count the tides", fields: { intent: "Read the tables first." } },
  ],
  "finish/all-is-done": [{ kind: "finish", summary: "All 12 tides are counted." }],
  "readFiles/several-at-once": [{ kind: "readFiles", summary: "docs/*.md, src/tide.ts" }],
  "sendFeedback/a-word-to-the-makers": [{ kind: "sendFeedback", summary: "The tide table is cut off" }],
  "sendFeedback/in-other-words": [{ kind: "sendFeedback", summary: "It is slow", fields: { message: undefined } }],
  "sendMessage/a-teammate-hears": [
    {
      kind: "sendMessage",
      summary: "team-lead: Pier done",
      fields: { to: "team-lead", message: "Pier **done**.\nIt is blue.", messageType: "message" },
    },
    { kind: "sendMessage", summary: "a5693: shutdown_request", fields: { message: undefined } },
  ],
  "sendUserFile/a-file-is-handed-over": [
    { kind: "sendUserFile", summary: `${home}out/tides.pdf`, facts: ["1 file"], fields: { caption: "The **year**" } },
  ],
  "skill/a-skill-is-loaded": [
    { kind: "skill", summary: "calendar-clients", fields: { args: "for **outlook**", allowedTools: ["Read", "Bash"] } },
    { kind: "skill", summary: "tides", fields: { args: undefined } },
  ],
  "slashCommand/a-command-is-run": [{ kind: "slashCommand", summary: "/review 12" }],
  "subagentHandback/the-agent-needs-something": [
    { kind: "subagentHandback", summary: "I need the address of the gauge." },
  ],
  "taskCreate/a-task-gets-its-number": [
    { kind: "taskCreate", summary: "Count the hours", facts: ["#7"], fields: { taskId: "7" } },
    { kind: "taskCreate", summary: "Paint the pier", facts: ["#8"], fields: { taskId: "8", description: undefined } },
  ],
  "taskGet/one-task-is-read": [{ kind: "taskGet", summary: "#8 Paint the pier", facts: ["pending"] }],
  "taskList/the-list-is-read": [{ kind: "taskList", summary: "", facts: ["2 tasks"] }],
  "taskOutput/an-agent-reports-in-markdown": [
    {
      kind: "taskOutput",
      summary: "Look for leaks",
      facts: ["completed"],
      fields: { taskId: "aef9", taskType: "local_agent", block: true, timeoutMs: 120000 },
    },
  ],
  "taskOutput/the-older-name": [
    { kind: "taskOutput", summary: "a1b2", facts: ["running"], fields: { block: undefined } },
  ],
  "taskStop/a-background-task-ends": [{ kind: "taskStop", summary: "pnpm dev", fields: { taskId: "b41d9e0" } }],
  "taskUpdate/a-task-moves-on": [
    {
      kind: "taskUpdate",
      summary: "#7 completed",
      fields: { taskId: "7", status: "completed", statusBefore: "in_progress", owner: undefined },
    },
    {
      kind: "taskUpdate",
      summary: "#8 Paint it blue owner pier",
      fields: { status: undefined, owner: "pier", addBlockedBy: ["7"], addBlocks: ["9"], subject: "Paint it blue" },
    },
  ],
  "teamCreate/a-team-begins": [{ kind: "teamCreate", summary: "harbour", fields: { agentType: "lead" } }],
  "teamDelete/a-team-ends": [{ kind: "teamDelete", summary: "harbour" }],
  "todoRead/the-list-is-read": [{ kind: "todoRead", summary: "" }],
  "todoWrite/the-list-is-written-anew": [
    {
      kind: "todoWrite",
      summary: "Wind it",
      facts: ["1 of 4 tasks"],
      fields: {
        "todos.1.status": "in_progress",
        "todos.1.id": "2",
        "todos.0.id": undefined,
        "todos.3.status": "unknown",
      },
    },
  ],
  "toolSearch/tools-are-found": [
    {
      kind: "toolSearch",
      summary: "select:TaskCreate,TaskUpdate",
      facts: ["2 tools"],
      fields: { matches: ["TaskCreate", "TaskUpdate"], total: 44 },
    },
  ],
  "webFetch/a-page-answers-a-question": [
    {
      kind: "webFetch",
      summary: "https://tides.example/rfc",
      facts: ["4.5 s", "214 kB", "200"],
      fields: { prompt: "May an identity change?", status: 200 },
    },
  ],
  "webFetch/a-page-refuses": [
    { kind: "webFetch", summary: "https://tides.example/private", fields: { status: undefined } },
  ],
  "webSearch/links-come-with-a-summary": [
    {
      kind: "webSearch",
      summary: "neap tide",
      facts: ["12 s", "2 results"],
      fields: { allowedDomains: ["tides.example"], "links.0.title": "Neap tides" },
    },
  ],
  "webSearch/only-the-text-is-known": [{ kind: "webSearch", summary: "spring tide", fields: { links: undefined } }],
  "workflow/a-script-sends-agents": [
    {
      kind: "workflow",
      summary: "Sweep the docs.",
      facts: ["background"],
      fields: { runId: "wf_1", taskId: "task_1" },
    },
    { kind: "workflow", summary: 'await agent("look");', facts: ["background"], fields: { scriptPath: undefined } },
  ],
  "write/a-new-file-is-all-added": [
    {
      kind: "write",
      summary: `${home}src/uid.ts`,
      facts: ["new file", "+2 −0"],
      changes: [{ path: `${home}src/uid.ts`, added: 2, removed: 0, created: true }],
    },
  ],
  "write/an-overwritten-file-shows-what-changed": [
    {
      kind: "write",
      summary: `${home}a.txt`,
      facts: ["+1 −1"],
      fields: { created: undefined, "hunks.0.oldStart": 5 },
      changes: [{ path: `${home}a.txt`, added: 1, removed: 1 }],
    },
  ],
};

const fixtures = join(import.meta.dirname, "../../fixtures/tools");
const files = logsIn(fixtures).map((file) => ({
  file,
  name: file
    .slice(fixtures.length + 1)
    .replace(/\.jsonl$/, "")
    .replaceAll("\\", "/"),
}));

/** `call.questions.0.chosen`, written "questions.0.chosen". */
function at(value: unknown, path: string): unknown {
  return path.split(".").reduce((found, key) => (found as Record<string, unknown> | undefined)?.[key], value);
}

describe.each(files)("$name", ({ file, name }) => {
  const calls = callsOf(file);
  const rows = expected[name] ?? [];

  it("has one expectation per call", () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(calls).toHaveLength(rows.length);
  });

  it.each(rows.map((row, index) => ({ ...row, index })))("reads $kind: $summary", (row) => {
    const { call, isOdd } = calls[row.index] ?? expect.unreachable();
    const tool = toolOf(call);
    expect(call.kind).toBe(row.kind);
    expect(isOdd).toBe(row.isOdd ?? false);
    expect(tool.summary(call, { path: (path) => path })).toBe(row.summary);
    expect((tool.facts?.(call) ?? []).map(factText)).toEqual(row.facts ?? []);
    for (const [path, value] of Object.entries(row.fields ?? {})) expect(at(call, path), path).toEqual(value);
    if (row.changes !== undefined) expect(tool.changes?.(call)).toEqual(row.changes);
  });
});

describe("the registry", () => {
  it.each(Object.keys(tools))("has a fixture for %s", (kind) => {
    expect(existsSync(join(fixtures, kind)), kind).toBe(true);
    expect(
      Object.values(expected)
        .flat()
        .some((row) => row.kind === kind),
    ).toBe(true);
  });

  it("expects nothing of a fixture that is not there", () => {
    expect(Object.keys(expected).sort()).toEqual(files.map(({ name }) => name).sort());
  });

  it("gives each name to one tool only", () => {
    const names = Object.values(tools).flatMap((tool) => tool.names);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("a plan file", () => {
  it("is known by its folder", () => {
    expect(isPlanFile(planFile)).toBe(true);
    expect(isPlanFile("C:\\Users\\mara\\.claude\\plans\\calm-tide.md")).toBe(true);
    expect(isPlanFile("/home/mara/plans/calm-tide.md")).toBe(false);
  });
});
