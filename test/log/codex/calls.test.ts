/** Calls of Codex, read as the tools that they are, and the eight forms of their results. */
import { describe, expect, it } from "vitest";
import { archiveFrom, pageOf } from "../../support/archive.ts";
import {
  answerItem,
  call,
  callsOf,
  event,
  home,
  item,
  type Logged,
  log,
  meta,
  output,
  prompt,
  rolloutName,
  sessionOf,
  started,
  told,
} from "./rollout.ts";

const run = async (...records: readonly Logged[]) =>
  callsOf(await sessionOf(meta("t1"), started("a"), ...prompt("Go"), ...records));

describe("a command", () => {
  it("has all of its output where only the event has, and the model's part of it", async () => {
    const end = { call_id: "c1", aggregated_output: "one\ntwo\nthree\n", exit_code: 0 };
    const cut = "Process exited with code 0\nOutput:\none\n…";
    expect(
      await run(call("c1", "exec_command", { cmd: "x" }), event("exec_command_end", end), output("c1", cut)),
    ).toMatchObject([{ stdout: "one\ntwo\nthree\n", outcome: { state: "ok", text: "one\n…" } }]);
    const [same] = await run(
      call("c1", "exec_command", { cmd: "x" }),
      event("exec_command_end", end),
      output("c1", "Process exited with code 0\nOutput:\none\ntwo\nthree"),
    );
    expect(same).not.toHaveProperty("stdout");
  });

  it.each([
    ["exec_command", { cmd: "ls -la", workdir: "/tmp" }, "ls -la"],
    ["shell", { command: ["bash", "-lc", "ls | wc -l"] }, "ls | wc -l"],
    ["shell", { command: ["git", "commit", "-m", "It's done"] }, "git commit -m 'It'\\''s done'"],
    ["shell_command", { command: "cargo test" }, "cargo test"],
    ["functions.exec_command", { cmd: "echo hi" }, "echo hi"],
  ])("of %s is what a person would type", async (name, input, command) => {
    expect(await run(call("c1", name, input))).toMatchObject([
      { kind: "bash", command, input, outcome: { state: "none" } },
    ]);
  });

  it.each([
    [
      "Chunk ID: 8b\nWall time: 0.05 seconds\nProcess exited with code 0\nOriginal token count: 4\nOutput:\nhi\n",
      "ok",
      undefined,
      "hi\n",
    ],
    ["Chunk ID: 8b\nWall time: 0.05 seconds\nProcess exited with code 2\nOutput:\nno\n", "error", 2, "no\n"],
    ["Exit code: 1\nWall time: 0.2 seconds\nTotal output lines: 1\nOutput:\nno", "error", 1, "no"],
    ['{"output":"hi","metadata":{"exit_code":0,"duration_seconds":0.1}}', "ok", undefined, "hi"],
    [{ output: "no", metadata: { exit_code: 127 } }, "error", 127, "no"],
    [[{ type: "input_text", text: "hi" }], "ok", undefined, "hi"],
    ["hi", "ok", undefined, "hi"],
    [{ changed: true }, "ok", undefined, '{\n  "changed": true\n}'],
    [{ content: "no", success: false }, "error", undefined, "no"],
    ["aborted by user after 29.7s", "interrupted", undefined, "aborted by user after 29.7s"],
    ["exec_command failed: rejected by user", "rejected", undefined, "exec_command failed: rejected by user"],
    [
      "failed in sandbox X with execution error: denied, exit code: 1, stdout: a",
      "error",
      1,
      "failed in sandbox X with execution error: denied, exit code: 1, stdout: a",
    ],
    ["error: Failed to find expected lines", "error", undefined, "error: Failed to find expected lines"],
    [null, "ok", undefined, ""],
  ])("that answers %j", async (said, state, exitCode, text) => {
    const [made] = await run(call("c1", "exec_command", { cmd: "x" }), output("c1", said));
    expect(made).toMatchObject({ outcome: { state, text } });
    expect(made).toHaveProperty(
      ...((exitCode === undefined ? ["kind", "bash"] : (["exitCode", exitCode] as const)) as [string, unknown]),
    );
  });

  it("that goes on is joined by its number", async () => {
    const calls = await run(
      call("c1", "exec_command", { cmd: "npm run dev" }),
      output("c1", "Chunk ID: 1\nWall time: 1.0 seconds\nProcess running with session ID 63933\nOutput:\n"),
      call("c2", "write_stdin", { session_id: 63933, chars: "q" }),
      output("c2", "Chunk ID: 2\nWall time: 0 seconds\nProcess exited with code 0\nOutput:\nbye"),
    );
    expect(calls).toMatchObject([
      { kind: "bash", background: { task: "63933" } },
      { kind: "bashOutput", shellId: "63933", command: "npm run dev", status: "completed", exitCode: 0 },
    ]);
  });

  it("that an event repeats stands once; one that only an event has stands, too", async () => {
    const end = { command: ["/bin/zsh", "-lc", "ls"], aggregated_output: "a", exit_code: 0 };
    const calls = await run(
      call("c1", "exec_command", { cmd: "ls" }),
      event("exec_command_end", { call_id: "c1", ...end }),
      output("c1", "Process exited with code 0\nOutput:\na"),
      event("exec_command_end", { call_id: "c9", ...end, exit_code: 3 }),
    );
    expect(calls).toMatchObject([
      { id: "c1", outcome: { text: "a" } },
      { id: "c9", command: "ls", exitCode: 3 },
    ]);
  });
});

