/** What the client put beside the conversation, by type (since 2.1.92). Log example: {"type":"attachment","attachment":{"type":"hook_success","hookName":"Stop"}} */
import { object, text } from "../../read/fields.ts";
import { defineEntry, type EntryType, ignore } from "../entry.ts";
import { diagnostics, editedTextFile, file, openedFileInIde } from "./files.ts";
import {
  hookAdditionalContext,
  hookBlockingError,
  hookNonBlockingError,
  hookSuccess,
  hookSystemMessage,
} from "./hooks.ts";
import { dateChange, goalStatus, readTruncationNotice } from "./notices.ts";
import { queuedCommand } from "./queued-command.ts";

export const attachmentTypes: readonly EntryType[] = [
  ignore("agent_listing_delta", "The list of agent types, told to the model."),
  ignore("auto_mode", "A reminder of the permission mode, told to the model."),
  ignore("auto_mode_exit", "A reminder of the permission mode, told to the model."),
  ignore("command_permissions", "Tools that a slash command may use."),
  ignore("companion_intro", "The client's pet introduced itself."),
  dateChange,
  ignore("deferred_tools_delta", "The list of tools that can be loaded, told to the model."),
  diagnostics,
  editedTextFile,
  file,
  goalStatus,
  hookAdditionalContext,
  hookBlockingError,
  hookNonBlockingError,
  hookSuccess,
  hookSystemMessage,
  ignore("mcp_instructions_delta", "Instructions of MCP servers, told to the model."),
  openedFileInIde,
  ignore("plan_mode", "A reminder of plan mode, told to the model."),
  ignore("plan_mode_exit", "A reminder that plan mode ended, told to the model."),
  ignore("plan_mode_reentry", "A reminder of plan mode, told to the model."),
  queuedCommand,
  readTruncationNotice,
  ignore("skill_listing", "The list of skills, told to the model."),
  ignore("task_reminder", "A reminder of the task list, told to the model; the list itself is shown where it changes."),
  ignore(
    "todo_reminder",
    "A reminder of the to-do list, told to the model; the list itself is shown where it changes.",
  ),
  ignore("total_tokens_reminder", "A reminder of the token budget, told to the model."),
];

const byType = new Map(attachmentTypes.map((type) => [type.type, type]));

export const attachment = defineEntry("attachment", (raw) => {
  const type = text(object(raw, "attachment"), "type");
  if (type === undefined) return { kind: "unknown", what: "attachment", type: "without type", raw };
  return byType.get(type)?.read(raw) ?? { kind: "unknown", what: "attachment", type, raw };
});
