/** Gemini CLI's logs, counted: records by id, the last one as it stands; copies in `$set.messages` once. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { addTokens, type Counted, nothing } from "./counted.ts";

// biome-ignore lint/suspicious/noExplicitAny: a count trusts no type of ours.
type Any = any;

export function count(home: string): Map<string, Counted> {
  const found = new Map<string, Counted>();
  const files = readdirSync(join(home, ".gemini", "tmp"), { recursive: true, encoding: "utf8" })
    .map((path) => join(home, ".gemini", "tmp", path))
    .filter((path) => /chats.*\.jsonl?$/.test(path));
  const newer = new Set(files.filter((path) => path.endsWith("l")));
  for (const path of files) {
    if (path.endsWith(".json") && newer.has(`${path}l`)) continue;
    const { id, messages } = records(path);
    const isAgent = basename(dirname(path)) !== "chats";
    const session = isAgent ? basename(dirname(path)) : id;
    const into = found.get(session) ?? nothing();
    found.set(session, into);
    add(messages, into, isAgent);
  }
  return found;
}

function records(path: string): { id: string; messages: Any[] } {
  const source = readFileSync(path, "utf8");
  if (path.endsWith(".json")) {
    const whole = JSON.parse(source);
    return { id: whole.sessionId, messages: whole.messages };
  }
  const lines: Any[] = source.split("\n").flatMap((line) => {
    try {
      return line.trim() === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  const own = new Map<string, Any>();
  for (const line of lines) if (line.type) own.set(line.id ?? String(own.size), line);
  const said = new Set([...own.values()].map((each) => `${each.type} ${textOf(each.content)}`));
  for (const message of lines.flatMap((line) => line.$set?.messages ?? []))
    if (!own.has(message.id) && !said.has(`${message.type} ${textOf(message.content)}`)) own.set(message.id, message);
  return { id: lines.find((line) => line.sessionId && line.projectHash).sessionId, messages: [...own.values()] };
}

function textOf(content: Any): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (typeof part === "string" ? part : part?.thought ? "" : (part?.text ?? "")))
    .join("\n")
    .trim();
}

function add(messages: Any[], { prompts, texts, calls, results, order, tokens }: Counted, isAgent: boolean): void {
  const next = (what: string): unknown => isAgent || order.push(what);
  for (const message of messages) {
    if (message.type === "user") {
      const typed = textOf(message.displayContent ?? message.content);
      const isMachine = /^<(?:session_context|hook_context|scratchpad|state_snapshot)>/.test(typed);
      const command = /^I ran the following shell command:\n```sh\n(.*)\n```\n\nThis produced/s.exec(typed)?.[1];
      if (typed !== "" && !isMachine && !isAgent) {
        prompts.push(command ?? typed);
        next(`prompt ${command ?? typed}`);
      }
    } else if (message.type === "gemini") {
      const text = textOf(message.content);
      if (text !== "" && !text.startsWith("Got it. Thanks for the additional context")) {
        texts.push(text);
        next(`text ${text}`);
      }
      for (const call of message.toolCalls ?? []) {
        calls.push(call.name);
        next(`call ${call.name}`);
        if (["success", "error", "cancelled"].includes(call.status)) results.push(call.name);
      }
      const spent = message.tokens;
      if (spent)
        addTokens(tokens, message.model ?? "unknown", [
          Math.max(0, spent.input - spent.cached) + (spent.tool ?? 0),
          spent.output + (spent.thoughts ?? 0),
          spent.cached,
          0,
        ]);
    }
  }
}
