/**
 * What a home folder of Codex holds, counted by the rules of the format and nothing of src/log: each prompt, text, call
 * and result once, tokens by the growth of totals, copies of forks not at all.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Counted {
  readonly prompts: readonly string[];
  readonly texts: readonly string[];
  readonly calls: number;
  readonly results: number;
  /** Several calls have one id, as in a log that somebody trimmed: which result is whose nobody can tell. */
  readonly isAmbiguous?: boolean;
  readonly tokens: { readonly input: number; readonly cacheRead: number; readonly output: number };
}

// biome-ignore lint/suspicious/noExplicitAny: logs of any shape, looked at field by field.
type Any = Record<string, any>;

const injected =
  /^\s*(?:# AGENTS\.md instructions|<user_instructions>|<environment_context>|<turn_aborted>|<subagent_notification>|<user_shell_command>|<skill>|<hook_prompt|<codex_internal_context|<goal_context>|<recommended_plugins|<external_|<image |<\/image>)/;

export function count(home: string): ReadonlyMap<string, Counted> {
  const found = new Map<string, Counted>();
  const names = new Set<string>();
  for (const folder of ["sessions", "archived_sessions"]) {
    const root = join(home, folder);
    if (!existsSync(root)) continue;
    const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
      /\.jsonl(\.zst)?$/.test(path),
    );
    for (const path of paths.sort((a, b) => a.length - b.length)) {
      const name = basename(path).replace(/\.zst$/, "");
      if (names.has(name)) continue;
      names.add(name);
      const [id, counted] = countFile(join(root, path));
      found.set(id, counted);
    }
  }
  return found;
}

function countFile(path: string): readonly [string, Counted] {
  const text = path.endsWith(".zst")
    ? execFileSync("zstd", ["-dcq", path], { encoding: "utf8", maxBuffer: 1 << 30 })
    : readFileSync(path, "utf8");
  const records: Any[] = [];
  for (const line of text.split("\n")) {
    try {
      const value = JSON.parse(line);
      if (value !== null && typeof value === "object" && !Array.isArray(value)) records.push(value);
    } catch {
      // Not a record.
    }
  }
  const named = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+)\.jsonl/.exec(basename(path))?.[1] ?? basename(path);
  const meta = records.find((each) => each.type === "session_meta")?.payload ?? records[0] ?? {};
  const from = ownStart(records, meta);
  return [typeof meta.id === "string" ? meta.id : named, countRecords(records, from, meta)];
}

function ownStart(records: readonly Any[], meta: Any): number {
  const isCopy = records.slice(1, 4).some((each) => each.type === "session_meta" && each.payload?.id !== meta.id);
  if (!isCopy || (meta.forked_from_id === undefined && meta.parent_thread_id === undefined)) return 0;
  const began = Math.floor(Date.parse(meta.timestamp) / 1000);
  const at = records.findIndex((each) => each.payload?.type === "task_started" && each.payload.started_at >= began);
  return at < 0 ? records.length : at;
}

/** The item that a line is, with or without an envelope. */
const itemOf = (record: Any): Any | undefined =>
  record.type === "response_item"
    ? record.payload
    : record.payload === undefined && /^(?:message|reasoning|\w+_call(?:_output)?)$/.test(record.type ?? "")
      ? record
      : undefined;

const callTypes =
  /^(?:function_call|custom_tool_call|local_shell_call|web_search_call|tool_search_call|image_generation_call)$/;
const outputTypes = /^(?:function_call_output|custom_tool_call_output|tool_search_output)$/;

function countRecords(records: readonly Any[], from: number, meta: Any): Counted {
  const events = (type: string): readonly Any[] =>
    records
      .slice(from)
      .flatMap((each) => (each.type === "event_msg" && each.payload?.type === type ? [each.payload] : []));
  const own = records.slice(from);
  const items = own.flatMap((each) => itemOf(each) ?? []);
  const done = events("item_completed").map((each) => each.item ?? {});
  const calls = items.filter((item) => callTypes.test(item.type ?? ""));
  const embedded = items.filter((item) => item.function_call?.name !== undefined);
  const outputs = items.filter((item) => outputTypes.test(item.type ?? "") || item.role === "function");
  const ids = new Set(calls.map((item) => item.call_id ?? item.id));
  const answers = items.flatMap((item) => (item.role === "assistant" ? textsIn(item.content) : []));
  const told = new Set(answers.map(bare));
  const whole = items.flatMap((item) => (item.role === "assistant" ? [bare(textsIn(item.content).join(""))] : []));
  for (const each of whole) told.add(each);
  const only = [
    ...events("agent_message").map((each) => each.message),
    ...done.flatMap((item) => (item.type === "AgentMessage" ? [textsIn(item.content).join("")] : [])),
  ];
  const alone = aloneCalls(events, done, ids, calls);
  return {
    prompts: prompts(items, events("user_message"), done)
      .map((each) => each.trim())
      .filter((each) => each !== ""),
    texts: [...answers, ...only.filter((each) => !told.has(bare(each ?? "")))]
      .map((each) => each.replace(/<proposed_plan>[\s\S]*<\/proposed_plan>/, "").trim())
      .filter((each) => each !== ""),
    calls: calls.length + embedded.length + alone.calls,
    results: resultCount(calls, outputs, embedded) + alone.results,
    isAmbiguous: ids.size < calls.filter((item) => (item.call_id ?? item.id) !== undefined).length,
    tokens: tokens(records, from, meta),
  };
}

