/** `toolOutput: false`: each kind of output is planted at its place, and none of it is in the site, its index or the model. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allText } from "../build/faults/support.ts";
import { Log } from "../hostile/log.ts";
import { annals, put, session } from "./in-process.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-public-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const page = Buffer.from("zqqdocument").toString("base64");

/** Words that must go, each by the place it stands in. */
const outputs: readonly string[] = [
  "bash",
  "stdout",
  "read",
  "picture",
  "document",
  "edit",
  "write",
  "grep",
  "glob",
  "mcp",
  "task",
  "taskoutput",
  "web",
  "unknowntool",
  "persisted",
  "persistednote",
  "resultreminder",
  "shell",
  "shellerror",
  "slash",
  "slashlater",
  "mentioned",
  "changed",
  "selected",
  "diagnostic",
  "olddiagnostic",
  "hook",
  "hookerror",
  "hookcontext",
  "stophook",
  "prompthook",
  "notification",
  "reminder",
  "skill",
  "commandtext",
  "client",
  "unknownline",
  "unknownattachment",
  "unknownblock",
  "orphan",
  "second",
  "agenttool",
  "rewound",
].map((name) => `zqq${name}`);

/** Words that people and agents said, and what calls were asked to do: they stay. */
const words: readonly string[] = [
  "prompt",
  "prose",
  "command",
  "shellcommand",
  "slashargs",
  "answer",
  "feedback",
  "memory",
  "newtext",
  "plan",
  "teammate",
  "agentprose",
].map((name) => `zkept${name}`);

function planted(): string {
  const log = new Log(session(1), { cwd: "/home/ines/app", version: "2.1.200" });
  log.prompt("zkeptprompt");
  log.said([{ type: "text", text: "zkeptprose" }]);
  log.call("Bash", { command: "zkeptcommand" }, "zqqbash", { stdout: "zqqstdout", stderr: "" });
  log.call("Read", { file_path: "/a.ts" }, "     1→zqqread", { file: { content: "zqqread" } });
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } };
  log.call("Read", { file_path: "/a.png" }, [image, { type: "text", text: "zqqpicture" }]);
  log.prompt([{ type: "document", source: { type: "base64", media_type: "text/plain", data: page } }], {
    isMeta: true,
  });
  log.call("Edit", { file_path: "/a.ts", old_string: "a", new_string: "zkeptnewtext" }, "1→zqqedit", {
    originalFile: "zqqedit",
    structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [" zqqedit", "-a", "+b"] }],
  });
  log.call("Write", { file_path: "/b.ts", content: "b" }, "zqqwrite", { type: "update", originalFile: "zqqwrite" });
  log.call("Grep", { pattern: "x" }, "/a.ts:1:zqqgrep");
  log.call("Glob", { pattern: "*" }, "/zqqglob.ts", { filenames: ["/zqqglob.ts"], numFiles: 1 });
  log.call("mcp__db__query", { sql: "x" }, [{ type: "text", text: "zqqmcp" }]);
  log.call("Task", { description: "d", prompt: "p", subagent_type: "Explore" }, "zqqtask", {
    content: [{ type: "text", text: "zqqtask" }],
  });
  log.call("TaskOutput", { task_id: "b1" }, "zqqtaskoutput");
  log.call("WebFetch", { url: "https://example.org", prompt: "p" }, "zqqweb");
  log.call("Probe", { x: 1 }, "zqqunknowntool", { any: "zqqunknowntool" });
  log.call("Probe", { x: 2 }, "ok\n<system-reminder>zqqresultreminder</system-reminder>");
  log.call(
    "Bash",
    { command: "long" },
    "<persisted-output>\nOutput too large (9KB, zqqpersistednote). Full output saved to: /x/tool-results/kept.txt\n\nPreview (first 2KB):\nzqqpersisted\n</persisted-output>",
  );
  const question = {
    question: "Which?",
    header: "H",
    options: [{ label: "zkeptanswer" }, { label: "b" }],
    multiSelect: false,
  };
  log.call(
    "AskUserQuestion",
    { questions: [question] },
    'User has answered your questions: "Which?"="zkeptanswer". You can now continue',
    {
      answers: { "Which?": "zkeptanswer" },
    },
  );
  const refusal =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nzkeptfeedback";
  log.call("Bash", { command: "rm" }, refusal, undefined, true);
  log.call("ExitPlanMode", { plan: "# zkeptplan" }, "User has approved your plan.");
  log.prompt("<bash-input>zkeptshellcommand</bash-input>");
  log.prompt("<bash-stdout>zqqshell</bash-stdout><bash-stderr>zqqshellerror</bash-stderr>");
  log.prompt("<command-name>/status</command-name><command-args>zkeptslashargs</command-args>");
  log.prompt("<local-command-stdout>zqqslash</local-command-stdout>");
  log.prompt("<command-name>/deploy</command-name>");
  log.prompt("Expanded: zqqcommandtext", { isMeta: true });
  log.said([{ type: "text", text: "On it." }]);
  log.prompt("<local-command-stdout>zqqslashlater</local-command-stdout>");
  log.attach("file", {
    filename: "/c.ts",
    content: { type: "text", file: { filePath: "/c.ts", content: "zqqmentioned" } },
  });
  log.attach("edited_text_file", { filename: "/d.ts", snippet: "1→zqqchanged" });
  log.attach("diagnostics", {
    files: [{ uri: "file:///a.ts", diagnostics: [{ message: "zqqdiagnostic", severity: "Error" }] }],
  });
  log.attach("hook_success", { hookName: "PreToolUse:Bash", stdout: "zqqhook", exitCode: 0 });
  log.attach("hook_blocking_error", { hookName: "Stop", blockingError: { blockingError: "zqqhookerror" } });
  log.attach("hook_additional_context", { hookName: "SessionStart", content: ["zqqhookcontext"] });
  log.attach("something_new", { content: "zqqunknownattachment" });
  log.prompt("Stop hook feedback:\nzqqstophook", { isMeta: true });
  log.prompt("Some text of the client: zqqclient", { isMeta: true });
  log.prompt(
    "Go on\n<user-prompt-submit-hook>zqqprompthook</user-prompt-submit-hook>\n<ide_selection>zqqselected</ide_selection>\n<ide_diagnostics>zqqolddiagnostic</ide_diagnostics>\n<system-reminder>zqqreminder</system-reminder>",
  );
  log.prompt(
    "<task-notification><task-id>b1</task-id><summary>done</summary><result>zqqnotification</result></task-notification>",
  );
  log.prompt('<teammate-message teammate_id="anna">zkeptteammate</teammate-message>');
  log.prompt("<user-memory-input>zkeptmemory</user-memory-input>");
  log.call("Skill", { skill: "x" }, "Launching skill: x");
  log.prompt("Base directory for this skill: /s\nzqqskill", { isMeta: true });
  log.line({ type: "something-else", content: "zqqunknownline" });
  log.said([{ type: "something_else", content: "zqqunknownblock" }]);
  log.prompt([{ type: "tool_result", tool_use_id: "toolu_nowhere", content: "zqqorphan" }]);
  log.call("Bash", { command: "twice" }, "once");
  log.prompt([{ type: "tool_result", tool_use_id: "toolu_2", content: "zqqsecond" }]);
  const side = { isSidechain: true, agentId: "a1" };
  log.prompt("Look around", side);
  log.said(
    [
      { type: "text", text: "zkeptagentprose" },
      { type: "tool_use", id: "toolu_side", name: "Bash", input: { command: "ls" } },
    ],
    {},
    side,
  );
  log.prompt([{ type: "tool_result", tool_use_id: "toolu_side", content: "zqqagenttool" }], side);
  // A version that was left behind by a rewind.
  log.prompt("First try", { uuid: "v1", parentUuid: "u0" });
  log.line({
    type: "user",
    uuid: "v2",
    parentUuid: "v1",
    message: { role: "user", content: "<bash-stdout>zqqrewound</bash-stdout>" },
  });
  return String(log);
}

