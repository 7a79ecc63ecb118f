/** Events beside the conversation, a row each: what they say, or why they are not shown where they stand. */
import { sentBy } from "../../model/sender.ts";
import { number as grouped } from "../../text/format.ts";
import { clientNotice } from "../bodies.ts";
import type { EntryBody } from "../entries/entry.ts";
import { any, flag, type Json, number, object, text, words } from "../fields.ts";

type Read = (data: Json) => EntryBody | undefined;

const folded =
  (reason: string): Read =>
  () => ({ kind: "folded", reason });

const message = (data: Json): string => words(data, "message") ?? words(data, "error") ?? "";

const step = "A model call begins or ends; what it says stands in its own events.";
const settings = "State of the client.";

export const notices: Readonly<Record<string, Read>> = {
  "assistant.turn_start": folded(step),
  "assistant.turn_end": folded(step),
  "assistant.idle": folded(step),
  "assistant.intent": folded("What the agent is doing; said by its calls."),
  "assistant.usage": folded("Of one model call; the shutdown has the sums."),
  "model_call.finished": folded(step),
  "system.message": folded("The system prompt."),
  "session.auto_mode_resolved": folded("Which model was chosen; each answer names its own."),
  "session.usage_checkpoint": folded("Billing units, no tokens."),
  "session.usage_info": folded("How full the context is."),
  "session.binary_asset": folded("A picture or file; shown with the message that names it."),
  "session.compaction_start": folded("The compaction stands where it is complete."),
  "session.idle": folded(settings),
  "session.session_limits_changed": folded(settings),
  "session.skills_loaded": folded(settings),
  "session.tools_updated": folded(settings),
  "session.mcp_servers_loaded": folded(settings),
  "session.extensions_loaded": folded(settings),
  "session.custom_agents_updated": folded(settings),
  "session.background_tasks_changed": folded(settings),
  "session.todos_changed": folded("Kept in a database of the client."),
  "session.workspace_file_changed": folded("A file of the client's own was written."),
  "session.remote_steerable_changed": folded(settings),
  "session.managed_settings_resolved": folded(settings),
  "pending_messages.modified": folded(settings),
  "subagent.deselected": folded(settings),
  "subagent.configured": folded(settings),
  "tool.execution_progress": folded("How far a call is; its result has the whole."),
  "tool.execution_partial_result": folded("A piece of a result; the result has the whole."),
  "session.title_changed": (data) => {
    const title = words(data, "title");
    return title === undefined ? undefined : { kind: "title", source: "ai-title", title };
  },
  "session.info": (data) => {
    const type = words(data, "infoType");
    const said = message(data);
    // Nothing of it is left in the file.
    const isRewind = type === "rewind";
    return said === ""
      ? undefined
      : clientNotice(isRewind ? `${said} What was said before is no longer in the log.` : said);
  },
  "session.warning": (data) => (message(data) === "" ? undefined : clientNotice(message(data), "warning")),
  "session.error": apiError,
  "model_call.failure": apiError,
  "session.truncation": (data) => {
    const [before, after] = [
      number(data, "preTruncationTokensInMessages"),
      number(data, "postTruncationTokensInMessages"),
    ];
    const sizes = before === undefined || after === undefined ? "" : `: ${grouped(before)} to ${grouped(after)} tokens`;
    return clientNotice(`Older messages were cut from what the model sees${sizes}.`);
  },
  "session.compaction_complete": (data) => {
    if (any(data, "success") === false)
      return clientNotice(`The conversation could not be compacted. ${message(data)}`.trim(), "error");
    const summary = words(data, "summaryContent");
    const trigger = words(data, "trigger");
    const [tokensBefore, tokensAfter] = [number(data, "preCompactionTokens"), number(data, "postCompactionTokens")];
    return {
      kind: "compaction",
      ...(summary === undefined ? {} : { summary }),
      ...(trigger === undefined ? {} : { trigger }),
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
      ...(tokensAfter === undefined ? {} : { tokensAfter }),
    };
  },
  "session.mode_changed": (data) => change("Mode", words(data, "previousMode"), words(data, "newMode")),
  "session.permissions_changed": (data) => {
    if (typeof any(data, "allowAllPermissions") !== "boolean") return undefined;
    return clientNotice(
      flag(data, "allowAllPermissions")
        ? "All permissions are given from here on."
        : "Permissions are asked for from here on.",
    );
  },
  "session.plan_changed": (data) =>
    clientNotice(`The plan file was changed (${words(data, "operation") ?? "update"}).`),
  "session.context_cleared": () => clientNotice("The context was cleared."),
  "session.handoff": (data) =>
    clientNotice(
      ["The session was handed over.", words(data, "summary"), words(data, "context")].filter(Boolean).join("\n\n"),
    ),
  "session.resume": () => clientNotice("The session was taken up again."),
  "skill.invoked": (data) => {
    const said = [words(data, "name"), text(data, "content")].filter(Boolean).join("\n\n");
    return said === "" ? undefined : { kind: "event", event: "notice", ...sentBy("skill"), text: said };
  },
  "subagent.selected": (data) => {
    const name = words(data, "agentDisplayName") ?? words(data, "agentName");
    return name === undefined ? undefined : clientNotice(`Agent ${name} was chosen.`);
  },
  abort: (data) => {
    const reason = words(data, "reason");
    return {
      kind: "event",
      event: "interrupted",
      text: reason === undefined ? "Interrupted." : `Interrupted (${reason}).`,
    };
  },
  "hook.end": (data) => {
    if (any(data, "success") !== false) return { kind: "folded", reason: "A hook that went well." };
    const error = words(object(data, "error"), "message") ?? message(data);
    const name = words(data, "hookType");
    const by = sentBy({ kind: "hook", ...(name === undefined ? {} : { name }) });
    return { kind: "event", event: "hook", ...by, text: error === "" ? "The hook failed." : error, level: "error" };
  },
};

function apiError(data: Json): EntryBody | undefined {
  const said = message(data);
  const code = number(data, "statusCode");
  if (said === "" && code === undefined) return undefined;
  return {
    kind: "event",
    event: "api-error",
    text: [said, code === undefined ? "" : `(${code})`].filter(Boolean).join(" "),
    level: "error",
  };
}

function change(what: string, before: string | undefined, after: string | undefined): EntryBody | undefined {
  if (after === undefined) return undefined;
  return clientNotice(before === undefined || before === after ? `${what}: ${after}` : `${what}: ${before} → ${after}`);
}
