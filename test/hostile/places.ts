/** Every place of a log that holds text from elsewhere. Each payload goes into each of them. */
import type { Log } from "./log.ts";

export type Place = readonly [name: string, write: (text: string, log: Log) => void];

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const file = "/home/ines/tidemark/a.ts";
const patch = (lines: readonly string[]) => [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines }];
const question = (text: string, header: string, label: string, description: string, preview?: string) => ({
  question: text,
  header,
  multiSelect: false,
  options: [
    { label, description, ...(preview === undefined ? {} : { preview }) },
    { label: "Other", description: "" },
  ],
});

const words: readonly Place[] = [
  ["prompt", (p, log) => log.prompt(p)],
  ["prompt block", (p, log) => log.prompt([{ type: "text", text: p }])],
  ["prompt after words", (p, log) => log.prompt(`Look at this: ${p}\n\nand this:\n${p}`)],
  ["assistant text", (p, log) => log.said([{ type: "text", text: p }])],
  ["assistant string", (p, log) => log.said(p)],
  ["markdown list and quote", (p, log) => log.said([{ type: "text", text: `- ${p}\n  - ${p}\n\n> ${p}\n\n1. ${p}` }])],
  ["markdown link text", (p, log) => log.said([{ type: "text", text: `[${p}](https://example.org/)` }])],
  ["markdown link target", (p, log) => log.said([{ type: "text", text: `[a](${p}) [b](<${p}>) [c][r]\n\n[r]: ${p}` }])],
  ["markdown link title", (p, log) => log.said([{ type: "text", text: `[a](https://example.org/ "${p}")` }])],
  ["markdown image", (p, log) => log.said([{ type: "text", text: `![${p}](${p} "${p}")` }])],
  ["markdown bare address", (p, log) => log.said([{ type: "text", text: `see https://example.org/${p} or <${p}>` }])],
  ["markdown table", (p, log) => log.said([{ type: "text", text: `| ${p} | b |\n|---|:-:|\n| ${p} | \`${p}\` |` }])],
  [
    "markdown heading and emphasis",
    (p, log) => log.said([{ type: "text", text: `# ${p}\n\n**${p}** *${p}* ~~${p}~~` }]),
  ],
  ["markdown code", (p, log) => log.said([{ type: "text", text: `\`${p}\`\n\n\`\`\`html\n${p}\n\`\`\`\n\n    ${p}` }])],
  [
    "markdown fence language",
    (p, log) => log.said([{ type: "text", text: `\`\`\`${p}\nx\n\`\`\`\n\n~~~${p}\nx\n~~~` }]),
  ],
  ["thinking", (p, log) => log.said([{ type: "thinking", thinking: p, signature: p }])],
  ["unknown block", (p, log) => log.said([{ type: p, [p]: p }])],
  ["queued prompt", (p, log) => log.line({ type: "queue-operation", operation: "enqueue", content: p }, false)],
  ["delivered prompt", (p, log) => log.attach("queued_command", { prompt: p, commandMode: "prompt" })],
  ["queue operation", (p, log) => log.line({ type: "queue-operation", operation: p }, false)],
  ["interruption", (p, log) => log.prompt(`[Request interrupted by user${p}]`)],
  ["compaction summary", (p, log) => log.prompt(p, { isCompactSummary: true })],
  ["continuation", (p, log) => log.prompt(`This session is being continued from a previous conversation ${p}`)],
  ["client text", (p, log) => log.prompt(p, { isMeta: true })],
  ["origin", (p, log) => log.prompt("Hello", { origin: { kind: p } })],
  ["todos beside a prompt", (p, log) => log.prompt("Hello", { todos: [{ content: p, status: "pending", id: p }] })],
  ["permission mode", (p, log) => log.prompt("Hello", { permissionMode: p })],
];

