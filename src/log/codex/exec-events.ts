/**
 * What `codex exec --json` prints, as somebody kept it: `{"type":"item.completed","item":{"id":"item_1","type":
 * "command_execution",…}}`. Each event becomes the record that a log of Codex would have; what is printed has neither
 * times nor prompts.
 */
import { any, type Json, list, object, text, words } from "../fields.ts";
import type { CodexRecord, RecordKind } from "./record.ts";
import { withoutShell } from "./shell.ts";

type Made = Pick<CodexRecord, "kind" | "type" | "body">;

const eventType = /^(?:thread\.started|turn\.\w+|item\.[\w.]+|error|request_user_input)$/;

export class ExecEvents {
  /** Items that have begun; those that are left at the end have no result. */
  readonly #begun = new Map<string, { readonly record: CodexRecord; readonly item: Json }>();
  /** Said by itself, and again by the turn that failed for it. */
  #problem: string | undefined;
  #isOurs = false;

  /** `undefined` where the line is none of these. */
  records(raw: Json, at: CodexRecord["at"]): readonly CodexRecord[] | undefined {
    const type = text(raw, "type") ?? "";
    if (type === "thread.started") this.#isOurs = true;
    if (!this.#isOurs || !eventType.test(type) || any(raw, "payload") !== undefined) return undefined;
    return this.#made(type, raw, at)?.map((made) => asRecord(made, at));
  }

  /** What had begun when the file ended. */
  rest(): readonly CodexRecord[] {
    return [...this.#begun.values()].flatMap(({ record, item }) => {
      const call = callOf(item);
      return call === undefined ? [] : [asRecord(call, record.at)];
    });
  }

  #made(type: string, raw: Json, at: CodexRecord["at"]): readonly Made[] | undefined {
    const item = object(raw, "item");
    switch (type) {
      case "thread.started":
        return [{ kind: "meta", type: "session_meta", body: { id: any(raw, "thread_id") } }];
      case "turn.started":
        return [event("task_started", {})];
      case "turn.completed":
        return [event("token_count", { info: { total_token_usage: any(raw, "usage") } }), event("task_complete", {})];
      case "turn.failed": {
        const error = object(raw, "error");
        const isTold = words(error, "message") === this.#problem;
        return [event("task_complete", isTold ? {} : { error })];
      }
      case "error":
        this.#problem = words(raw, "message");
        return [event("error", raw)];
      case "request_user_input":
        return [use("request_user_input", { questions: any(raw, "questions") }, words(raw, "call_id"))];
      case "item.started":
        if (item !== undefined)
          this.#begun.set(text(item, "id") ?? "", { record: asRecord(event("item_started", {}), at), item });
        return item !== undefined && words(item, "type") === "todo_list" ? [tasks(item)] : [];
      case "item.updated":
        return item !== undefined && words(item, "type") === "todo_list" ? [tasks(item)] : [];
      case "item.completed":
        this.#begun.delete(text(item, "id") ?? "");
        return item === undefined ? undefined : [completed(item)];
      case "item.plan.delta":
        return [];
      default:
        return undefined;
    }
  }
}

function asRecord(made: Made, at: CodexRecord["at"]): CodexRecord {
  return { ...made, at, time: undefined, ordinal: undefined, isTold: false, isSkimmed: undefined };
}

const event = (type: string, body: Json, kind: RecordKind = "event"): Made => ({ kind, type, body });

const use = (name: string, input: Json, id: string | undefined): Made =>
  event("function_call", { name, arguments: JSON.stringify(input), call_id: id }, "item");

const itemTypes: Readonly<Record<string, string>> = {
  agent_message: "item:AgentMessage",
  reasoning: "item:Reasoning",
  plan: "item:Plan",
  command_execution: "item:CommandExecution",
  file_change: "item:FileChange",
  mcp_tool_call: "item:McpToolCall",
  web_search: "item:WebSearch",
};

function completed(item: Json): Made {
  // The first versions named the type otherwise.
  const type = words(item, "type") ?? words(item, "item_type") ?? "";
  const known = Object.hasOwn(itemTypes, type) ? itemTypes[type] : undefined;
  switch (type) {
    case "todo_list":
      return tasks(item);
    case "error":
      return event("warning", { message: any(item, "message") });
    case "collab_tool_call":
      return event("dynamic_tool_call_response", collabOf(item));
    case "command_execution":
      return event(known ?? type, { ...item, command: withoutShell(text(item, "command") ?? "") });
    case "file_change":
      return event(known ?? type, { ...item, changes: changesOf(item) });
    default:
      // `"result":null` is none.
      return event(
        known ?? `item:${type}`,
        Object.fromEntries(Object.entries(item).filter(([, each]) => each !== null)),
      );
  }
}

/** A command or a server's call that never ended. */
function callOf(item: Json): Made | undefined {
  const id = words(item, "id");
  switch (words(item, "type")) {
    case "command_execution":
      return use("exec_command", { cmd: withoutShell(text(item, "command") ?? "") }, id);
    case "mcp_tool_call": {
      const name = `mcp__${words(item, "server") ?? "server"}__${words(item, "tool") ?? "tool"}`;
      return use(name, { ...object(item, "arguments") }, id);
    }
    case "collab_tool_call":
      return use(words(item, "tool") ?? "agent", object(collabOf(item), "arguments") ?? {}, id);
    default:
      return undefined;
  }
}

/** The list is written anew each time that it changes. */
function tasks(item: Json): Made {
  const plan = (list(item, "items") ?? []).map((each) => ({
    step: text(each, "text") ?? "",
    status: any(each, "completed") === true ? "completed" : "pending",
  }));
  return use("update_plan", { plan }, words(item, "id"));
}

/** `[{"path":"a.ts","kind":"update"}]`: which files, without what was changed in them. */
function changesOf(item: Json): Json {
  const changes = list(item, "changes") ?? [];
  return Object.fromEntries(changes.map((each) => [text(each, "path") ?? "", { type: any(each, "kind") }]));
}

function collabOf(item: Json): Json {
  const agents = list(item, "receiver_thread_ids") ?? [];
  const states = Object.entries(object(item, "agents_states") ?? {});
  const said = states.map(([id, state]) =>
    [id, words(state, "status"), words(state, "message")].filter(Boolean).join(": "),
  );
  return {
    call_id: any(item, "id"),
    tool: any(item, "tool"),
    arguments: { message: any(item, "prompt"), ...(agents.length === 0 ? {} : { targets: agents }) },
    content_items: said.map((each) => ({ type: "input_text", text: each })),
    success: words(item, "status") !== "failed",
  };
}