/** Where words were taken out before publishing, the two streams name them differently. */
const bare = (text: string): string => text.trim().replace(/^\[REDACTED_(?:TEXT|MESSAGE) /, "[");

function prompts(items: readonly Any[], messages: readonly Any[], done: readonly Any[]): readonly string[] {
  const told = [
    ...messages.map((each) => String(each.message ?? "")),
    ...done.flatMap((item) => (item.type === "UserMessage" ? [textsIn(item.content).join("\n")] : [])),
  ];
  const found =
    told.length > 0
      ? told
      : items.flatMap((item) =>
          item.role === "user"
            ? [
                textsIn(item.content)
                  .filter((text) => !injected.test(text))
                  .join("\n"),
              ]
            : [],
        );
  return found.map((text) =>
    /^\s*(?:# Context from my IDE setup:|## My request for Codex:)/.test(text)
      ? (text.split(/^## My request for Codex:/m)[1] ?? text)
      : text,
  );
}

function textsIn(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  return Array.isArray(content) ? content.flatMap((part) => (typeof part?.text === "string" ? [part.text] : [])) : [];
}

/** An output answers the first call of its id that has none yet; further ones are notes. */
function resultCount(calls: readonly Any[], outputs: readonly Any[], embedded: readonly Any[]): number {
  const open = new Map<string, number>();
  for (const call of calls) if (call.call_id !== undefined) open.set(call.call_id, (open.get(call.call_id) ?? 0) + 1);
  let answered = calls.filter((call) => call.type === "image_generation_call" && call.result).length;
  for (const output of outputs) {
    const left = open.get(output.call_id) ?? 0;
    if (left > 0) answered++;
    open.set(output.call_id, left - 1);
  }
  return answered + Math.min(embedded.length, outputs.filter((output) => output.role === "function").length);
}

/** Events of calls that stand in no item; and results that only events have. */
function aloneCalls(
  events: (type: string) => readonly Any[],
  done: readonly Any[],
  ids: ReadonlySet<unknown>,
  calls: readonly Any[],
) {
  const isAlone = (each: Any): boolean => !ids.has(each.call_id ?? each.callId ?? each.id);
  const searches = calls.filter((call) => call.type === "web_search_call").map((call) => key(call.action));
  const ended = [
    ...events("mcp_tool_call_end"),
    ...events("exec_command_end"),
    ...events("dynamic_tool_call_response"),
    ...events("image_generation_end"),
    ...events("patch_apply_end").filter(
      (each) => each.call_id !== undefined && Object.keys(each.changes ?? {}).length > 0,
    ),
    ...done.filter((item) => /^(?:CommandExecution|McpToolCall|FileChange)$/.test(item.type)),
  ].filter(isAlone);
  const looked = [
    ...events("web_search_end"),
    ...done.filter((item) => item.type === "WebSearch" || (item.type === "Extension" && item.action)),
  ];
  const searched = looked.filter(isAlone).filter((each) => {
    const at = searches.indexOf(key(each.action));
    if (at >= 0) searches.splice(at, 1);
    return at < 0;
  });
  const found = looked.filter((each) => each.results?.length > 0).length;
  const asked = [...events("tool_call"), ...events("view_image_tool_call")].filter(isAlone);
  return { calls: ended.length + searched.length + asked.length, results: ended.length + found };
}

const key = (action: unknown): string =>
  JSON.stringify(
    Object.entries((action ?? {}) as Any)
      .filter(([, value]) => value !== null)
      .sort(),
  );

function tokens(records: readonly Any[], from: number, meta: Any): Counted["tokens"] {
  const sum = { input: 0, cacheRead: 0, output: 0 };
  let before: Any | undefined;
  for (const [at, record] of records.entries()) {
    const info =
      record.payload?.type === "token_count" && record.type === "event_msg" ? record.payload.info : undefined;
    const total = info?.total_token_usage;
    const last = info?.last_token_usage;
    if ((total === undefined || total === null) && last && at >= from) {
      sum.input += (last.input_tokens ?? 0) - (last.cached_input_tokens ?? 0);
      sum.cacheRead += last.cached_input_tokens ?? 0;
      sum.output += last.output_tokens ?? 0;
    }
    if (total === undefined || total === null) continue;
    const grown = (field: string): number => {
      const now = total[field] ?? 0;
      if (before === undefined) return meta.forked_from_id === undefined ? now : (last?.[field] ?? now);
      const then = before[field] ?? 0;
      return now >= then ? now - then : (last?.[field] ?? now);
    };
    if (at >= from) {
      sum.input += grown("input_tokens") - grown("cached_input_tokens");
      sum.cacheRead += grown("cached_input_tokens");
      sum.output += grown("output_tokens");
    }
    before = total;
  }
  return sum;
}
