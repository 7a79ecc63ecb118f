/** Reads tool calls from log lines and draws them with the plainest possible view. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { any, flag, list, object, record, text } from "../../src/log/fields.ts";
import type { Outcome, ToolCall, ToolUseId } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { toolCall, toolOf } from "../../src/tools/index.ts";
import type { Fact } from "../../src/tools/tool.ts";
import { drawCall } from "../../templates/tools/index.ts";
import type { View } from "../../templates/tools/view.ts";

export interface Read {
  readonly call: ToolCall;
  readonly isOdd: boolean;
  readonly details: unknown;
}

/** Every call of a log, with the result that some later line holds. */
export function callsOf(file: string): readonly Read[] {
  const uses: { id: ToolUseId; name: string; input: unknown; line: number }[] = [];
  const results = new Map<string, { block: unknown; details: unknown; line: number }>();
  for (const [index, source] of readFileSync(file, "utf8").split("\n").entries()) {
    const entry = parsed(source);
    for (const block of list(object(entry, "message"), "content") ?? []) {
      const id = text(block, "id");
      if (text(block, "type") === "tool_use" && id !== undefined) {
        uses.push({
          id: id as ToolUseId,
          name: text(block, "name") ?? "",
          input: any(block, "input"),
          line: index + 1,
        });
      }
      const use = text(block, "tool_use_id");
      if (text(block, "type") === "tool_result" && use !== undefined) {
        results.set(use, { block, details: any(entry, "toolUseResult"), line: index + 1 });
      }
    }
  }
  return uses.map(({ id, name, input, line }) => {
    const found = results.get(id);
    const outcome: Outcome =
      found === undefined
        ? { state: "none" }
        : {
            state: flag(found.block, "is_error") ? "error" : "ok",
            text: textOf(any(found.block, "content")),
            at: { file, line: found.line },
          };
    const details = found?.details;
    return { ...toolCall({ id, name, input, at: { file, line } }, outcome, details), details };
  });
}

function parsed(source: string): unknown {
  try {
    return record(JSON.parse(source));
  } catch {
    return undefined;
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => text(part, "text") ?? []).join("\n");
}

const part = (words: string): SafeHtml => html`<pre>${words}</pre>`;

export const view: View = {
  path: (path) => path,
  output: part,
  code: part,
  markdown: part,
  diff: (hunks) => part(hunks.flatMap((hunk) => hunk.lines.map((line) => line.slice(1))).join("\n")),
  json: (value) => part(JSON.stringify(value, null, 2)),
  media: () => html``,
};

/** The words of a call's row and body, as a reader would find them. */
export function shown(call: ToolCall): string {
  const tool = toolOf(call);
  const facts = (tool.facts?.(call) ?? []).map(factText).join("\n");
  return `${tool.summary(call, view)}\n${facts}\n${plain(drawCall(call, view))}`;
}

export function factText(fact: Fact): string {
  return "text" in fact ? fact.text : `+${fact.added} −${fact.removed}`;
}

function plain(markup: SafeHtml): string {
  return String(markup)
    .replace(/<[^>]*>/g, "\n")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

/** Lines of input texts and of the result that a reader would not find. */
export function lost(call: ToolCall): readonly string[] {
  const page = shown(call);
  const answer = call.outcome.state === "none" ? [] : answerLines(call, call.outcome.text);
  return [...leaves(call.input).flatMap((leaf) => leaf.split("\n")), ...answer].filter((line) => {
    const needle = plain(html`${line.trim()}`);
    return needle !== "" && !page.includes(needle) && !page.includes(JSON.stringify(line).slice(1, -1));
  });
}

/** The sentence around answers is not repeated; the answers are, label by label. */
function answerLines(call: ToolCall, text: string): readonly string[] {
  const answers = /^User has answered your questions: "(.*)"\. You can now continue .*$/s.exec(text)?.[1];
  if (call.kind === "askUserQuestion" && answers !== undefined) return answers.split(/"="|", "|, |\n/);
  return text.split("\n").map(withoutWrapping);
}

function withoutWrapping(line: string): string {
  return line.replace(/^ *\d+(?:→|\t)/, "").replace(/<\/?(?:system-reminder|tool_use_error|persisted-output)>/g, "");
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** All logs below a folder. */
export function logsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}
