/** Records of other agents with anything in the place of anything: read without a throw, and nothing else is lost for it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promptsOf } from "../support/archive.ts";
import { onlySession } from "../support/home.ts";
import "../support/properties.ts";

const odd = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant([]),
  fc.constant({}),
  fc.constant([null]),
);

/** The same records, with one field of one of them replaced or taken out. */
const withOneOddField = (records: readonly object[]): fc.Arbitrary<readonly unknown[]> => {
  const paths = records.flatMap((record, index) => pathsIn(record).map((path) => [index, ...path]));
  return fc.tuple(fc.constantFrom(...paths), fc.option(odd, { nil: undefined })).map(([path, value]) => {
    const copy = structuredClone(records) as unknown as Record<string, never>;
    const parent = path.slice(0, -1).reduce<Record<string, never>>((at, key) => at[key] as never, copy);
    if (value === undefined) delete parent[path.at(-1) ?? ""];
    else parent[path.at(-1) ?? ""] = value as never;
    return copy as unknown as readonly unknown[];
  });
};

function pathsIn(value: unknown): readonly (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsIn(inner).map((path) => [key, ...path])]);
}

const timestamp = "2026-06-01T09:00:00.000Z";
const gemini = [
  { sessionId: "s-1", projectHash: "x", startTime: timestamp, kind: "main" },
  { $set: { messages: [{ id: "c", timestamp, type: "user", content: [{ text: "<session_context>" }] }] } },
  { id: "u1", timestamp, type: "user", content: [{ text: "One" }], displayContent: [{ text: "One" }] },
  {
    ...{
      id: "a1",
      timestamp,
      type: "gemini",
      content: "one",
      model: "m",
      thoughts: [{ subject: "S", description: "D" }],
    },
    tokens: { input: 1, output: 1, cached: 0, thoughts: 0, tool: 0, total: 2 },
    toolCalls: [
      {
        ...{ id: "k1", name: "replace", args: { file_path: "a", old_string: "x", new_string: "y" }, status: "success" },
        result: [{ functionResponse: { id: "k1", name: "replace", response: { output: "Done" } } }],
        resultDisplay: { fileDiff: "@@ -1 +1 @@\n-x\n+y\n", fileName: "a", diffStat: { user_added_lines: 0 } },
      },
    ],
  },
  { $rewindTo: "u1" },
  { id: "last", timestamp, type: "user", content: "Last" },
];
const copilot = [
  { type: "session.start", id: "1", timestamp, data: { sessionId: "s-1", context: { cwd: "/a", branch: "main" } } },
  { type: "user.message", id: "2", timestamp, data: { content: "One", attachments: [{ type: "file", path: "/b" }] } },
  {
    type: "assistant.message",
    id: "3",
    timestamp,
    data: {
      content: "one",
      outputTokens: 1,
      toolRequests: [{ toolCallId: "k", name: "bash", arguments: { command: "ls" } }],
    },
  },
  {
    type: "permission.requested",
    id: "4",
    timestamp,
    data: { requestId: "q", permissionRequest: { toolCallId: "k", kind: "shell" } },
  },
  {
    type: "tool.execution_complete",
    id: "5",
    timestamp,
    data: { toolCallId: "k", success: true, result: { content: "a", detailedContent: "a" }, error: { message: "b" } },
  },
  {
    type: "session.shutdown",
    id: "6",
    timestamp,
    data: { modelMetrics: { m: { requests: { count: 1 }, usage: { inputTokens: 1, outputTokens: 1 } } } },
  },
  { type: "user.message", id: "7", timestamp, data: { content: "Last" } },
];