describe("a patch", () => {
  const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch";
  const given = (input: string) => item("custom_tool_call", { name: "apply_patch", call_id: "p1", input });
  const done = (fields: object) => item("custom_tool_call_output", { call_id: "p1", ...fields });

  it("has the lines that the log tells of", async () => {
    const changes = {
      "/home/mara/tidemark/a.txt": { type: "update", unified_diff: "@@ -4,1 +4,1 @@\n-one\n+two\n", move_path: null },
      "/home/mara/tidemark/b.txt": { type: "add", content: "new\n" },
    };
    const calls = await run(
      given(patch),
      event("patch_apply_end", { call_id: "p1", success: true, stdout: "Success.", changes }),
      done({ output: '{"output":"Success.","metadata":{"exit_code":0}}' }),
    );
    expect(calls).toMatchObject([
      {
        kind: "applyPatch",
        name: "apply_patch",
        files: [
          { path: "/home/mara/tidemark/a.txt", hunks: [{ oldStart: 4 }] },
          { created: true, added: 1 },
        ],
      },
    ]);
  });

  it("that failed changed nothing", async () => {
    const session = await sessionOf(
      meta("t1"),
      ...prompt("Go"),
      given(patch),
      done({ output: "apply_patch verification failed: Failed to find expected lines" }),
    );
    expect(callsOf(session)).toMatchObject([{ kind: "applyPatch", outcome: { state: "error" } }]);
    expect(session.files).toEqual([]);
  });

  it("may stand in a command", async () => {
    const command = ["bash", "-lc", `cd src && apply_patch <<'EOF'\n${patch}\nEOF`];
    const mixed = { cmd: `apply_patch <<'EOF'\n${patch}\nEOF\nnpm test` };
    const calls = await run(call("c1", "shell", { command }), call("c2", "exec_command", mixed));
    expect(calls).toMatchObject([{ kind: "applyPatch", patch }, { kind: "bash" }]);
  });
});

