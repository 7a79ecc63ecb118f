/** Names in the order that wasm/index.ts knows them by: their numbers there are their places here. */

/** Texts that stand in the line itself. Those of its message, and of a progress line's data, come after them. */
const lineTexts = [
  "type",
  "uuid",
  "parentUuid",
  "logicalParentUuid",
  "timestamp",
  "sessionId",
  "agentId",
  "cwd",
  "gitBranch",
  "version",
  "slug",
  "teamName",
  "agentName",
  "permissionMode",
  "requestId",
  "error",
  "effort",
  "sourceToolUseID",
  "toolDenialKind",
  "turnOrigin",
  "scheduledTaskId",
  "planContent",
] as const;

const texts = [...lineTexts, "messageId", "model", "content", "dataType"] as const;

/** Where a text stands among those that are handed over. */
export const textAt = Object.fromEntries(texts.map((name, at) => [name, at])) as Readonly<
  Record<(typeof texts)[number], number>
>;
export const textCount = texts.length;

/** What Codex counts. */
export const figureNames = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
] as const;

/** How lines begin, behind their time, that are compared with the one before. */
export const starts = [
  '"type":"turn_context","payload":{',
  '"type":"event_msg","payload":{"type":"token_count","info":{',
] as const;

export const names: readonly string[] = [
  ...lineTexts,
  ...["isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage"],
  ...["toolUseResult", "todos", "origin", "supersedes", "message", "data"],
  // Of a message.
  ...["id", "model", "content", "usage"],
  // Of what it spent.
  ...["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"],
  ...["cache_creation", "speed", "iterations", "ephemeral_1h_input_tokens"],
  // Of a block.
  ...["type", "text", "thinking", "id", "name", "tool_use_id", "is_error", "caller"],
  // Values.
  ...["user", "assistant", "progress", "file-history-snapshot"],
  ...["text", "thinking", "tool_use", "tool_result"],
  ...["standard", '{"type":"direct"}'],
  // Of Codex.
  ...["timestamp", "type", "payload", "ordinal", "response_item", "event_msg"],
  ...[
    "function_call_output",
    "custom_tool_call_output",
    "reasoning",
    "function_call",
    "custom_tool_call",
    "token_count",
  ],
  ...["call_id", "name", "namespace", "id", "summary", "summary_text", "content", "text", "raw_content"],
  ...["encrypted_content", "info", "rate_limits", "total_token_usage", "last_token_usage", "model_context_window"],
  ...figureNames,
];
