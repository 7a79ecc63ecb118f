/** Tool calls of log lines, read by nothing but the tools and what takes off the client's tags. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resultText } from "../../src/conversation/result-text.ts";
import { any, flag, list, object, record, text } from "../../src/log/fields.ts";
import type { At, Outcome, ToolCall, ToolUseId } from "../../src/model/session.ts";
import { toolCall } from "../../src/tools/index.ts";
import type { Fact } from "../../src/tools/tool.ts";

export interface Read {
  readonly call: ToolCall;
  readonly isOdd: boolean;
  readonly details: unknown;
}

/** Every call of a log, with the result that some later line holds. */
export function callsOf(file: string): readonly Read[] {
  const uses: { id: ToolUseId; name: string; input: unknown }[] = [];
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
        });
      }
      const use = text(block, "tool_use_id");
      if (text(block, "type") === "tool_result" && use !== undefined) {
        results.set(use, { block, details: any(entry, "toolUseResult"), line: index + 1 });
      }
    }
  }
  return uses.map(({ id, name, input }) => {
    const found = results.get(id);
    const outcome = found === undefined ? none : ended(found.block, { file, line: found.line });
    const details = found?.details;
    return { ...toolCall({ id, name, input }, outcome, details), details };
  });
}

const none: Outcome = { state: "none" };

function ended(block: unknown, at: At): Outcome {
  const { isRefused, ...heard } = resultText(textOf(any(block, "content")));
  return { state: isRefused || flag(block, "is_error") ? "error" : "ok", ...heard, at };
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

export function factText(fact: Fact): string {
  return "text" in fact ? fact.text : `+${fact.added} −${fact.removed}`;
}

/** All logs below a folder. */
export function logsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}
