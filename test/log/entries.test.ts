/** Each entry type, system subtype, progress type and attachment type: one line in, one typed value out. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/log/entries/entry.ts";
import { foldedReasons } from "../../src/log/entries/index.ts";
import { parse } from "../../src/log/entries/parse.ts";
import { fixtures } from "../support/archive.ts";

const root = join(fixtures, "entries");

function entriesOf(name: string): readonly Entry[] {
  const lines = readFileSync(join(root, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  return parse(
    lines.map((text, index) => ({ number: index + 1, text })),
    name,
  ).entries;
}

const all = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) =>
    relative(root, join(root, name))
      .split(sep)
      .join("/")
      .replace(/\.jsonl$/, ""),
  )
  .sort();

const shown = new Set<Entry["kind"]>([
  "user",
  "assistant",
  "event",
  "compaction",
  "enqueue",
  "delivered",
  "local-command",
  "continued",
  "relocated",
  "scheduled",
  "unknown",
]);

describe("every line", () => {
  it.each(all)("%s ends as something shown, or is folded with its reason in the list", (name) => {
    const reasons = new Map(foldedReasons.map(({ what, why }) => [what, why]));
    const [type = "", subtype] = name.split("/");
    const reason = reasons.get(type) ?? reasons.get(`${type} ${subtype}`);
    const entries = entriesOf(name);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect(shown.has(entry.kind) ? "It is shown." : reason, entry.kind).toMatch(/\.$/);
      if (entry.kind === "folded") expect(entry.reason).toBe(reason);
    }
  });
});

describe("entries", () => {
  it.each<[string, object]>([
    ["agent-name/a-session-is-named-after-its-agent", { kind: "title", source: "agent-name", title: "harbour-master" }],
    ["ai-title/a-model-named-the-session", { kind: "title", source: "ai-title", title: "Fix the tide table" }],
    ["custom-title/a-person-named-the-session", { kind: "title", source: "custom-title", title: "Tides" }],
    ["custom-title/a-title-is-taken-back", { kind: "folded" }],
    ["summary/a-title-for-a-leaf", { kind: "summary", title: "Tide table fixed", leaf: "a1" }],
    [
      "assistant/words-and-a-call",
      {
        kind: "assistant",
        messageId: "msg_1",
        blocks: [{ kind: "text" }, { kind: "use", id: "toolu_1", name: "Read" }],
        tokens: { input: 3, output: 5, cacheRead: 0, cacheWrite5m: 5, cacheWrite1h: 4 },
      },
    ],
    ["assistant/content-is-only-a-string", { kind: "assistant", blocks: [{ kind: "text", text: "Looking." }] }],
    ["user/a-person-asks", { kind: "user", permissionMode: "plan", blocks: [{ kind: "text", text: "Which tide?" }] }],
    [
      "user/a-tool-answers",
      { kind: "user", details: { stdout: "six" }, blocks: [{ kind: "result", id: "toolu_1", isError: true }] },
    ],
    [
      "user/a-bare-string-in-the-list",
      { kind: "user", blocks: [{ kind: "text" }, { kind: "unknown", type: "number" }] },
    ],
    [
      "assistant/in-fast-mode",
      { model: "claude-opus-4-8-fast", effort: "high", tokens: { input: 3, output: 5 }, attempts: undefined },
    ],
    [
      "assistant/another-model-declined",
      {
        model: "claude-opus-4-8",
        tokens: { input: 2, output: 136, cacheRead: 792 },
        attempts: [{ model: "claude-fable-5", tokens: { output: 57, cacheRead: 727, cacheWrite5m: 104 } }],
        blocks: [{ kind: "fallback", from: "claude-fable-5", to: "claude-opus-4-8" }, { kind: "text" }],
        supersedes: ["a1"],
      },
    ],
    [
      "assistant/the-one-that-declined-is-named",
      {
        model: "claude-opus-4-8",
        tokens: { output: 136 },
        attempts: [{ model: "claude-fable-5", tokens: { output: 57 } }],
      },
    ],
    [
      "assistant/code-calls-a-tool",
      { blocks: [{ id: "toolu_1", caller: "code_execution_20260120 srvtoolu_1" }, { id: "toolu_2" }] },
    ],
    ["user/a-scheduled-prompt", { kind: "user", turnOrigin: "scheduled", scheduledTask: "task_1" }],
    ["agent-color/a-person-chose-a-color", { kind: "label", label: "color", text: "blue" }],
    ["agent-setting/a-person-chose-an-agent", { kind: "label", label: "agent", text: "reviewer" }],
    ["tag/a-person-tagged-the-session", { kind: "label", label: "tag", text: "release" }],
    ["tag/a-tag-is-taken-off", { kind: "label", label: "tag", text: undefined }],
    [
      "content-replacement/one-result-is-cleared",
      { kind: "event", call: "toolu_1", text: expect.stringMatching(/cleared/) },
    ],
    [
      "content-replacement/results-are-cleared",
      { kind: "event", text: expect.stringMatching(/^2 results were cleared/) },
    ],
    ["continued-in/sent-to-the-background", { kind: "continued", session: "bbbbbbbb-0000-4000-8000-000000000002" }],
    ["continued-in/it-does-not-say-where", { kind: "unknown", type: "continued-in" }],
    [
      "cost-state/the-clients-account",
      {
        kind: "client-cost",
        cost: {
          usd: 0.42,
          isPartial: true,
          models: [{ model: "claude-opus-5-5", input: 12, output: 900, thinking: 300, usd: 0.42 }],
        },
      },
    ],
    ["ended-by-model/the-model-ends-it", { kind: "event", text: "Nothing is left to do." }],
    ["relocated/the-project-was-moved", { kind: "relocated", folder: "/home/ines/harbour" }],
    ["fork-context-ref/the-context-is-inherited", { kind: "fork", entry: "c1" }],
    [
      "frame-link/a-page-is-shared",
      { kind: "event", from: "Shared page", text: expect.stringContaining("Tide chart") },
    ],
    ["last-prompt/a-leaf-is-named", { kind: "leaf", leaf: "a1" }],
    ["last-prompt/only-the-words", { kind: "folded" }],
    ["pr-link/a-pull-request", { kind: "event", text: "ines/tidemark#7 https://example.org/ines/tidemark/pull/7" }],
    ["queue-operation/a-prompt-waits", { kind: "enqueue", text: "also the mast" }],
    ["queue-operation/a-prompt-leaves", { kind: "queue", operation: "dequeue" }],
    [
      "worktree-state/a-worktree-is-entered",
      { kind: "event", from: "Worktree", text: "dock on worktree-dock in /home/ines/dock" },
    ],
    ["worktree-state/the-worktree-is-left", { kind: "folded" }],
    ["system/words-without-a-subtype", { kind: "event", event: "notice", text: "Running hooks" }],
    [
      "system/api_error/a-request-is-tried-again",
      { event: "api-error", text: "529: Overloaded", retry: { attempt: 2, of: 10, waitMs: 1500 } },
    ],
    ["system/away_summary/what-happened-meanwhile", { kind: "event", event: "notice", text: "The tide rose." }],
    ["system/bridge_status/the-bridge-is-on", { kind: "folded" }],
    [
      "system/compact_boundary/the-context-was-compacted",
      { kind: "compaction", trigger: "manual", tokensBefore: 90000, tokensAfter: 8000, logicalParentId: "a1" },
    ],
    ["system/informational/a-word-to-the-person", { event: "notice", text: "Model was changed.", level: "warning" }],
    ["system/local_command/a-slash-command", { kind: "local-command", text: "<command-name>/cost</command-name>" }],
    ["system/microcompact_boundary/old-results-were-dropped", { kind: "compaction", micro: true, tokensAfter: 40000 }],
    [
      "system/stop_hook_summary/a-hook-failed",
      { event: "hook", level: "error", text: expect.stringContaining("bell is broken") },
    ],
    ["system/agents_killed/agents-are-stopped", { kind: "event", text: "2 agents stopped" }],
    [
      "system/scheduled_task_fire/a-task-is-due",
      { kind: "scheduled", prompt: "Look at the tide gauge", task: "task_1", cron: "0 9 * * 1" },
    ],
    ["system/scheduled_task_fire/a-task-without-words", { kind: "unknown", type: "scheduled_task_fire" }],
    [
      "system/model_refusal_fallback/another-model-answers",
      {
        kind: "event",
        level: "warning",
        retracts: ["a1", "a2"],
        text: "The request was declined.\nclaude-fable-5 → claude-opus-4-8\ncyber, refusal, down",
      },
    ],
    ["system/model_refusal_no_fallback/nobody-answers", { kind: "event", text: expect.stringContaining("cyber") }],
    [
      "system/model_consent_fallback/another-model-is-agreed-to",
      { kind: "event", text: "claude-fable-5 → claude-opus-5-5" },
    ],
    ["system/turn_duration/how-long-it-took", { kind: "duration", milliseconds: 31869 }],
    ["progress/agent_progress/an-agent-speaks", { kind: "agent-progress", agent: "a1b2c3d", call: "toolu_1" }],
    [
      "progress/hook_progress/a-hook-ran",
      { event: "hook", from: "PostToolUse:Edit hook", text: "prettier", call: "toolu_1" },
    ],
    ["attachment/date_change/a-new-day", { kind: "event", text: "2026-03-03" }],
    [
      "attachment/diagnostics/the-editor-found-something",
      { kind: "event", text: expect.stringContaining("unused name") },
    ],
    ["attachment/edited_text_file/a-file-changed-outside", { kind: "event", text: expect.stringContaining("1\tlow") }],
    ["attachment/file/a-mentioned-file", { kind: "event", text: "a.ts\nexport {}" }],
    ["attachment/goal_status/not-there-yet", { from: "Goal not met yet", text: "All tides sorted" }],
    ["attachment/goal_status/given-up", { from: "Goal failed", text: "All tides sorted\n\nTides do not end." }],
    ["attachment/hook_additional_context/a-hook-adds-words", { event: "hook", text: "Be brief." }],
    ["attachment/hook_blocking_error/a-hook-says-no", { event: "hook", level: "error", text: "guard\nnot at night" }],
    [
      "attachment/hook_non_blocking_error/a-hook-fails-softly",
      { level: "warning", text: "chime\nexit 1\n0.2 s\nno chime" },
    ],
    ["attachment/hook_success/its-output-twice", { event: "hook", text: "guard\nAll is well." }],
    ["attachment/hook_success/a-hook-is-done", { event: "hook", call: "toolu_1", text: "guard\n1.2 s\nfine" }],
    ["attachment/hook_system_message/a-hook-speaks-to-the-person", { event: "hook", text: "Powered by hooks" }],
    ["attachment/opened_file_in_ide/a-file-is-open", { kind: "event", text: "/home/ines/tidemark/a.ts" }],
    [
      "attachment/queued_command/a-prompt-reaches-the-agent",
      { kind: "delivered", blocks: [{ text: "also the mast" }] },
    ],
    [
      "attachment/queued_command/blocks-and-a-sender",
      { kind: "delivered", origin: "peer", blocks: [{ kind: "text" }, { kind: "image" }] },
    ],
    ["attachment/already_read_file/a-file-it-knows", { from: "Mentioned file, read before", text: "a.ts" }],
    [
      "attachment/async_hook_response/a-hook-answers-later",
      { event: "hook", from: "PostToolUse:Edit hook", text: '{"additionalContext":"formatted"}\ndone' },
    ],
    ["attachment/directory/a-mentioned-folder", { from: "Mentioned folder", text: "src\na.ts\nb.ts" }],
    [
      "attachment/hook_cancelled/a-hook-is-stopped",
      { event: "hook", level: "warning", call: "toolu_1", text: "cancelled" },
    ],
    [
      "attachment/hook_permission_decision/a-hook-allows",
      { event: "hook", from: "PermissionRequest hook", text: "allow", call: "toolu_1" },
    ],
    [
      "attachment/plan_file_reference/the-plan-again",
      { from: "Plan file", text: "/home/ines/.claude/plans/calm.md\n# Sort the tides\n\n1. Read" },
    ],
    [
      "attachment/remote_session_change/a-commit-in-the-cloud",
      { text: "commit: 4f1c2d9\npr: https://example.org/ines/tidemark/pull/9" },
    ],
    ["attachment/selected_lines_in_ide/lines-are-selected", { text: "/home/ines/tidemark/a.ts:3–4\nconst tide = 1;" }],
    ["attachment/structured_output/an-answer-in-form", { text: expect.stringContaining('"tides"') }],
    ["attachment/task_status/a-task-goes-on", { text: "Run the tests: running\n12 of 40 passed" }],
    ["attachment/team_context/the-team-is-named", { from: "Team", text: "harbour" }],
    [
      "attachment/queued_command/a-prompt-that-is-no-text",
      { kind: "unknown", what: "attachment", type: "queued_command" },
    ],
    ["attachment/read_truncation_notice/a-read-was-cut", { call: "toolu_1", text: "Only the first 200 lines" }],
  ])("%s", (name, expected) => {
    expect(entriesOf(name)[0]).toMatchObject(expected);
  });

  it.each([
    ["attachment/credential_org/whose-account"],
    ["attachment/session_context/who-it-is"],
    ["artifact-autoreact-ledger/an-account-id"],
    ["bridge-session/account-ids"],
  ])("%s leaves nothing behind but why", (name) => {
    const [entry] = entriesOf(name);
    const { at: _, sessionId: __, ...rest } = entry ?? expect.unreachable();
    expect(rest).toMatchObject({ kind: "folded", reason: expect.stringMatching(/never shown/) });
    expect(JSON.stringify(rest)).not.toMatch(/@|Ines|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it("every folded type says why, once", () => {
    const types = foldedReasons.map(({ what }) => what);
    expect(new Set(types).size).toBe(types.length);
    for (const { why } of foldedReasons) expect(why).toMatch(/^[A-Z].*\.$/);
  });
});
