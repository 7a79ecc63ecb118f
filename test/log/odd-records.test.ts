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

describe.each([
  ["Gemini CLI", ".gemini/tmp/x/chats/session-2026-06-01T09-00-5e55a0a0.jsonl", gemini],
  ["Copilot CLI", ".copilot/session-state/s-1/events.jsonl", copilot],
])("%s", (_, path, records) => {
  it("is read whatever stands in one field", () => {
    fc.assert(
      fc.property(withOneOddField(records.slice(0, -1)), (some) => {
        const { session } = onlySession({ [path]: [...some, records.at(-1)] });
        expect(promptsOf(session.turns)).toContain("Last");
      }),
      { numRuns: 150 },
    );
  });
});
