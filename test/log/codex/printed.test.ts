/** What `codex exec --json` printed, kept in a file. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { archiveFrom } from "../../support/archive.ts";
import { answer, callsOf, home, log, meta, prompt, rolloutName, started, told } from "./rollout.ts";

const lines = (...records: readonly object[]): string => `${records.map((each) => JSON.stringify(each)).join("\n")}\n`;
const completed = (item: object) => ({ type: "item.completed", item });
const begun = (item: object) => ({ type: "item.started", item });
const thread = { type: "thread.started", thread_id: "01a0-thread" };
const turn = { type: "turn.started" };
const usage = { input_tokens: 100, cached_input_tokens: 60, output_tokens: 9, reasoning_output_tokens: 4 };
const ended = { type: "turn.completed", usage };

async function sessionOf(...records: readonly object[]) {
  const folder = home({ "run.jsonl": lines(...records) });
  const { archive, session } = await archiveFrom([join(folder, ".codex/run.jsonl")]);
  return { archive, session: session("01a0-thread" as never) };
}

describe("what codex exec --json printed", () => {
  it("is a session of the thread, with answers, thoughts and what was spent", async () => {
    const { archive, session } = await sessionOf(
      thread,
      turn,
      completed({ id: "item_0", type: "reasoning", text: "**Counting**" }),
      completed({ id: "item_1", type: "agent_message", text: "Four tides." }),
      ended,
    );
    expect(archive.sessions).toMatchObject([{ id: "01a0-thread", agent: "codex" }]);
    expect(told(session)).toEqual(["(none)", "thinking **Counting**", "Four tides."]);
    expect(session.usage).toMatchObject([{ input: 40, cacheRead: 60, output: 9, reasoning: 4 }]);
    expect(archive.diagnostics).toEqual([]);
  });

  it("has commands, files, searches and servers' calls, each once", async () => {
    const command = { id: "item_1", type: "command_execution", command: "/bin/zsh -lc 'ls src'" };
    const failed = { id: "item_2", type: "command_execution", command: "false", aggregated_output: "", exit_code: 1 };
    const server = { id: "item_4", type: "mcp_tool_call", server: "almanac", tool: "find", arguments: { at: "Sines" } };
    const { session } = await sessionOf(
      thread,
      turn,
      begun({ ...command, aggregated_output: "", exit_code: null, status: "in_progress" }),
      completed({ ...command, aggregated_output: "sill.ts\n", exit_code: 0, status: "completed" }),
      completed({ ...failed, status: "failed" }),
      completed({
        ...{ id: "item_3", type: "file_change", status: "completed" },
        changes: [
          { path: "/src/sill.ts", kind: "update" },
          { path: "/src/tide.ts", kind: "add" },
        ],
      }),
      completed({ ...server, result: null, error: { message: "No such place" }, status: "failed" }),
      completed({ id: "item_5", type: "web_search", query: "tides", action: { type: "search", query: "tides" } }),
      begun({ id: "item_6", type: "command_execution", command: "sleep 9", aggregated_output: "", exit_code: null }),
    );
    expect(callsOf(session)).toMatchObject([
      { kind: "bash", command: "ls src", outcome: { state: "ok", text: "sill.ts\n" } },
      { kind: "bash", command: "false", exitCode: 1, outcome: { state: "error" } },
      { kind: "applyPatch", files: [{ path: "/src/sill.ts" }, { path: "/src/tide.ts" }] },
      { kind: "mcp", server: "almanac", tool: "find", outcome: { state: "error", text: "No such place" } },
      { kind: "webSearch", query: "tides" },
      { kind: "bash", command: "sleep 9", outcome: { state: "none" } },
    ]);
  });

  it("has the list of tasks as it changed, and what went wrong once", async () => {
    const items = (done: boolean) => [{ text: "Measure", completed: done }];
    const { session } = await sessionOf(
      thread,
      turn,
      begun({ id: "item_1", type: "todo_list", items: items(false) }),
      completed({ id: "item_9", type: "agent_message", text: "I measure." }),
      { type: "item.updated", item: { id: "item_1", type: "todo_list", items: items(true) } },
      completed({ id: "item_2", type: "error", message: "Model metadata not found" }),
      { type: "error", message: "stream disconnected" },
      { type: "turn.failed", error: { message: "stream disconnected" } },
    );
    expect(session.tasks).toMatchObject([
      { tasks: [{ subject: "Measure", status: "pending" }] },
      { tasks: [{ subject: "Measure", status: "completed" }] },
    ]);
    expect(told(session).filter((each) => /^\w[\w-]*:/.test(each))).toEqual([
      "Warning: Model metadata not found",
      "api-error: stream disconnected",
    ]);
  });

  it("shows what it does not know, and is left where the thread has its log", async () => {
    const { session, archive } = await sessionOf(thread, turn, completed({ id: "i", type: "omen", text: "A gull." }), {
      type: "item.blessed",
    });
    expect(told(session)).toEqual(["(none)", "unknown event_msg item omen", "unknown item.blessed"]);
    expect(archive.diagnostics).toHaveLength(2);
    const both = home({
      [rolloutName("01a0-thread")]: log(meta("01a0-thread"), started("a"), ...prompt("Count"), ...answer("Four.")),
      "sessions/run.jsonl": lines(thread, turn, completed({ id: "i", type: "agent_message", text: "Four." }), ended),
    });
    const opened = await archiveFrom([both]);
    expect(opened.archive.sessions).toHaveLength(1);
    expect(told(opened.session("01a0-thread" as never))).toEqual(["> Count", "Four."]);
  });
});