const tags: readonly Place[] = [
  ["command name", (p, log) => log.prompt(`<command-name>${p}</command-name>`)],
  [
    "command message",
    (p, log) => log.prompt(`<command-message>${p}</command-message>\n<command-name>/x</command-name>`),
  ],
  ["command arguments", (p, log) => log.prompt(`<command-name>/x</command-name><command-args>${p}</command-args>`)],
  ["command output", (p, log) => log.prompt(`<local-command-stdout>${p}</local-command-stdout>`)],
  ["local command", (p, log) => log.system("local_command", { content: `<command-name>/x</command-name>${p}` })],
  ["shell input", (p, log) => log.prompt(`<bash-input>${p}</bash-input>`)],
  ["shell output", (p, log) => log.prompt(`<bash-stdout>${p}</bash-stdout><bash-stderr>${p}</bash-stderr>`)],
  ["system reminder", (p, log) => log.prompt(`Hello\n<system-reminder>${p}</system-reminder>`)],
  ["editor selection", (p, log) => log.prompt(`<ide_selection>${p}</ide_selection>\nHello`)],
  ["memory", (p, log) => log.prompt(`<user-memory-input>${p}</user-memory-input>`)],
  [
    "task notification",
    (p, log) =>
      log.prompt(
        `<task-notification><task-id>${p}</task-id><summary>${p}</summary><${p}>x</${p}><result>${p}</result></task-notification>`,
      ),
  ],
  [
    "task state",
    (p, log) => log.prompt(`{"task_id":"${p}","task_type":"local_bash","description":"${p}","status":"${p}"}`),
  ],
  ["teammate", (p, log) => log.prompt(`<teammate-message teammate_id="${p}" summary="${p}">${p}</teammate-message>`)],
  ["peer session", (p, log) => log.prompt(`<cross-session-message from="${p}">${p}</cross-session-message>`)],
  ["skill text", (p, log) => log.prompt(`Base directory for this skill: ${p}\n\n${p}`)],
  ["plan as prompt", (p, log) => log.prompt(`Implement the following plan:\n\n# ${p}\n\n${p}`)],
  ["plan content", (p, log) => log.prompt("Go", { planContent: p })],
];

