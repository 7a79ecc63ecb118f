/** What a log holds that a reader must find again: one item per call, result, text, prompt and image. */
import { createHash } from "node:crypto";
import { squeezed } from "./letters.ts";
import { type Json, type Log, objectOf, printOf, type RawEntry, textAt } from "./logs.ts";
import { resultKey } from "./result-key.ts";

export type Kind = "call" | "result" | "text" | "thinking" | "prompt" | "image" | "machine";

export interface Item {
  readonly kind: Kind;
  /** Equal items are counted: as often here, as often there. */
  readonly key: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** The entry it stands in; a copy has the same. */
  readonly print: string;
  /** The API message it is part of. */
  readonly message?: string;
}

const machineTags =
  "command-name|command-message|command-args|command-contents|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification|teammate-message|cross-session-message|user-memory-input|fork-boilerplate";
const machineStart = new RegExp(
  `^\\s*(?:<(?:${machineTags})\\b|Caveat: The messages below|\\[Request interrupted by user|Implement the following plan:|This session is being continued from a previous conversation|Another Claude (?:session|agent)|\\[SUGGESTION MODE:|\\{"task_id":)`,
);
const aside =
  /(?:^|(?<=\n))<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|new-diagnostics|user-prompt-submit-hook|post-tool-use-hook)>([\s\S]*?)<\/\1>/g;

export function expectedOf(log: Log, hasFile: (agent: string) => boolean): readonly Item[] {
  const items: Item[] = [];
  for (const entry of log.entries) items.push(...itemsOf(entry, hasFile));
  return [...items, ...queuedPrompts(log)];
}

function itemsOf(entry: RawEntry, hasFile: (agent: string) => boolean): readonly Item[] {
  const { raw } = entry;
  const make = itemMaker(entry);
  switch (raw.type) {
    case "user":
      return userItems(raw, make);
    case "assistant":
      return assistantItems(raw, make);
    case "system":
      return raw.subtype === "local_command" ? machine(textAt(raw, "content"), make) : [];
    case "attachment": {
      const attachment = objectOf(raw.attachment);
      if (attachment?.type !== "queued_command") return [];
      return userItems({ origin: attachment.origin, message: { content: attachment.prompt } }, make);
    }
    case "progress": {
      // A line of an agent's transcript; where the transcript is a file of its own, that file is looked at.
      const data = objectOf(raw.data);
      const inner = objectOf(data?.message);
      if (data?.type !== "agent_progress" || inner === undefined || hasFile(textAt(data, "agentId"))) return [];
      return itemsOf({ ...entry, raw: inner }, hasFile);
    }
    default:
      return [];
  }
}

type Make = (kind: Kind, key: string, text: string) => Item;

function itemMaker(entry: RawEntry): Make {
  const print = printOf(entry);
  const id = textAt(entry.raw.message, "id");
  const message = id === "" ? {} : { message: `${id} ${textAt(entry.raw, "requestId")}` };
  return (kind, key, text) => ({ kind, key, text, file: entry.file, line: entry.line, print, ...message });
}

function userItems(raw: Json, make: Make): readonly Item[] {
  const blocks = blocksOf(contentOf(raw));
  const results = blocks.flatMap((block) => resultItems(block, make));
  const origin = textAt(raw.origin, "kind");
  const isMachine = raw.isMeta === true || raw.isCompactSummary === true || (origin !== "" && origin !== "human");
  if (!isMachine && typeof raw.planContent !== "string") return [...results, ...said(blocks, make)];
  const images = blocks.flatMap((block) => imageItems(block, make));
  return [...results, ...images, ...blocks.flatMap((block) => machine(textAt(block, "text"), make))];
}

/** What a person said, block by block; what the client put around it goes apart. */
function said(blocks: readonly Json[], make: Make): readonly Item[] {
  return blocks.flatMap((block) => {
    if (block.type !== "text") return imageItems(block, make);
    const text = textAt(block, "text");
    const own = text.replace(aside, "").trim();
    const asides = [...text.matchAll(aside)].flatMap((match) => machine(match[2] ?? "", make));
    if (own === "") return asides;
    return [...(machineStart.test(own) ? machine(own, make) : [make("prompt", squeezed(own), own)]), ...asides];
  });
}

/** Up to 1.0.17 the text of a command stands there as JSON. */
const contents = /<command-contents>([\s\S]*?)<\/command-contents>/;