describe("other calls", () => {
  it("are read as the tools of ours that mean the same", async () => {
    const png = "iVBORw0KGgo=".repeat(12);
    const calls = await run(
      call("c1", "update_plan", {
        plan: [
          { step: "Read", status: "completed" },
          { step: "Write", status: "in_progress" },
        ],
      }),
      output("c1", "Plan updated"),
      call("c2", "view_image", { path: "/tmp/a.png" }),
      output("c2", [{ type: "input_image", image_url: `data:image/png;base64,${png}` }]),
      item("web_search_call", { status: "completed", action: { type: "search", query: "tides" } }),
      event("web_search_end", { call_id: "ws1", query: "tides", action: { query: "tides", type: "search" } }),
      item("web_search_call", { status: "completed", action: { type: "open_page", url: "https://example.org/" } }),
      item("web_search_call", { status: "completed", action: { type: "open_page" } }),
      item("tool_search_call", { call_id: "c3", arguments: { query: "agents", limit: 5 } }),
      item("tool_search_output", { call_id: "c3", tools: [{ name: "multi_agent" }] }),
      item("function_call", { name: "search", namespace: "mcp__docs__", arguments: '{"q":"x"}', call_id: "c4" }),
      event("mcp_tool_call_end", { call_id: "c4", invocation: {}, result: { Err: "no" } }),
      output("c4", "no"),
      item("image_generation_call", { id: "ig1", revised_prompt: "A pier", result: png }),
    );
    expect(calls).toMatchObject([
      {
        kind: "todoWrite",
        name: "update_plan",
        todos: [{ content: "Read", status: "completed" }, { content: "Write" }],
      },
      { kind: "read", path: "/tmp/a.png", outcome: { media: [{ mediaType: "image/png" }] } },
      { kind: "webSearch", query: "tides" },
      { kind: "webFetch", url: "https://example.org/" },
      { kind: "webSearch", query: "", input: { action: { type: "open_page" } } },
      { kind: "toolSearch", query: "agents", maxResults: 5, matches: ["multi_agent"] },
      { kind: "mcp", server: "docs", tool: "search", outcome: { state: "error" } },
      { kind: "other", name: "image_generation", outcome: { media: [{ kind: "image" }] } },
    ]);
  });

  it("a plan of steps is the task list", async () => {
    const { tasks } = await sessionOf(
      meta("t1"),
      ...prompt("Go"),
      call("c1", "update_plan", { explanation: "As agreed", plan: [{ step: "Read", status: "pending" }] }),
      output("c1", "Plan updated"),
    );
    expect(tasks).toMatchObject([{ origin: "update-plan", tasks: [{ subject: "Read", status: "pending" }] }]);
  });

  it("questions have their answers", async () => {
    const questions = [
      { id: "q1", header: "Start", question: "From when?", options: [{ label: "Now" }, { label: "Later" }] },
    ];
    const [made] = await run(
      call("c1", "request_user_input", { questions }),
      output("c1", '{"answers":{"q1":{"answers":["Later"]}}}'),
    );
    expect(made).toMatchObject({ kind: "askUserQuestion", questions: [{ question: "From when?", chosen: ["Later"] }] });
  });

  it("a script is shown as code, with the commands that stand in it", async () => {
    const code =
      'const r = await tools.exec_command({workdir: "/repo", cmd: "git status \\"--short\\""});\nawait tools.exec_command({cmd: `ls`});\nawait tools.exec_command({cmd: `ls $' +
      "{r}`});";
    const [made] = await run(
      item("custom_tool_call", { name: "exec", call_id: "c1", input: code }),
      item("custom_tool_call_output", {
        call_id: "c1",
        output: [
          { type: "input_text", text: "Script failed\nWall time 0.2 seconds\nOutput:\n" },
          { type: "input_text", text: "Script error:\napproval policy is UnlessTrusted; reject command — no" },
        ],
      }),
    );
    expect(made).toMatchObject({
      kind: "runScript",
      code,
      commands: ['git status "--short"', "ls"],
      outcome: { state: "rejected", reason: "denied" },
    });
  });

  it("what a script's patch did is shown, as called by it", async () => {
    const changes = { "/a.txt": { type: "add", unified_diff: "@@ -0,0 +1,1 @@\n+x\n" } };
    const calls = await run(
      item("custom_tool_call", { name: "exec", call_id: "c1", input: "await tools.apply_patch(p);" }),
      event("patch_apply_end", { call_id: "inner", success: true, stdout: "Done", changes }),
    );
    expect(calls).toMatchObject([
      { kind: "runScript" },
      { kind: "applyPatch", caller: "exec", files: [{ created: true, content: "x\n" }] },
    ]);
  });

  it("of odd shapes are shown as they are, each once", async () => {
    const session = await sessionOf(
      meta("t1"),
      ...prompt("Go"),
      item("function_call", { name: "shell", arguments: "secret" }),
      item("function_call", { call_id: "twice", name: "shell_command" }),
      item("function_call", { call_id: "twice", name: "apply_patch" }),
      output("twice", "first"),
      output("twice", "second"),
      item("function_call_output", { call_id: "nobody", output: "lost" }),
      item("message", {
        role: "assistant",
        content: null,
        function_call: { name: "shell", arguments: '{"command":"ls"}' },
      }),
      item("message", { role: "function", name: "shell", content: "a.txt" }),
      answerItem("Done"),
    );
    expect(told(session)).toEqual([
      "> Go",
      "other shell: none",
      "other shell_command: ok",
      "other apply_patch: ok",
      "orphan-result",
      "bash shell: ok",
      "Done",
    ]);
    expect(callsOf(session).map(({ outcome }) => ("text" in outcome ? outcome.text : ""))).toEqual([
      "",
      "first",
      "second",
      "a.txt",
    ]);
  });
});

describe("what our view of a call does not show", () => {
  const drawn = async (input: object) => {
    const source = home({
      [rolloutName("t1")]: log(
        meta("t1"),
        ...prompt("Go"),
        call("c1", "exec_command", { cmd: "ls", ...input }),
        output("c1", "Process exited with code 0\nOutput:\na"),
      ),
    });
    const { archive } = await archiveFrom([source]);
    return pageOf(archive, "t1" as never);
  };

  it("is a small line where it is small", async () => {
    const page = await drawn({ workdir: "/home/mara/tidemark/src", yield_time_ms: 1000, login: true });
    expect(page).toContain(
      '<p class="cap"><span>workdir src</span><span>yield_time_ms 1000</span><span>login true</span></p>',
    );
    expect(page).not.toContain("Further input");
  });

  it.each([
    ["it has fields of fields", { env: { A: { B: "1" } } }],
    ["it is a list", { globs: ["a", "b"] }],
    ["it is long", { note: "x".repeat(300) }],
    ["it would turn the line around", { note: "a\u202eb" }],
  ])("is JSON where %s", async (_, input) => {
    expect(await drawn(input)).toContain('aria-label="Further input"');
  });
});