const calls: readonly Place[] = [
  ["tool name", (p, log) => log.call(p, { a: "b" }, "ok")],
  ["tool input key", (p, log) => log.call("Probe", { [p]: "b", deep: { [p]: [p] } }, "ok")],
  ["tool input value", (p, log) => log.call("Probe", { a: p, b: [p, { c: p }] }, "ok")],
  ["tool input string", (p, log) => log.call("Probe", p, "ok")],
  ["further input of a known tool", (p, log) => log.call("Bash", { command: "ls", [p]: p }, "ok")],
  ["tool output", (p, log) => log.call("Probe", {}, p)],
  ["tool output block", (p, log) => log.call("Probe", {}, [{ type: "text", text: p }])],
  [
    "tool output unknown block",
    (p, log) =>
      log.call("Probe", {}, [
        { type: p, [p]: p },
        { type: "tool_reference", tool_name: p },
      ]),
  ],
  ["tool error", (p, log) => log.call("Bash", { command: "ls" }, p, `Error: ${p}`, true)],
  [
    "tool denial",
    (p, log) =>
      log.call(
        "Bash",
        { command: "ls" },
        `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${p}`,
        "User rejected tool use",
        true,
      ),
  ],
  ["tool details", (p, log) => log.call("Probe", {}, "ok", { [p]: p })],
  ["orphan result", (p, log) => log.prompt([{ type: "tool_result", tool_use_id: p, content: p }])],
  ["MCP server", (p, log) => log.call(`mcp__${p}__look`, { a: p }, "ok")],
  ["MCP tool", (p, log) => log.call(`mcp__harbour__${p}`, { a: p }, p)],
  [
    "MCP resource",
    (p, log) =>
      log.call("ReadMcpResourceTool", { server: p, uri: p }, p, { contents: [{ uri: p, mimeType: p, text: p }] }),
  ],
  ["bash command", (p, log) => log.call("Bash", { command: p, description: p }, "ok", { stdout: "ok", stderr: "" })],
  ["bash output", (p, log) => log.call("Bash", { command: "ls" }, p, { stdout: p, stderr: p, backgroundTaskId: p })],
  [
    "commit text",
    (p, log) =>
      log.call(
        "Bash",
        { command: `git commit -m "$(cat <<'EOF'\n${p}\nEOF\n)"` },
        `[${p} abc1234] ${p}\n 1 file changed`,
      ),
  ],
  [
    "persisted output",
    (p, log) =>
      log.call(
        "Bash",
        { command: "seq 9" },
        `<persisted-output>\nOutput too large (43.1KB). Full output saved to: /x/${p}\n\nPreview (first 2KB):\n${p}\n</persisted-output>`,
        { stdout: p, persistedOutputPath: `/x/${p}` },
      ),
  ],
  [
    "read path",
    (p, log) => log.call("Read", { file_path: p }, "1\ta", { type: "text", file: { filePath: p, content: "a" } }),
  ],
  [
    "read content",
    (p, log) =>
      log.call("Read", { file_path: file }, `     1→${p}`, {
        type: "text",
        file: { filePath: file, content: p, startLine: 1 },
      }),
  ],
  ["read content by language", (p, log) => log.call("Read", { file_path: "/x/a.html" }, `     1→${p}`)],
  ["file extension", (p, log) => log.call("Read", { file_path: `/x/a.${p}` }, "     1→a")],
  [
    "edit path",
    (p, log) =>
      log.call("Edit", { file_path: `/home/ines/${p}.ts`, old_string: "a", new_string: "b" }, "done", {
        structuredPatch: patch(["-a", "+b"]),
      }),
  ],
  [
    "edit strings",
    (p, log) => log.call("Edit", { file_path: file, old_string: p, new_string: `${p}!` }, `updated ${p}`),
  ],
  [
    "patch lines",
    (p, log) =>
      log.call("Edit", { file_path: "/x/a.html", old_string: "a", new_string: "b" }, "done", {
        structuredPatch: patch([` ${p}`, `-${p}`, `+${p}!`, p, `\\${p}`]),
      }),
  ],
  [
    "several edits",
    (p, log) => log.call("MultiEdit", { file_path: p, edits: [{ old_string: p, new_string: `x${p}` }] }, p),
  ],
  ["write content", (p, log) => log.call("Write", { file_path: `${p}.md`, content: p }, "done", { type: "create" })],
  [
    "notebook",
    (p, log) =>
      log.call("NotebookEdit", { notebook_path: p, cell_id: p, new_source: p, cell_type: p, edit_mode: p }, p, {
        language: p,
      }),
  ],
  ["grep pattern", (p, log) => log.call("Grep", { pattern: p, path: p, glob: p, output_mode: "content" }, "a.ts:1:x")],
  [
    "grep results",
    (p, log) =>
      log.call("Grep", { pattern: "x", output_mode: "content" }, `src/${p}.ts:4:${p}\n${p}`, {
        mode: "content",
        filenames: [p],
      }),
  ],
  [
    "grep files",
    (p, log) =>
      log.call("Grep", { pattern: "x" }, `Found 1 file\n${p}`, { mode: "files_with_matches", filenames: [p] }),
  ],
  [
    "glob results",
    (p, log) => log.call("Glob", { pattern: p, path: p }, `/a/${p}\n${p}`, { filenames: [p], numFiles: 1 }),
  ],
  ["list of files", (p, log) => log.call("LS", { path: p }, `- ${p}/\n  - ${p}`)],
  [
    "fetched address",
    (p, log) => log.call("WebFetch", { url: p, prompt: p }, p, { url: p, code: 200, codeText: p, result: p }),
  ],
  [
    "search query and links",
    (p, log) =>
      log.call(
        "WebSearch",
        { query: p, allowed_domains: [p] },
        `Links: [${JSON.stringify({ title: p, url: p })}]\n\n${p}`,
        {
          query: p,
          results: [
            {
              tool_use_id: p,
              content: [
                { title: p, url: p },
                { title: p, url: `https://example.org/${p}` },
              ],
            },
            p,
          ],
        },
      ),
  ],
  [
    "agent call",
    (p, log) =>
      log.call(
        "Task",
        { description: p, prompt: p, subagent_type: p, name: p, team_name: p, mode: p, model: p },
        [
          { type: "text", text: p },
          { type: "text", text: `agentId: ${p}` },
        ],
        { status: p, agentId: p, content: p },
      ),
  ],
  ["skill", (p, log) => log.call("Skill", { skill: p, args: p }, p, { commandName: p, allowedTools: [p] })],
  ["slash command tool", (p, log) => log.call("SlashCommand", { command: p }, p)],
  [
    "workflow",
    (p, log) =>
      log.call("Workflow", { scriptPath: p, script: p, args: { [p]: p }, name: p }, p, {
        runId: p,
        taskId: p,
        summary: p,
        status: p,
        workflowName: p,
      }),
  ],
  [
    "todo",
    (p, log) =>
      log.call("TodoWrite", { todos: [{ content: p, activeForm: p, status: "in_progress", id: p }, p] }, "ok"),
  ],
  ["todo status", (p, log) => log.call("TodoWrite", { todos: [{ content: "a", status: p }] }, "ok")],
  [
    "task subject",
    (p, log) =>
      log.call("TaskCreate", { subject: p, description: p, activeForm: p }, `Task #7 created successfully: ${p}`, {
        task: { id: "7", subject: p },
      }),
  ],
  [
    "task id",
    (p, log) => log.call("TaskCreate", { subject: "a" }, `Task #${p} created successfully`, { task: { id: p } }),
  ],
  [
    "task update",
    (p, log) =>
      log.call("TaskUpdate", { taskId: "7", owner: p, subject: p, description: p, addBlockedBy: [p], status: p }, p),
  ],
  ["task update of an unknown id", (p, log) => log.call("TaskUpdate", { taskId: p, status: "completed" }, p)],
  [
    "task list",
    (p, log) =>
      log.call("TaskList", {}, `#1 [pending] ${p}`, {
        tasks: [{ id: p, subject: p, status: p, owner: p, blockedBy: [p] }],
      }),
  ],
  [
    "task output",
    (p, log) =>
      log.call("TaskOutput", { task_id: p }, `<retrieval_status>${p}</retrieval_status>\n<output>${p}</output>`, {
        task: { task_id: p, description: p, output: p },
      }),
  ],
  ["question", (p, log) => log.call("AskUserQuestion", { questions: [question(p, "h", "a", "d")] }, "ok")],
  ["question header", (p, log) => log.call("AskUserQuestion", { questions: [question("q", p, "a", "d")] }, "ok")],
  [
    "option",
    (p, log) =>
      log.call(
        "AskUserQuestion",
        { questions: [question("q", "h", p, p, p)] },
        `User has answered your questions: "q"="${p}". You can now continue`,
        { answers: { q: p } },
      ),
  ],
  [
    "answer",
    (p, log) =>
      log.call(
        "AskUserQuestion",
        { questions: [question("q", "h", "a", "d")] },
        `User has answered your questions: "q"="${p}". You can now continue`,
        { answers: { q: p }, annotations: { q: { notes: p, preview: p } } },
      ),
  ],
  [
    "answer by key",
    (p, log) =>
      log.call(
        "AskUserQuestion",
        { questions: [question(p, "h", "a", "d")] },
        `User has answered your questions: "${p}"="a".`,
        { answers: { [p]: "a" } },
      ),
  ],
  [
    "plan",
    (p, log) =>
      log.call(
        "ExitPlanMode",
        { plan: p, planFilePath: p, allowedPrompts: [{ tool: p, prompt: p }] },
        `User has approved your plan.\n\n## Approved Plan:\n${p}`,
      ),
  ],
  [
    "plan feedback",
    (p, log) =>
      log.call(
        "ExitPlanMode",
        { plan: "# A plan" },
        `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${p}`,
        "User rejected tool use",
        true,
      ),
  ],
  [
    "team",
    (p, log) =>
      log.call("TeamCreate", { team_name: p, description: p, agent_type: p }, p, { team_name: p, lead_agent_id: p }),
  ],
  [
    "message to a teammate",
    (p, log) =>
      log.call(
        "SendMessage",
        { type: p, recipient: p, content: p, summary: p, to: p, message: { type: p, reason: p } },
        p,
      ),
  ],
  [
    "file for the person",
    (p, log) =>
      log.call("SendUserFile", { file_path: p, files: [p], caption: p }, p, { files: [{ path: p, name: p }] }),
  ],
  [
    "artifact",
    (p, log) =>
      log.call("Artifact", { file_path: p, favicon: p, description: p, label: p }, p, { url: p, path: p, title: p }),
  ],
  ["cron", (p, log) => log.call("CronCreate", { cron: p, prompt: p }, p, { id: p, humanSchedule: p })],
  ["wake-up", (p, log) => log.call("ScheduleWakeup", { delaySeconds: p, reason: p, prompt: p }, p)],
  ["monitor", (p, log) => log.call("Monitor", { command: p, description: p }, p, { taskId: p })],
  [
    "findings",
    (p, log) => log.call("ReportFindings", { findings: [{ file: p, summary: p, severity: p, category: p }] }, p),
  ],
  ["worktree", (p, log) => log.call("EnterWorktree", { name: p }, p, { worktreePath: p, worktreeBranch: p })],
  [
    "tool search",
    (p, log) => log.call("ToolSearch", { query: p }, [{ type: "tool_reference", tool_name: p }], { matches: [p] }),
  ],
  ["language server", (p, log) => log.call("LSP", { operation: p, filePath: p, line: 1 }, p)],
  ["killed shell", (p, log) => log.call("KillShell", { shell_id: p }, p)],
  [
    "image media type",
    (p, log) => log.prompt([{ type: "image", source: { type: "base64", media_type: p, data: png } }]),
  ],
  [
    "image data",
    (p, log) => log.prompt([{ type: "image", source: { type: "base64", media_type: "image/png", data: p } }]),
  ],
  [
    "image bytes",
    (p, log) =>
      log.prompt([{ type: "image", source: { type: "base64", media_type: "image/svg+xml", data: base64(p) } }]),
  ],
  [
    "image title",
    (p, log) =>
      log.prompt([{ type: "image", title: p, source: { type: "base64", media_type: "image/png", data: png } }]),
  ],
  ["image address", (p, log) => log.prompt([{ type: "image", source: { type: "url", url: p } }])],
  [
    "image in a result",
    (p, log) =>
      log.call("Read", { file_path: `${p}.png` }, [
        { type: "image", name: p, source: { type: "base64", media_type: p, data: png } },
      ]),
  ],
  [
    "document title",
    (p, log) =>
      log.prompt([{ type: "document", title: p, source: { type: "text", media_type: "text/plain", data: p } }]),
  ],
  [
    "document as page",
    (p, log) =>
      log.prompt([
        { type: "document", title: `${p}.html`, source: { type: "base64", media_type: "text/html", data: base64(p) } },
      ]),
  ],
];

