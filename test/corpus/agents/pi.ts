/** Pi's logs, counted: every line of every branch once, tokens as each answer has them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addTokens, type Counted, nothing } from "./counted.ts";

// biome-ignore lint/suspicious/noExplicitAny: a count trusts no type of ours.
type Any = any;

export function count(home: string): Map<string, Counted> {
  const found = new Map<string, Counted>();
  const folder = join(home, ".pi", "agent", "sessions");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".jsonl")) continue;
    const lines = readFileSync(join(folder, name), "utf8").split("\n").flatMap(parsed);
    const head = lines.find((line) => line.type === "session");
    found.set(head?.id ?? name, counted(lines));
  }
  return found;
}

function parsed(line: string): Any[] {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? [value] : [];
  } catch {
    return [];
  }
}

function counted(lines: Any[]): Counted {
  const into = nothing();
  const calls = new Map<string, string>();
  const ended = new Set<string>();
  for (const { type, message = {} } of lines) {
    if (type !== "message") continue;
    const content = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
    const blocks: Any[] = Array.isArray(content) ? content : [];
    const texts = blocks.filter((block) => block.type === "text" && block.text.trim() !== "").map(({ text }) => text);
    if (message.role === "user" && blocks.length > 0) into.prompts.push(texts.join("\n").trim());
    else if (message.role === "bashExecution") into.prompts.push(message.command);
    else if (message.role === "toolResult") ended.add(message.toolCallId);
    else if (message.role === "assistant") {
      into.texts.push(...texts.map((text) => text.trim()));
      for (const block of blocks) if (block.type === "toolCall") calls.set(block.id, block.name);
      const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = message.usage ?? {};
      addTokens(into.tokens, message.model ?? "unknown", [input, output, cacheRead, cacheWrite]);
    }
  }
  into.calls.push(...calls.values());
  for (const id of ended) into.results.push(calls.get(id) ?? "no call");
  return into;
}
