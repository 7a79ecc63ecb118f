/** The view of every tool, by the kind of its calls. */
import type { ToolCall, ToolCalls } from "../../src/model/session.ts";
import type { SafeHtml } from "../../src/text/html.ts";
import { componentFor, replaced } from "../theme.ts";
import { agent } from "./agent.ts";
import { applyPatch } from "./apply-patch.ts";
import { artifact } from "./artifact.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { bash } from "./bash.ts";
import { bashOutput } from "./bash-output.ts";
import { cronCreate } from "./cron-create.ts";
import { cronDelete } from "./cron-delete.ts";
import { cronList } from "./cron-list.ts";
import { edit } from "./edit.ts";
import { enterPlanMode } from "./enter-plan-mode.ts";
import { enterWorktree } from "./enter-worktree.ts";
import { exitPlanMode } from "./exit-plan-mode.ts";
import { exitWorktree } from "./exit-worktree.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { killShell } from "./kill-shell.ts";
import { listAgents } from "./list-agents.ts";
import { listMcpResources } from "./list-mcp-resources.ts";
import { ls } from "./ls.ts";
import { lsp } from "./lsp.ts";
import { mcp } from "./mcp.ts";
import { monitor } from "./monitor.ts";
import { multiEdit } from "./multi-edit.ts";
import { notebookEdit } from "./notebook-edit.ts";
import { notebookRead } from "./notebook-read.ts";
import { other } from "./other.ts";
import { pushNotification } from "./push-notification.ts";
import { read } from "./read.ts";
import { readMcpResource } from "./read-mcp-resource.ts";
import { reportFindings } from "./report-findings.ts";
import { runScript } from "./run-script.ts";
import { scheduleWakeup } from "./schedule-wakeup.ts";
import { sendMessage } from "./send-message.ts";
import { sendUserFile } from "./send-user-file.ts";
import { simpleTools } from "./simple-tools.ts";
import { skill } from "./skill.ts";
import { slashCommand } from "./slash-command.ts";
import { taskCreate } from "./task-create.ts";
import { taskGet } from "./task-get.ts";
import { taskList } from "./task-list.ts";
import { taskOutput } from "./task-output.ts";
import { taskStop } from "./task-stop.ts";
import { taskUpdate } from "./task-update.ts";
import { teamCreate } from "./team-create.ts";
import { teamDelete } from "./team-delete.ts";
import { todoRead } from "./todo-read.ts";
import { todoWrite } from "./todo-write.ts";
import { toolSearch } from "./tool-search.ts";
import type { ToolView, View } from "./view.ts";
import { webFetch } from "./web-fetch.ts";
import { webSearch } from "./web-search.ts";
import { workflow } from "./workflow.ts";
import { write } from "./write.ts";

// A kind without its view, or with that of another, does not compile.
export const toolViews = {
  ...simpleTools,
  agent,
  applyPatch,
  artifact,
  askUserQuestion,
  bash,
  bashOutput,
  cronCreate,
  cronDelete,
  cronList,
  edit,
  enterPlanMode,
  enterWorktree,
  exitPlanMode,
  exitWorktree,
  glob,
  grep,
  killShell,
  listAgents,
  listMcpResources,
  ls,
  lsp,
  mcp,
  monitor,
  multiEdit,
  notebookEdit,
  notebookRead,
  other,
  pushNotification,
  read,
  readMcpResource,
  reportFindings,
  runScript,
  scheduleWakeup,
  sendMessage,
  sendUserFile,
  skill,
  slashCommand,
  taskCreate,
  taskGet,
  taskList,
  taskOutput,
  taskStop,
  taskUpdate,
  teamCreate,
  teamDelete,
  todoRead,
  todoWrite,
  toolSearch,
  webFetch,
  webSearch,
  workflow,
  write,
} satisfies { readonly [Kind in keyof ToolCalls]: ToolView<ToolCalls[Kind]> };

/**
 * The body of a call. A theme may have a component for the tool's name in the log ("tool/Bash",
 * "tool/mcp__github__create_issue") or for the kind ("tool/bash", "tool/mcp"); the name goes first.
 */
export function drawCall(call: ToolCall, view: View): SafeHtml {
  const draw = toolViews[call.kind] as ToolView<ToolCall>;
  const kind = `tool/${call.kind}`;
  // A tool of someone else's may be called "bash": a component for our kind knows nothing of its calls.
  const found = componentFor(Object.hasOwn(toolViews, call.name) ? [kind] : [`tool/${call.name}`, kind]);
  return found === undefined ? draw(call, view) : replaced(...found, draw, [call, view]);
}
