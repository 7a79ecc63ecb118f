/** Small events: what is said of them beside the conversation. */
import { type NamelessSender, type Sender, sentBy } from "../../model/sender.ts";
import type { EntryBody, EventBody } from "../entries/entry.ts";
import { any, type Json, list, number, object, text, words } from "../fields.ts";

export function notice(by: Sender | NamelessSender, said: string): EventBody {
  return { kind: "event", event: "notice", ...sentBy(by), text: said };
}

const other = (name: string): Sender => ({ kind: "other", name });

/** `undefined` where nothing is to be said: `folded` events. For types that are not here the event is shown as unknown. */
export function noticeOf(type: string, body: Json): EntryBody | undefined | "unknown" {
  return Object.hasOwn(events, type) ? events[type]?.(body) : "unknown";
}

const folded = (): undefined => undefined;

function aborted(body: Json): EventBody {
  const reason = words(body, "reason") ?? "interrupted";
  const said = Object.hasOwn(reasons, reason) ? reasons[reason] : reason.replaceAll("_", " ");
  return { kind: "event", event: "interrupted", text: said ?? reason };
}

const reasons: Readonly<Record<string, string>> = {
  interrupted: "Interrupted by the user",
  user_cancelled: "Interrupted by the user",
  replaced: "Replaced by another prompt",
  review_ended: "The review ended",
  budget_limited: "The budget was used up",
};

/** The message stands in the event, or in an object of its own. */
export function failure(body: Json): EventBody {
  const inner = object(body, "error");
  const said = words(body, "message") ?? words(inner, "message") ?? words(body, "error") ?? JSON.stringify(body);
  return { kind: "event", event: "api-error", text: said, level: "error" };
}

function review(body: Json): EventBody {
  const output = object(body, "review_output");
  const findings = (list(output, "findings") ?? []).map((each) => {
    const place = object(each, "code_location");
    const line = number(object(place, "line_range"), "start");
    const path = words(place, "absolute_file_path");
    const where = path === undefined ? "" : ` (${path}${line === undefined ? "" : `:${line}`})`;
    return `- ${words(each, "title") ?? "Finding"}${where}\n${text(each, "body") ?? ""}`.trimEnd();
  });
  const verdict = [words(output, "overall_correctness"), words(output, "overall_explanation")].filter(Boolean);
  return notice(other("Review ended"), [...verdict, ...findings].join("\n\n"));
}

function goal(body: Json): EventBody {
  const found = object(body, "goal");
  const status = words(found, "status");
  return notice(
    other("Goal"),
    [words(found, "objective") ?? "", status === undefined ? "" : `(${status})`].join(" ").trim(),
  );
}

function approval(body: Json): EventBody {
  const command = any(body, "command");
  const asked = Array.isArray(command) ? command.join(" ") : (text(body, "command") ?? words(body, "reason") ?? "");
  return notice(other("Asked for approval"), asked);
}

function assessment(body: Json): EventBody {
  const action = object(body, "action");
  const about = words(action, "command") ?? words(action, "tool_name") ?? words(action, "type") ?? "";
  return notice(other("Approval"), [words(body, "status"), about, words(body, "rationale")].filter(Boolean).join(": "));
}

const plain =
  (name: string) =>
  (body: Json): EventBody =>
    notice(other(name), words(body, "message") ?? words(body, "text") ?? JSON.stringify(body));

/** What agents do is told by calls, and the link between the two is read apart. */
const events: Readonly<Record<string, (body: Json) => EntryBody | undefined>> = {
  turn_aborted: aborted,
  error: failure,
  stream_error: failure,
  warning: plain("Warning"),
  guardian_warning: plain("Warning"),
  deprecation_notice: plain("Notice"),
  background_event: plain("Notice"),
  entered_review_mode: (body) => notice(other("Review started"), words(body, "user_facing_hint") ?? ""),
  exited_review_mode: review,
  thread_goal_updated: goal,
  undo_completed: plain("Undo"),
  exec_approval_request: approval,
  apply_patch_approval_request: approval,
  guardian_assessment: assessment,
  collab_agent_spawn_begin: folded,
  collab_agent_spawn_end: folded,
  collab_agent_interaction_begin: folded,
  collab_agent_interaction_end: folded,
  collab_waiting_begin: folded,
  collab_waiting_end: folded,
  collab_close_begin: folded,
  collab_close_end: folded,
  collab_resume_begin: folded,
  collab_resume_end: folded,
  sub_agent_activity: folded,
  "item:SubAgentActivity": folded,
  "item:CollabAgentToolCall": folded,
  thread_settings_applied: folded,
  session_configured: folded,
  token_count: folded,
  plan_update: folded,
  turn_diff: folded,
  agent_reasoning_section_break: folded,
  item_started: folded,
  web_search_begin: folded,
  exec_command_begin: folded,
  patch_apply_begin: folded,
  mcp_tool_call_begin: folded,
  dynamic_tool_call_request: folded,
};
