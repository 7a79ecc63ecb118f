/**
 * What of a user line a person wrote, and what the client did. Each machine text has its own quiet form;
 * none is shown as a bubble of raw XML, none is lost.
 */
import type { NamelessSender, Sender } from "../model/sender.ts";
import type { ToolUseId } from "../model/session.ts";
import { notifications, teammates } from "./reports.ts";
import { outside, tagged } from "./tags.ts";

export type Piece =
  | { readonly kind: "human"; readonly text: string }
  | { readonly kind: "command"; readonly name: string; readonly args: string }
  | { readonly kind: "command-output"; readonly text: string }
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "shell-output"; readonly stdout: string; readonly stderr: string; readonly exitCode?: number }
  | { readonly kind: "interrupted"; readonly text: string }
  | { readonly kind: "plan"; readonly text: string }
  | { readonly kind: "continuation"; readonly text: string }
  | { readonly kind: "skill"; readonly text: string }
  /** Only made of a line that says so itself. */
  | { readonly kind: "scheduled"; readonly text: string; readonly task?: string }
  | {
      readonly kind: "machine";
      readonly sender: Sender;
      readonly text: string;
      /** A background task that reports. */
      readonly task?: string;
      readonly call?: ToolUseId;
      /** It begins work of its own. */
      readonly opensTurn?: true;
    };

export interface TextContext {
  readonly isMeta: boolean;
  /** `origin.kind` of the line. */
  readonly origin?: string;
}

/** Tags that the client adds around or into what a person wrote; they stand at the start of a line. */
const asides: ReadonlyMap<string, Sender> = new Map<string, Sender>([
  ["local-command-caveat", { kind: "caveat" }],
  ["system-reminder", { kind: "system-reminder" }],
  ["ide_opened_file", { kind: "editor-file" }],
  ["ide_selection", { kind: "editor-selection" }],
  ["ide_diagnostics", { kind: "editor-diagnostics" }],
  ["new-diagnostics", { kind: "editor-diagnostics" }],
  ["user-prompt-submit-hook", { kind: "hook", name: "UserPromptSubmit" }],
  ["post-tool-use-hook", { kind: "hook", name: "PostToolUse" }],
]);
const output = /^local-command-std(?:out|err)$/;
const aside = new RegExp(`(?:^|\\n)<(${[...asides.keys()].join("|")}|local-command-stdout|local-command-stderr)>`);

export function pieces(text: string, context: TextContext): readonly Piece[] {
  if (!text.includes("<") && !context.isMeta && context.origin === undefined) return plain(text, context);
  const found: Piece[] = [];
  const outputs: string[] = [];
  const rest: string[] = [];
  let at = 0;
  for (;;) {
    const match = aside.exec(text.slice(at));
    const tag = match?.[1];
    const start = match === null ? -1 : at + match.index + (match[0].startsWith("\n") ? 1 : 0);
    const end = tag === undefined ? -1 : text.indexOf(`</${tag}>`, start);
    if (tag === undefined || end < 0) break;
    rest.push(text.slice(at, start));
    const inner = text.slice(start + tag.length + 2, end);
    if (output.test(tag)) outputs.push(inner);
    else if (inner.trim() !== "")
      found.push(machinePiece(asides.get(tag) ?? { kind: "other", name: tag }, inner.trim()));
    at = end + tag.length + 3;
  }
  rest.push(text.slice(at));
  if (outputs.length > 0) found.push({ kind: "command-output", text: outputs.join("\n") });
  const own = at === 0 ? text : rest.join("").trim();
  return own.trim() === "" ? found : [...plain(own, context), ...found];
}

type Reader = (text: string, context: TextContext) => Piece | readonly Piece[] | undefined;