const events: readonly Place[] = [
  [
    "hook progress",
    (p, log) => log.line({ type: "progress", data: { type: "hook_progress", hookEvent: p, hookName: p, command: p } }),
  ],
  [
    "hook success",
    (p, log) => log.attach("hook_success", { hookName: p, hookEvent: p, command: p, content: p, stdout: p, stderr: p }),
  ],
  [
    "hook error",
    (p, log) => log.attach("hook_non_blocking_error", { hookName: p, hookEvent: p, command: p, stdout: p, stderr: p }),
  ],
  [
    "hook block",
    (p, log) =>
      log.attach("hook_blocking_error", { hookName: p, hookEvent: p, blockingError: { blockingError: p, command: p } }),
  ],
  ["hook context", (p, log) => log.attach("hook_additional_context", { hookName: p, content: [p] })],
  ["hook message", (p, log) => log.attach("hook_system_message", { hookName: p, content: p })],
  [
    "stop hook",
    (p, log) =>
      log.system("stop_hook_summary", {
        hookCount: 1,
        hookInfos: [{ command: p }],
        hookErrors: [p],
        stopReason: p,
        preventedContinuation: true,
      }),
  ],
  [
    "API error",
    (p, log) =>
      log.system("api_error", { error: { status: 529, error: { error: { message: p, type: p } } }, level: p }),
  ],
  [
    "assistant API error",
    (p, log) => log.said([{ type: "text", text: p }], { model: "<synthetic>" }, { isApiErrorMessage: true, error: p }),
  ],
  ["notice", (p, log) => log.system("informational", { content: p, level: p, url: p })],
  ["bridge", (p, log) => log.system("bridge_status", { content: p, url: p })],
  ["away summary", (p, log) => log.system("away_summary", { content: p })],
  ["system without subtype", (p, log) => log.line({ type: "system", content: p, level: p })],
  ["system subtype", (p, log) => log.system(p, { content: p, [p]: p })],
  [
    "compaction trigger",
    (p, log) => log.system("compact_boundary", { content: p, compactMetadata: { trigger: p, preTokens: p } }),
  ],
  [
    "mentioned file",
    (p, log) =>
      log.attach("file", { filename: p, displayPath: p, content: { type: "text", file: { filePath: p, content: p } } }),
  ],
  ["edited file", (p, log) => log.attach("edited_text_file", { filename: p, snippet: p })],
  ["opened file", (p, log) => log.attach("opened_file_in_ide", { filename: p })],
  [
    "editor diagnostics",
    (p, log) =>
      log.attach("diagnostics", {
        files: [{ uri: p, diagnostics: [{ message: p, severity: p, code: p, source: p }] }],
      }),
  ],
  ["goal", (p, log) => log.attach("goal_status", { condition: p, met: false })],
  ["truncation", (p, log) => log.attach("read_truncation_notice", { banner: p })],
  ["date change", (p, log) => log.attach("date_change", { newDate: p })],
  ["attachment type", (p, log) => log.attach(p, { [p]: p })],
  ["progress type", (p, log) => log.line({ type: "progress", data: { type: p, [p]: p } })],
  ["unknown entry", (p, log) => log.line({ type: p, [p]: p, deep: { [p]: [p] } }, false)],
  ["entry without type", (p, log) => log.line({ words: p, [p]: p }, false)],
  ["pull request", (p, log) => log.line({ type: "pr-link", prNumber: 7, prUrl: p, prRepository: p }, false)],
  ["shared page", (p, log) => log.line({ type: "frame-link", path: p, frameUrl: p, title: p }, false)],
  [
    "worktree state",
    (p, log) =>
      log.line(
        {
          type: "worktree-state",
          worktreeSession: { originalCwd: p, worktreePath: p, worktreeName: p, worktreeBranch: p },
        },
        false,
      ),
  ],
  [
    "fork reference",
    (p, log) => log.line({ type: "fork-context-ref", agentId: p, parentSessionId: p, parentLastUuid: p }, false),
  ],
  ["last prompt", (p, log) => log.line({ type: "last-prompt", lastPrompt: p, leafUuid: p }, false)],
];

