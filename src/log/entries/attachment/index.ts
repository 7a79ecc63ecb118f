/** What the client put beside the conversation, by type (since 2.1.92). Log example: {"type":"attachment","attachment":{"type":"hook_success","hookName":"Stop"}} */
import { object, text } from "../../fields.ts";
import { defineEntry, type EntryType, ignore } from "../entry.ts";
import {
  alreadyReadFile,
  diagnostics,
  directory,
  editedTextFile,
  file,
  openedFileInIde,
  planFileReference,
  selectedLinesInIde,
} from "./files.ts";
import {
  asyncHookResponse,
  hookAdditionalContext,
  hookBlockingError,
  hookCancelled,
  hookNonBlockingError,
  hookPermissionDecision,
  hookSuccess,
  hookSystemMessage,
} from "./hooks.ts";
import {
  dateChange,
  goalStatus,
  readTruncationNotice,
  remoteSessionChange,
  structuredOutput,
  taskStatus,
  teamContext,
} from "./notices.ts";
import { queuedCommand } from "./queued-command.ts";

const effort = "A reminder of the effort, told to the model.";
const oldThinking = "Says that earlier thinking was not sent again; it is shown where it was thought.";
const workflows = "A reminder of what workflows are for, told to the model.";

/** `rendered` repeats an attachment as the model saw it: what it holds is shown or left out with the rest of it. */
export const attachmentTypes: readonly EntryType[] = [
  ignore("agent_listing_delta", "The list of agent types, told to the model."),
  alreadyReadFile,
  asyncHookResponse,
  ignore("auto_mode", "A reminder of the permission mode, told to the model."),
  ignore("auto_mode_exit", "A reminder of the permission mode, told to the model."),
  ignore("bash_output_audience_note", "A reminder of who sees a command's output, told to the model."),
  ignore("batching_reminder_sent", "Says that the model was reminded to make several calls at once."),
  ignore("budget_usd", "A reminder of the budget, told to the model."),
  ignore("command_permissions", "Tools that a slash command may use."),
  ignore("compact_file_reference", "A file that was read before a compaction, named again; the reading is shown."),
  ignore("companion_intro", "The client's pet introduced itself."),
  ignore("credential_org", "Holds an organisation id: never shown."),
  ignore("date", "The day, told to the model."),
  dateChange,
  ignore("deferred_tools_delta", "The list of tools that can be loaded, told to the model."),
  ignore("deferred_tools_record", "The list of tools that can be loaded, told to the model."),
  diagnostics,
  directory,
  ignore("dynamic_skill", "Skills that came with a folder, told to the model."),
  editedTextFile,
  ignore("environment", "The machine that the client runs on, told to the model."),
  file,
  goalStatus,
  hookAdditionalContext,
  hookBlockingError,
  hookCancelled,
  hookNonBlockingError,
  hookPermissionDecision,
  hookSuccess,
  hookSystemMessage,
  ignore("instructions", "Instruction files such as CLAUDE.md, told to the model."),
  ignore("invoked_skills", "Skills that were loaded before a compaction, told to the model again."),
  ignore("mcp_instructions_delta", "Instructions of MCP servers, told to the model."),
  ignore("model", "The model's own name, told to the model; the head of the page has it."),
  ignore("nested_memory", "Instruction files of a folder that was worked in, told to the model."),
  openedFileInIde,
  ignore("output_style", "The style of answers, told to the model."),
  planFileReference,
  ignore("plan_mode", "A reminder of plan mode, told to the model."),
  ignore("plan_mode_exit", "A reminder that plan mode ended, told to the model."),
  ignore("plan_mode_reentry", "A reminder of plan mode, told to the model."),
  ignore("prompt_snapshot", "The client's own system prompt and tools, whole: hundreds of kilobytes of each session."),
  queuedCommand,
  readTruncationNotice,
  remoteSessionChange,
  selectedLinesInIde,
  ignore("session_context", "Holds the person's e-mail address and git name: never shown."),
  ignore("silent_turn_reminder", "A reminder to answer in words, told to the model."),
  ignore("skill_listing", "The list of skills, told to the model."),
  structuredOutput,
  ignore("task_reminder", "A reminder of the task list, told to the model; the list itself is shown where it changes."),
  taskStatus,
  teamContext,
  ignore("thinking_drop", oldThinking),
  ignore("thinking_stripped", oldThinking),
  ignore(
    "todo_reminder",
    "A reminder of the to-do list, told to the model; the list itself is shown where it changes.",
  ),
  ignore("total_tokens_reminder", "A reminder of the token budget, told to the model."),
  ignore("ultra_effort_enter", effort),
  ignore("ultra_effort_exit", effort),
  ignore("workflow_keyword_request", workflows),
  ignore("workflow_size_guideline_change", workflows),
];

const byType = new Map(attachmentTypes.map((type) => [type.type, type]));

export const attachment = defineEntry("attachment", (raw) => {
  const type = text(object(raw, "attachment"), "type");
  if (type === undefined) return { kind: "unknown", what: "attachment", type: "without type", raw };
  return byType.get(type)?.read(raw) ?? { kind: "unknown", what: "attachment", type, raw };
});