function textIn(json: string): string | undefined {
  try {
    const text = objectOf(JSON.parse(json))?.text;
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

function machine(text: string, make: Make): readonly Item[] {
  // The plan card stands for these words.
  const words = text
    .replace(/^Implement the following plan:/, "")
    .replace(contents, (tag, json: string) => textIn(json) ?? tag);
  return words.trim() === "" ? [] : [make("machine", squeezed(words), words)];
}

function assistantItems(raw: Json, make: Make): readonly Item[] {
  return blocksOf(contentOf(raw)).flatMap((block): readonly Item[] => {
    switch (block.type) {
      case "text": {
        const text = textAt(block, "text");
        return text.trim() === "" ? [] : [make("text", text, text)];
      }
      case "thinking": {
        const text = textAt(block, "thinking");
        return text.trim() === "" ? [] : [make("thinking", text, text)];
      }
      case "tool_use":
      case "server_tool_use":
      case "mcp_tool_use": {
        const id = textAt(block, "id");
        return id === "" ? [] : [make("call", id, strings(block.input).join("\n"))];
      }
      default:
        return [...resultItems(block, make), ...imageItems(block, make)];
    }
  });
}

function resultItems(block: Json, make: Make): readonly Item[] {
  const id = textAt(block, "tool_use_id");
  if (id === "" || !String(block.type).endsWith("tool_result")) return [];
  const parts = blocksOf(block.content);
  const text = parts.flatMap((part) => (part.type === "text" ? [textAt(part, "text")] : [])).join("\n");
  return [make("result", resultKey(id, text), text), ...parts.flatMap((part) => imageItems(part, make))];
}

function imageItems(block: Json, make: Make): readonly Item[] {
  if (block.type !== "image" && block.type !== "document") return [];
  const source = objectOf(block.source);
  if (source?.type !== "base64" || typeof source.data !== "string") return [];
  const hash = createHash("sha256").update(Buffer.from(source.data, "base64")).digest("hex");
  return [make("image", hash, "")];
}

/**
 * A queued prompt is one unless a later line repeats it, the client queues it anew, or the person takes it back:
 * then its words are shown, but not as a prompt.
 */
function queuedPrompts(log: Log): readonly Item[] {
  const waiting: { text: string; item: Item; dequeues: number; isGiven?: true; isAnswered?: true }[] = [];
  let dequeues = 0;
  for (const entry of log.entries) {
    const { raw } = entry;
    // The agent has it and went on: the same words typed later are another prompt.
    if (raw.type === "assistant") for (const queued of waiting) if (queued.isGiven) queued.isAnswered = true;
    if (raw.type === "queue-operation") {
      const text = squeezed(textAt(raw, "content"));
      if (raw.operation === "dequeue") dequeues++;
      if (raw.operation === "remove" && text === "") {
        const first = waiting.find(({ isGiven }) => !isGiven);
        if (first !== undefined) first.isGiven = true;
      }
      if (text === "") continue;
      const at = waiting.findIndex((queued) => queued.text === text);
      const queued = waiting[at];
      if (raw.operation === "popAll")
        for (const [index, { item, text: own }] of waiting.entries())
          if (own !== "" && (queued === undefined ? text.includes(own) : index === at))
            waiting[index] = { text: "", dequeues, item: { ...item, kind: "machine" } };
      if (raw.operation !== "enqueue") continue;
      if (queued !== undefined && queued.dequeues < dequeues) waiting.splice(at, 1);
      const make = itemMaker(entry);
      for (const item of said([{ type: "text", text: textAt(raw, "content") }], make))
        waiting.push({ text, item, dequeues });
      continue;
    }
    for (const text of repeatable(raw)) {
      const at = waiting.findIndex((queued) => queued.text === text && !(raw.type === "user" && queued.isAnswered));
      if (at >= 0) waiting.splice(at, 1);
    }
  }
  return waiting.map(({ item }) => item);
}

function repeatable(raw: Json): ReadonlySet<string> {
  const attachment = objectOf(raw.attachment);
  const content =
    raw.type === "user" ? contentOf(raw) : attachment?.type === "queued_command" ? attachment.prompt : undefined;
  const texts = blocksOf(content).flatMap((block) => (block.type === "text" ? [textAt(block, "text")] : []));
  const whole = texts.join("\n");
  const command = /<command-name>\s*(\/?[^<]*?)\s*<\/command-name>/.exec(whole)?.[1];
  const words = /<command-args>([\s\S]*?)<\/command-args>/.exec(whole)?.[1] ?? "";
  const shell = /^\s*<bash-input>([\s\S]*?)<\/bash-input>/.exec(whole)?.[1];
  return new Set(
    [
      ...texts,
      whole,
      texts.map((text) => text.replace(aside, "")).join("\n"),
      ...(command === undefined ? [] : [`/${command.replace(/^\//, "")} ${words}`]),
      ...(shell === undefined ? [] : [`!${shell.trim()}`]),
    ]
      .map(squeezed)
      .filter((text) => text !== ""),
  );
}

function contentOf(raw: Json): unknown {
  const message = objectOf(raw.message);
  return message === undefined ? raw.message : message.content;
}

export function blocksOf(content: unknown): readonly Json[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown): Json[] => {
    if (typeof block === "string") return [{ type: "text", text: block }];
    const found = objectOf(block);
    return found === undefined ? [] : [found];
  });
}

/** All strings of a value, for looking them up on a page. */
export function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(strings) : [];
}