describe("an archive without output", () => {
  const logs = join(scratch, "logs");
  const config = join(scratch, "config.json");
  const hidden = (text: string): readonly string[] => outputs.filter((word) => text.includes(word));
  beforeAll(() => {
    put(join(logs, "-home-ines-app", `${session(1)}.jsonl`), planted());
    put(join(logs, "-home-ines-app", session(1), "tool-results", "kept.txt"), "zqqpersisted, all of it");
    put(config, JSON.stringify({ public: { toolOutput: false } }));
  });

  it("has none of it in pages, index, media and other files", async () => {
    const [all, some] = [join(scratch, "all"), join(scratch, "some")];
    expect((await annals("build", logs, "-o", all, "-q", "--config", config)).code).toBe(0);
    const whole = allText(all);
    // Otherwise nothing was planted there.
    expect(outputs.filter((word) => !whole.includes(word))).toEqual([]);
    const ran = await annals("build", logs, "-o", some, "--config", config, "--for", "public");
    expect(ran.stdout).toMatch(/Left out: \d+ outputs\./);
    const text = allText(some);
    expect(hidden(text)).toEqual([]);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(readdirSync(some)).not.toContain("media");
    for (const kind of ["output of the command", "output of the hook", "result of the task", "content of the file"])
      expect(text).toContain(`(${kind} left out of this archive)`);
    expect(text).not.toMatch(/0 files|No files/);
  });

  it("nor in the model that is printed", async () => {
    const inspect = async (...more: readonly string[]): Promise<string> =>
      (await annals("inspect", logs, "--json", "--config", config, ...more)).stdout;
    expect(hidden(await inspect()).length).toBeGreaterThan(35);
    const text = await inspect("--for", "public");
    expect(hidden(text)).toEqual([]);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });
});
