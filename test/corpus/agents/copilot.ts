/** Copilot CLI's logs, counted: calls by their id, tokens of shutdowns; without one only what was written. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addTokens, type Counted, nothing } from "./counted.ts";

// biome-ignore lint/suspicious/noExplicitAny: a count trusts no type of ours.
type Any = any;

export function count(home: string): Map<string, Counted> {
  const found = new Map<string, Counted>();
  const folder = join(home, ".copilot", "session-state");
  for (const name of readdirSync(folder)) {
    const path = name.endsWith(".jsonl") ? join(folder, name) : join(folder, name, "events.jsonl");
    if (!existsSync(path)) continue;
    const events: Any[] = readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line)]));
    const start = events.find((event) => event.type === "session.start");
    found.set(start?.data.sessionId ?? name, counted(events));
  }
  return found;
}

function counted(events: Any[]): Counted {
  const into = nothing();
  const calls = new Map<string, string>();
  const byPerson = new Set(
    events.filter((event) => event.type === "tool.user_requested").map(({ data }) => data.toolCallId),
  );
  const hasPrompts = events.some((event) => event.type === "user.message");
  for (const { type, data, agentId } of events) {
    const next = (what: string): unknown => agentId ?? data.parentToolCallId ?? into.order.push(what);
    const prompt = (text: string): unknown => [into.prompts.push(text), next(`prompt ${text}`)];
    const call = (id: string, name: string): void => {
      if (!calls.has(id)) next(`call ${name}`);
      calls.set(id, name);
    };
    const isOwn = agentId === undefined && data.source === undefined && !data.isAutopilotContinuation;
    if (type === "user.message" && isOwn && data.content.trim() !== "") prompt(data.content.trim());
    else if (type === "tool.user_requested") prompt(data.arguments.command);
    else if (type === "hook.start" && data.hookType === "userPromptSubmitted" && !hasPrompts) prompt(data.input.prompt);
    else if (type === "assistant.message") {
      if (data.content.trim() !== "") {
        into.texts.push(data.content.trim());
        next(`text ${data.content.trim()}`);
      }
      for (const request of data.toolRequests ?? []) call(request.toolCallId, request.name);
    } else if (type === "tool.execution_start" && !calls.has(data.toolCallId)) call(data.toolCallId, data.toolName);
  }
  into.calls.push(...calls.values());
  const ended = new Set(
    events.filter((event) => event.type === "tool.execution_complete").map(({ data }) => data.toolCallId),
  );
  for (const id of ended) if (!byPerson.has(id)) into.results.push(calls.get(id) ?? "no call");
  tokens(events, into);
  return into;
}

const fields = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens"];

function tokens(events: Any[], into: Counted): void {
  const kept: Any[] = [];
  let covered = -1;
  events.forEach((event, index) => {
    const metrics = event.type === "session.shutdown" ? event.data.modelMetrics : undefined;
    if (!metrics || !Object.values<Any>(metrics).some(({ usage }) => usage)) return;
    covered = index;
    const before = kept.at(-1);
    const isMore =
      before !== undefined &&
      Object.keys(before).every((model) =>
        fields.every((name) => (metrics[model]?.usage?.[name] ?? 0) >= (before[model].usage?.[name] ?? 0)),
      );
    if (isMore) kept[kept.length - 1] = metrics;
    else kept.push(metrics);
  });
  for (const metrics of kept)
    for (const [model, { usage }] of Object.entries<Any>(metrics)) {
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
      const input = inputTokens - cacheReadTokens - cacheWriteTokens;
      addTokens(into.tokens, model, [input, outputTokens, cacheReadTokens, cacheWriteTokens]);
    }
  for (const { type, data } of events.slice(covered + 1))
    if (type === "assistant.message" && data.outputTokens)
      addTokens(into.tokens, "output only", [0, data.outputTokens, 0, 0]);
}
