/** Log shapes are never trusted: whatever stands in input, result and details, a call is read and drawn, and nothing is lost. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { record } from "../../src/log/fields.ts";
import type { Outcome, ToolUseId } from "../../src/model/session.ts";
import { toolCall, toolOf, tools } from "../../src/tools/index.ts";
import { callsOf, logsIn } from "../support/tool-calls.ts";
import { lost, view } from "./tool-view.ts";

const names = [...Object.values(tools).flatMap((tool) => tool.names), "mcp__a__b", "mcp__", "Unknown", "__proto__"];

// The keys that tools read, so that odd values stand where they look.
const key = fc.constantFrom(
  ...["file_path", "old_string", "new_string", "content", "edits", "command", "timeout", "pattern", "path", "query"],
  ...[
    "url",
    "prompt",
    "description",
    "subject",
    "taskId",
    "task_id",
    "status",
    "todos",
    "questions",
    "answers",
    "plan",
  ],
  ...["skill", "message", "to", "type", "files", "findings", "file", "structuredPatch", "stdout", "stderr", "results"],
  ...["notebook_path", "new_source", "operation", "cron", "server", "uri", "script", "team_name", "-A", "question"],
);
const word = fc.oneof(
  fc.string(),
  fc.constantFrom("a\nb", "<b>&amp;", "   3→x", "<system-reminder>\n", "x".repeat(300)),
);
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(key, fc.constant("label")), tie("value"), { maxKeys: 6 }),
  ),
}));

const at = { file: "any.jsonl", line: 1 };
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>({ state: "none" }),
  fc.record(
    {
      state: fc.constantFrom("ok", "error", "rejected", "interrupted"),
      text: word,
      reminders: fc.array(word, { minLength: 1, maxLength: 2 }),
      persisted: fc.record({ note: word }),
      at: fc.constant(at),
    },
    { requiredKeys: ["state", "text", "at"] },
  ),
);

const samples = logsIn(join(import.meta.dirname, "../../fixtures/tools")).flatMap(callsOf);

/** A value as a fixture has it, some of its fields made odd. */
function bent(value: unknown): fc.Arbitrary<unknown> {
  const fields = record(value);
  if (fields === undefined) return json;
  const own = fc.constantFrom(...Object.keys(fields), "extra");
  return fc.oneof(
    json,
    fc.dictionary(fc.oneof(own, key), json, { maxKeys: 3 }).map((odd) => ({ ...fields, ...odd })),
  );
}

describe("a fixture with odd fields", () => {
  it.each(samples.map(({ call, details }) => ({ name: call.name, call, details })))(
    "of $name is read and drawn without a throw, and shown",
    ({ name, call: { input, outcome: own }, details }) => {
      const results = fc.oneof(fc.constant(own), outcome);
      fc.assert(
        fc.property(bent(input), results, bent(details), (anyInput, result, anyDetails) => {
          const { call } = toolCall({ id: "toolu_1" as ToolUseId, name, input: anyInput }, result, anyDetails);
          toolOf(call).changes?.(call);
          expect(lost(call)).toEqual([]);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe("any input", () => {
  it.each(names)("of %s is read and drawn without a throw, and shown", (name) => {
    fc.assert(
      fc.property(json, outcome, json, (input, result, details) => {
        const { call } = toolCall({ id: "toolu_1" as ToolUseId, name, input }, result, details);
        const tool = toolOf(call);
        expect(typeof tool.summary(call, view)).toBe("string");
        tool.changes?.(call);
        expect(lost(call)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