/** In the order in which they are tried; the first that knows the text has it. */
const readers: readonly Reader[] = [
  (text) => (/^\s*\[Request interrupted by user/.test(text) ? { kind: "interrupted", text: text.trim() } : undefined),
  (text) => (text.startsWith("Implement the following plan:") ? { kind: "plan", text } : undefined),
  (text) =>
    /^This session is being continued from a previous conversation/.test(text)
      ? { kind: "continuation", text }
      : undefined,
  (text) => (text.startsWith("Base directory for this skill:") ? { kind: "skill", text } : undefined),
  command,
  (text) => {
    const output = [tagged(text, "local-command-stdout"), tagged(text, "local-command-stderr")].filter(
      (part) => part !== undefined,
    );
    return output.length > 0 && /^\s*<local-command-std/.test(text)
      ? { kind: "command-output", text: output.join("\n") }
      : undefined;
  },
  shell,
  notifications,
  (text) => machine(text, /^\s*<local-command-caveat>|^Caveat: The messages below/, "caveat"),
  teammates,
  (text) => machine(text, /^\s*<cross-session-message|^Another Claude (session|agent)/, "another-session"),
  (text) => machine(text, /^\s*<user-memory-input>/, "memory"),
  (text) => machine(text, /^\s*<fork-boilerplate>/, "fork"),
  (text) => machine(text, /^\[SUGGESTION MODE:/, "prompt-suggestion"),
  (text, { isMeta }) => (isMeta ? machine(text, /^\[Image: (source|original)/, "pasted-image") : undefined),
  (text, { isMeta }) => (isMeta ? machine(text, /^Stop hook feedback:/, { kind: "hook", name: "Stop" }) : undefined),
];

function plain(text: string, context: TextContext): readonly Piece[] {
  for (const read of readers) {
    const found = read(text, context);
    if (found !== undefined) return Array.isArray(found) ? found : [found as Piece];
  }
  if (context.origin !== undefined && context.origin !== "human") {
    return [machinePiece(origins.get(context.origin) ?? { kind: "other", name: context.origin }, text)];
  }
  return [context.isMeta ? machinePiece("client", text) : { kind: "human", text }];
}

/** By `origin.kind` of the line. */
const origins: ReadonlyMap<string, NamelessSender> = new Map<string, NamelessSender>([
  ["task-notification", "task-notification"],
  ["peer", "another-session"],
  ["coordinator", "coordinator"],
]);

/** The tags come in either order, and any of them may be missing. */
function command(text: string): readonly Piece[] | undefined {
  if (!/^\s*<command-(name|message|args|contents)>/.test(text)) return undefined;
  const message = tagged(text, "command-message")?.trim();
  const name = (tagged(text, "command-name")?.trim() || message) ?? "";
  if (name === "") return undefined;
  const args = [tagged(text, "command-args"), outside(text, "command-(?:name|message|args|contents)")];
  const said = args.filter((part) => part !== undefined && part.trim() !== "").join("\n");
  const badge: Piece = { kind: "command", name: name.startsWith("/") ? name : `/${name}`, args: said.trim() };
  // 1.0.x: "init is analyzing your codebase…"; since then it is the name again.
  const isNews = message !== undefined && message !== "" && message.replace(/^\//, "") !== name.replace(/^\//, "");
  const contents = commandText(tagged(text, "command-contents"));
  return [
    badge,
    ...(isNews ? [machinePiece("command", message)] : []),
    ...(contents === "" ? [] : [machinePiece("command-text", contents)]),
  ];
}

/** 1.0.x: what the command stands for, as `{"type": "text", "text": "Please analyze this codebase…"}`. */
function commandText(contents = ""): string {
  try {
    const { text } = JSON.parse(contents) as { readonly text?: unknown };
    return typeof text === "string" ? text.trim() : contents.trim();
  } catch {
    return contents.trim();
  }
}

/** A `!` command and what it printed, in two lines or in one. */
function shell(text: string): readonly Piece[] | undefined {
  if (!/^\s*<bash-(?:input|stdout|stderr)>/.test(text)) return undefined;
  const found: Piece[] = [];
  const typed = tagged(text, "bash-input");
  const stdout = tagged(text, "bash-stdout");
  const stderr = tagged(text, "bash-stderr");
  const rest = outside(text, "bash-(?:input|stdout|stderr)").trim();
  if (typed !== undefined) found.push({ kind: "shell", command: typed.trim() });
  if (stdout !== undefined || stderr !== undefined)
    found.push({ kind: "shell-output", stdout: stdout ?? "", stderr: stderr ?? "" });
  return rest === "" ? found : [...found, { kind: "human", text: rest }];
}

function machine(text: string, pattern: RegExp, by: Sender | NamelessSender): Piece | undefined {
  return pattern.test(text) ? machinePiece(by, readable(text)) : undefined;
}

function machinePiece(by: Sender | NamelessSender, text: string): Piece {
  return { kind: "machine", sender: typeof by === "string" ? { kind: by } : by, text };
}

/** The text without the tag that wraps it, or the peer's part of it. */
function readable(text: string): string {
  const tag = /<(cross-session-message|user-memory-input|fork-boilerplate)(?: [^>]*)?>/.exec(text)?.[1];
  return (tag === undefined ? text : text.replace(new RegExp(`</?${tag}(?: [^>]*)?>`, "g"), "")).trim();
}

const planStart = /^Implement the following plan:\s*/;
/** What follows the plan when context was cleared: where the conversation before it is kept. */
const planTail = /\n+If you need specific details from before exiting plan mode[\s\S]*$/;
const transcript = /read the full transcript at:\s*(\S.*?\.jsonl)/;

export interface PlanPrompt {
  readonly markdown: string;
  /** The log that the plan was written in. */
  readonly transcript?: string;
}

export function namedTranscript(text: string): string | undefined {
  return transcript.exec(text)?.[1];
}

export function planPrompt(text: string): PlanPrompt {
  const path = namedTranscript(text);
  return {
    markdown: text.replace(planStart, "").replace(planTail, "").trim(),
    ...(path === undefined ? {} : { transcript: path }),
  };
}

/** What the prompt says besides the plan. */
export function besidePlan(text: string, markdown: string): string {
  const body = text.replace(planStart, "").trim();
  const plan = markdown.trim();
  return body.startsWith(plan) ? body.slice(plan.length).trim() : body;
}
