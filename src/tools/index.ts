/** Every tool we know, alphabetical; the union of calls follows from it. Anything else is `other`. */
import type { Outcome, ToolCall } from "../model/session.ts";
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
import { other, unparsed } from "./other.ts";
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
import type { Tool, ToolUse } from "./tool.ts";
import { toolSearch } from "./tool-search.ts";
import { webFetch } from "./web-fetch.ts";
import { webSearch } from "./web-search.ts";
import { workflow } from "./workflow.ts";
import { write } from "./write.ts";

export const tools = {
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
};

// A key that is not its kind does not compile.
tools satisfies { [Kind in keyof typeof tools]: { readonly kind: Kind } };

const byName = new Map<string, Tool<ToolCall>>();
const families: Tool<ToolCall>[] = [];
for (const tool of Object.values(tools) as unknown as readonly Tool<ToolCall>[]) {
  for (const name of tool.names) byName.set(name, tool);
  if (tool.matches !== undefined) families.push(tool);
}

const toolNamed = (name: string): Tool<ToolCall> | undefined =>
  byName.get(name) ?? families.find((family) => family.matches?.(name));

/** The call as its tool reads it. `isOdd` says that a known tool's input was not as we know it. */
export function toolCall(use: ToolUse, outcome: Outcome, details: unknown): { call: ToolCall; isOdd: boolean } {
  if (use.as !== undefined) return asOurs(use, use.as, outcome, details);
  // What the model wrote was no JSON: no tool has read it.
  if (unparsed(use.input) !== undefined) return { call: other.parse(use, outcome, details) as ToolCall, isOdd: false };
  const tool = toolNamed(use.name);
  const call = tool?.parse(use, outcome, details);
  if (call !== undefined) return { call, isOdd: false };
  return { call: other.parse(use, outcome, details) as ToolCall, isOdd: tool !== undefined };
}

/** Another agent's call that means the same as one of ours: read as that one, called and kept as its log has it. */
function asOurs(use: ToolUse, as: NonNullable<ToolUse["as"]>, outcome: Outcome, details: unknown) {
  const { id, name, input, caller } = use;
  const own = { name, input, as };
  const { call, isOdd } = toolCall({ id, name: as.name, input: as.input, caller, own }, outcome, details);
  // Not as we know ours: then it is shown as the agent wrote it.
  if (call.kind === "other")
    return { call: other.parse({ id, name, input, caller }, outcome, details) as ToolCall, isOdd };
  return { call, isOdd: false };
}

/** The tool that made this call, for summary, facts and body. */
export function toolOf(call: ToolCall): Tool<ToolCall> {
  return tools[call.kind] as unknown as Tool<ToolCall>;
}
