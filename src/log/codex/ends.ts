/** Events that tell how a call ended. They have more than its result, and some calls stand in no other record. */
import { any, flag, type Json, list, number, object, record, text, words } from "../fields.ts";
import type { CodexRecord } from "./record.ts";
import { type Result, resultOf } from "./results.ts";
import { commandText } from "./shell.ts";

export interface End {
  readonly call: string | undefined;
  /** The tool, and what it was given, for a call that stands in no other record. */
  readonly name: string;
  readonly input: unknown;
  readonly result?: Result;
  /** By path, as our ApplyPatch has it. */
  readonly changes?: Json;
  readonly links?: readonly unknown[];
  /** Tells which search it was, where no id does. */
  readonly action?: Json;
}

export function endOf({ kind, type, body }: CodexRecord): End | undefined {
  return kind === "event" ? readers.get(type)?.(body) : undefined;
}

export const tellsEnd = (type: string): boolean => readers.has(type);

const callOf = (body: Json): string | undefined => words(body, "call_id") ?? words(body, "callId") ?? words(body, "id");

function exec(body: Json): End {
  const code = number(body, "exit_code");
  const output =
    text(body, "aggregated_output") ?? [text(body, "stdout"), text(body, "stderr")].filter(Boolean).join("\n");
  return {
    call: callOf(body),
    name: "exec_command",
    input: { cmd: commandText(any(body, "command")) ?? any(body, "command"), workdir: any(body, "cwd") },
    result: resultOf(code === undefined ? output : { output, metadata: { exit_code: code } }),
  };
}

function patch(body: Json): End {
  const said = [text(body, "stdout"), text(body, "stderr")].filter(Boolean).join("\n");
  const isFailed = any(body, "success") === false || /^(?:failed|declined)$/.test(words(body, "status") ?? "");
  const made = resultOf(said);
  const changes = changesOf(object(body, "changes"));
  return {
    call: callOf(body),
    name: "apply_patch",
    input: { changes: Object.keys(changes) },
    result: isFailed ? { ...made, ended: { state: made.ended.state === "ok" ? "error" : made.ended.state } } : made,
    changes,
  };
}

function changesOf(changes: Json | undefined): Json {
  const found = Object.entries(changes ?? {}).flatMap(([path, change]) => {
    const type = words(change, "type") ?? words(object(change, "kind"), "type");
    if (type !== "add" && type !== "update" && type !== "delete") return [];
    const diff = text(change, "unified_diff") ?? text(change, "diff");
    // Of a file that is new or gone, all lines of the diff are its own.
    const content =
      text(change, "content") ?? (type === "update" ? undefined : linesOf(diff, type === "add" ? "+" : "-"));
    const movePath = words(change, "move_path") ?? words(object(change, "kind"), "move_path");
    const made = {
      type,
      ...(content === undefined ? {} : { content }),
      ...(diff === undefined ? {} : { unifiedDiff: diff }),
      ...(movePath === undefined ? {} : { movePath }),
    };
    return [[path, made] as const];
  });
  return Object.fromEntries(found);
}

function linesOf(diff: string | undefined, sign: string): string | undefined {
  const lines = diff?.split("\n").filter((line) => line.startsWith(sign) && !line.startsWith(`${sign}${sign}${sign} `));
  return lines?.map((line) => `${line.slice(1)}\n`).join("");
}

function mcp(body: Json): End {
  const invocation = object(body, "invocation") ?? body;
  const answer = any(body, "result") ?? any(body, "error");
  const error = any(answer, "Err") ?? (any(body, "result") === undefined ? any(body, "error") : undefined);
  const ok = any(answer, "Ok") ?? answer;
  const made =
    error === undefined || error === null
      ? resultOf(list(ok, "content") ?? ok)
      : resultOf(typeof error === "string" ? error : (text(error, "message") ?? error));
  const isFailed = (error !== undefined && error !== null) || flag(ok, "isError");
  return {
    call: callOf(body),
    name: `mcp__${words(invocation, "server") ?? "server"}__${words(invocation, "tool") ?? "tool"}`,
    input: any(invocation, "arguments") ?? {},
    result: isFailed ? { ...made, ended: { state: "error" } } : made,
  };
}

function web(body: Json): End {
  const action = object(body, "action") ?? { type: "search", query: any(body, "query") };
  const links = list(body, "results");
  return {
    call: callOf(body),
    name: "web_search",
    input: { action },
    action,
    ...(links === undefined ? {} : { links }),
  };
}

/** Equal for equal actions, in whatever order their fields stand. */
export function actionKey(action: unknown): string {
  const fields = record(action) ?? {};
  let key = "";
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    if (value === null || value === undefined) continue;
    key += `${name} ${typeof value === "string" ? value : JSON.stringify(value)}\n`;
  }
  return key;
}

function picture(body: Json): End {
  const data = text(body, "result");
  return {
    call: callOf(body),
    name: "image_generation",
    input: pictureInput(body),
    ...(data === undefined ? {} : { result: pictureResult(data) }),
  };
}

export function pictureInput(body: Json): Json {
  const [prompt, path] = [words(body, "revised_prompt"), words(body, "saved_path")];
  return { ...(prompt === undefined ? {} : { prompt }), ...(path === undefined ? {} : { saved_path: path }) };
}

/** The picture itself in base64; its first letters tell of what kind it is. */
export function pictureResult(data: string): Result {
  const isPicture = data.length > 100 && /^[A-Za-z0-9+/=\s]{100}/.test(data);
  const mediaType = data.startsWith("/9j/") ? "image/jpeg" : data.startsWith("UklGR") ? "image/webp" : "image/png";
  const made = resultOf(isPicture ? "" : data);
  return isPicture ? { ...made, media: [{ kind: "image", mediaType, data, encoding: "base64" }] } : made;
}

function dynamic(body: Json): End {
  const name = words(body, "tool") ?? words(body, "name") ?? "tool";
  const items = list(body, "content_items");
  const made = items === undefined ? undefined : resultOf(items);
  const isFailed = any(body, "success") === false;
  return {
    call: callOf(body),
    name,
    input: any(body, "arguments") ?? any(body, "input") ?? {},
    ...(made === undefined ? {} : { result: isFailed ? { ...made, ended: { state: "error" as const } } : made }),
  };
}

/** A search by its action; anything else is shown as it is. */
const extension = (body: Json): End | undefined => (object(body, "action") === undefined ? undefined : web(body));

const view = (body: Json): End => ({ call: callOf(body), name: "view_image", input: { path: any(body, "path") } });

const readers: ReadonlyMap<string, (body: Json) => End | undefined> = new Map(
  Object.entries({
    exec_command_end: exec,
    "item:CommandExecution": exec,
    patch_apply_end: patch,
    "item:FileChange": patch,
    mcp_tool_call_end: mcp,
    "item:McpToolCall": mcp,
    web_search_end: web,
    "item:WebSearch": web,
    "item:Extension": extension,
    image_generation_end: picture,
    "item:ImageGeneration": picture,
    view_image_tool_call: view,
    "item:ImageView": view,
    dynamic_tool_call_response: dynamic,
    "item:DynamicToolCall": dynamic,
    tool_call: dynamic,
  }),
);