const codex = [
  { timestamp, type: "session_meta", payload: { id: "s-1", timestamp, cwd: "/a", git: { branch: "main" } } },
  { timestamp, type: "event_msg", payload: { type: "task_started", turn_id: "t", started_at: 1_780_304_400 } },
  { timestamp, type: "turn_context", payload: { turn_id: "t", cwd: "/a", model: "gpt-5.5" } },
  { timestamp, type: "event_msg", payload: { type: "user_message", message: "One", images: [] } },
  {
    timestamp,
    type: "response_item",
    payload: { type: "custom_tool_call", name: "apply_patch", call_id: "k", input: "*** Begin Patch\n*** End Patch" },
  },
  {
    timestamp,
    type: "event_msg",
    payload: {
      type: "patch_apply_end",
      call_id: "k",
      success: true,
      changes: { "/a/b": { type: "add", content: "x" } },
    },
  },
  { timestamp, type: "response_item", payload: { type: "custom_tool_call_output", call_id: "k", output: "Done" } },
  { timestamp, type: "response_item", payload: { type: "reasoning", summary: [{ type: "summary_text", text: "T" }] } },
  {
    timestamp,
    type: "event_msg",
    payload: { type: "token_count", info: { total_token_usage: { input_tokens: 1, output_tokens: 1 } } },
  },
  { timestamp, type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } },
  { timestamp, type: "event_msg", payload: { type: "user_message", message: "Last" } },
];
const pi = [
  { type: "session", version: 3, id: "s-1", timestamp, cwd: "/a" },
  {
    type: "message",
    id: "1",
    parentId: null,
    timestamp,
    message: { role: "user", content: [{ type: "text", text: "One" }] },
  },
  {
    type: "message",
    id: "2",
    parentId: "1",
    timestamp,
    message: {
      role: "assistant",
      model: "m",
      stopReason: "toolUse",
      usage: { input: 1, output: 1, cost: { total: 0.1 } },
      content: [{ type: "toolCall", id: "k", name: "edit", arguments: { path: "b", oldText: "x", newText: "y" } }],
    },
  },
  {
    type: "message",
    id: "3",
    parentId: "2",
    timestamp,
    message: {
      role: "toolResult",
      toolCallId: "k",
      toolName: "edit",
      content: [{ type: "text", text: "Done" }],
      details: { diff: "-1 x\n+1 y" },
    },
  },
  { type: "compaction", id: "4", parentId: "3", timestamp, summary: "S", firstKeptEntryId: "3", tokensBefore: 5 },
  { type: "message", id: "9", parentId: "4", timestamp, message: { role: "user", content: "Last" } },
];

const logs = [
  ["Codex", ".codex/sessions/2026/06/01/rollout-2026-06-01T09-00-00-s-1.jsonl", codex],
  ["Pi", ".pi/agent/sessions/--a--/2026-06-01T09-00-00-000Z_s-1.jsonl", pi],
  ["Gemini CLI", ".gemini/tmp/x/chats/session-2026-06-01T09-00-5e55a0a0.jsonl", gemini],
  ["Copilot CLI", ".copilot/session-state/s-1/events.jsonl", copilot],
] as const;

describe.each(logs)("%s", (_, path, records) => {
  it("is read whatever stands in one field", () => {
    fc.assert(
      fc.property(withOneOddField(records.slice(0, -1)), (some) => {
        const { session } = onlySession({ [path]: [...some, records.at(-1)] });
        expect(promptsOf(session.turns)).toContain("Last");
      }),
      { numRuns: 150 },
    );
  });

  const lines = records.map((record) => JSON.stringify(record));
  /** After the first two lines stands something that is no record. */
  const spoilt = (...odd: readonly string[]) =>
    onlySession({ [path]: [...lines.slice(0, 2), ...odd, ...lines.slice(2), ""].join("\n") });

  it.each([
    ["a line that was cut", `{"type":"message","id":"x","mess`, "invalid-json"],
    ["a list", "[1,2]", "not-an-entry"],
    ["a line of another encoding", "\u0000\u0001\ufffd", "invalid-json"],
  ])("says where %s stands, and builds the rest", (_what, line, code) => {
    const { session, diagnostics } = spoilt(line);
    expect(promptsOf(session.turns)).toContain("Last");
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code, at: { file: expect.stringContaining(path.split("/").at(-1) ?? ""), line: 3 } }),
    );
  });

  it("shows a record of a kind that nobody knows, with its place", () => {
    const kind = { type: "mystery_item", id: "m", parentId: "1", timestamp, payload: { a: 1 }, data: { a: 1 } };
    const { session, diagnostics } = spoilt(JSON.stringify(kind));
    expect(promptsOf(session.turns)).toContain("Last");
    expect(JSON.stringify(session.turns)).toContain("mystery_item");
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        at: expect.objectContaining({ line: 3 }),
        message: expect.stringContaining("mystery_item"),
      }),
    );
  });

  it("reads a file that ends within a line up to there", () => {
    const { session, diagnostics } = onlySession({ [path]: [...lines, '{"type":"user.mess'].join("\n") });
    expect(promptsOf(session.turns)).toContain("Last");
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ at: expect.objectContaining({ line: lines.length + 1 }) }),
    );
  });
});