const facts: readonly Place[] = [
  [
    "model",
    (p, log) => log.said([{ type: "text", text: "a" }], { model: p, usage: { input_tokens: 1, output_tokens: 2 } }),
  ],
  ["message id", (p, log) => log.said([{ type: "text", text: "a" }], { id: p }, { requestId: p })],
  [
    "usage",
    (p, log) =>
      log.said([{ type: "text", text: "a" }], {
        usage: { input_tokens: p, output_tokens: p, service_tier: p, [p]: p },
      }),
  ],
  ["version", (p, log) => log.prompt("a", { version: p })],
  ["branch", (p, log) => log.prompt("a", { gitBranch: p })],
  ["working folder", (p, log) => log.prompt("a", { cwd: p })],
  ["slug", (p, log) => log.prompt("a", { slug: p })],
  ["team name", (p, log) => log.prompt("a", { teamName: p, agentName: p })],
  ["session id in a line", (p, log) => log.prompt("a", { sessionId: p })],
  ["time", (p, log) => log.prompt("a", { timestamp: p })],
  ["uuid", (p, log) => log.prompt("a", { uuid: p })],
  ["parent", (p, log) => log.prompt("a", { parentUuid: p, logicalParentUuid: p })],
  [
    "tool use id",
    (p, log) => {
      log.said([{ type: "tool_use", id: p, name: "Bash", input: { command: "ls" } }]);
      log.prompt([{ type: "tool_result", tool_use_id: p, content: "ok" }], {
        sourceToolUseID: p,
        sourceToolAssistantUUID: p,
      });
    },
  ],
  [
    "sidechain agent",
    (p, log) => {
      log.prompt(p, { isSidechain: true, agentId: p });
      log.said([{ type: "text", text: p }], {}, { isSidechain: true, agentId: p });
    },
  ],
  [
    "agent progress",
    (p, log) =>
      log.line({
        type: "progress",
        parentToolUseID: p,
        data: {
          type: "agent_progress",
          agentId: p,
          prompt: p,
          message: { type: "user", uuid: p, message: { role: "user", content: p } },
        },
      }),
  ],
  ["line that is no JSON", (p, log) => log.bytes(`{"type":"user",${p}`)],
  ["line that is only text", (p, log) => log.bytes(p)],
];

/** Many fit into one session. */
export const linePlaces: readonly Place[] = [...words, ...tags, ...calls, ...events, ...facts];

export interface SessionPlace {
  readonly name: string;
  /** `lines` of a session whose title comes from here. */
  readonly write: (text: string, log: Log) => void;
}

/** Only one of these shows per session: each has a session of its own. */
export const titlePlaces: readonly SessionPlace[] = [
  { name: "custom title", write: (p, log) => log.line({ type: "custom-title", customTitle: p }, false) },
  { name: "title by a model", write: (p, log) => log.line({ type: "ai-title", aiTitle: p }, false) },
  { name: "agent name as title", write: (p, log) => log.line({ type: "agent-name", agentName: p }, false) },
  { name: "summary as title", write: (p, log) => log.line({ type: "summary", summary: p, leafUuid: "u0" }, false) },
  { name: "first prompt as title", write: () => undefined },
];

/** Names of files and folders, where the file system takes them, and the files beside a log. */
export const filePlaces = [
  "project folder name",
  "session file name",
  "agent file name",
  "agent type",
  "agent description",
  "agent text",
  "workflow folder name",
  "kept output name",
  "kept output text",
] as const;

export const placeCount = linePlaces.length + titlePlaces.length + filePlaces.length;
