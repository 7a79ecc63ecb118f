/**
 * What of a user line a person wrote, and what the client did. Each machine text has its own quiet form;
 * none is shown as a bubble of raw XML, none is lost.
 */
import type { ToolUseId } from "../model.ts";

export type Piece =
  | { readonly kind: "human"; readonly text: string }
  | { readonly kind: "command"; readonly name: string; readonly args: string }
  | { readonly kind: "command-output"; readonly text: string }
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "shell-output"; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "interrupted"; readonly text: string }
  | { readonly kind: "plan"; readonly text: string }
  | { readonly kind: "continuation"; readonly text: string }
  | { readonly kind: "skill"; readonly text: string }
  | {
      readonly kind: "machine";
      readonly from: string;
      readonly text: string;
      /** A background task that reports. */
      readonly task?: string;
      readonly call?: ToolUseId;
    };

export interface TextContext {
  readonly isMeta: boolean;
  /** `origin.kind` of the line. */
  readonly origin?: string;
}

/** Tags that the client adds around or into what a person wrote; they stand at the start of a line. */
const asides: Readonly<Record<string, string>> = {
  "system-reminder": "System reminder",
  ide_opened_file: "Opened in the editor",
  ide_selection: "Selected in the editor",
  ide_diagnostics: "Editor diagnostics",
  "new-diagnostics": "Editor diagnostics",
  "user-prompt-submit-hook": "UserPromptSubmit hook",
  "post-tool-use-hook": "PostToolUse hook",
};
const aside = new RegExp(`(?:^|\\n)<(${Object.keys(asides).join("|")})>`);

export function pieces(text: string, context: TextContext): readonly Piece[] {
  if (!text.includes("<") && !context.isMeta && context.origin === undefined) return plain(text, context);
  const found: Piece[] = [];
  const rest: string[] = [];
  let at = 0;
  for (;;) {
    const match = aside.exec(text.slice(at));
    const tag = match?.[1];
    const start = match === null ? -1 : at + match.index + (match[0].startsWith("\n") ? 1 : 0);
    const end = tag === undefined ? -1 : text.indexOf(`</${tag}>`, start);
    if (tag === undefined || end < 0) break;
    rest.push(text.slice(at, start));
    found.push({ kind: "machine", from: asides[tag] ?? tag, text: text.slice(start + tag.length + 2, end).trim() });
    at = end + tag.length + 3;
  }
  rest.push(text.slice(at));
  const own = at === 0 ? text : rest.join("").trim();
  return own.trim() === "" ? found : [...plain(own, context), ...found];
}

type Reader = (text: string, context: TextContext) => Piece | undefined;

/** In the order in which they are tried; the first that knows the text has it. */
const readers: readonly Reader[] = [
  (text) => (/^\s*\[Request interrupted by user/.test(text) ? { kind: "interrupted", text: text.trim() } : undefined),
  (text) => (text.startsWith("Implement the following plan:") ? { kind: "plan", text } : undefined),
  (text) => (/^This session is being continued from a previous conversation/.test(text) ? { kind: "continuation", text } : undefined),
  (text, { isMeta }) => (isMeta && text.startsWith("Base directory for this skill:") ? { kind: "skill", text } : undefined),
  command,
  (text) => {
    const output = [tagged(text, "local-command-stdout"), tagged(text, "local-command-stderr")].filter((part) => part !== undefined);
    return output.length > 0 && /^\s*<local-command-std/.test(text) ? { kind: "command-output", text: output.join("\n") } : undefined;
  },
  (text) => {
    const typed = /^\s*<bash-input>/.test(text) ? tagged(text, "bash-input") : undefined;
    return typed === undefined ? undefined : { kind: "shell", command: typed.trim() };
  },
  (text) =>
    /^\s*<bash-std(out|err)>/.test(text)
      ? { kind: "shell-output", stdout: tagged(text, "bash-stdout") ?? "", stderr: tagged(text, "bash-stderr") ?? "" }
      : undefined,
  notification,
  (text) => machine(text, /^\s*<local-command-caveat>|^Caveat: The messages below/, "Caveat"),
  (text) => {
    const sender = /^\s*<teammate-message[^>]*teammate_id="([^"]*)"/.exec(text)?.[1];
    return machine(text, /^\s*<teammate-message/, sender === undefined ? "Teammate" : `Teammate ${sender}`);
  },
  (text) => machine(text, /^\s*<cross-session-message|^Another Claude (session|agent)/, "Another session"),
  (text) => machine(text, /^\s*<user-memory-input>/, "Memory"),
  (text) => machine(text, /^\s*<fork-boilerplate>/, "Fork"),
  (text) => machine(text, /^\[SUGGESTION MODE:/, "Prompt suggestion"),
  (text, { isMeta }) => (isMeta ? machine(text, /^\[Image: (source|original)/, "Pasted image") : undefined),
  (text, { isMeta }) => (isMeta ? machine(text, /^Stop hook feedback:/, "Stop hook") : undefined),
];

function plain(text: string, context: TextContext): readonly Piece[] {
  for (const read of readers) {
    const piece = read(text, context);
    if (piece !== undefined) return [piece];
  }
  if (context.origin !== undefined && context.origin !== "human") {
    return [{ kind: "machine", from: origins[context.origin] ?? context.origin, text }];
  }
  return [context.isMeta ? { kind: "machine", from: "Client", text } : { kind: "human", text }];
}

const origins: Readonly<Record<string, string>> = {
  "task-notification": "Task notification",
  peer: "Another session",
  coordinator: "Coordinator",
};

/** The tags come in either order, and any of them may be missing. */
function command(text: string): Piece | undefined {
  if (!/^\s*<command-(name|message|args|contents)>/.test(text)) return undefined;
  const name = tagged(text, "command-name") ?? tagged(text, "command-message");
  if (name === undefined) return undefined;
  const said = [tagged(text, "command-args"), tagged(text, "command-contents")].filter((part) => part !== undefined && part.trim() !== "");
  return { kind: "command", name: name.trim().startsWith("/") ? name.trim() : `/${name.trim()}`, args: said.join("\n").trim() };
}

function notification(text: string): Piece | undefined {
  if (!/^\s*<task-notification>/.test(text)) return undefined;
  const task = tagged(text, "task-id")?.trim();
  const call = tagged(text, "tool-use-id")?.trim();
  return {
    kind: "machine",
    from: "Task notification",
    text: readable(text),
    ...(task === undefined ? {} : { task }),
    ...(call === undefined || call === "" ? {} : { call: call as ToolUseId }),
  };
}

function machine(text: string, pattern: RegExp, from: string): Piece | undefined {
  return pattern.test(text) ? { kind: "machine", from, text: readable(text) } : undefined;
}

/** The text without the tags that wrap all of it. */
function readable(text: string): string {
  const whole = /^\s*<([a-z-]+)(?: [^>]*)?>([\s\S]*)<\/\1>\s*$/.exec(text);
  return (whole?.[2] ?? text).trim();
}

export function tagged(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const end = text.indexOf(`</${tag}>`, start);
  return text.slice(start + tag.length + 2, end < 0 ? undefined : end);
}

/** What follows the plan when context was cleared: where the conversation before it is kept. */
const planTail = /\n+If you need specific details from before exiting plan mode[\s\S]*$/;
const transcript = /read the full transcript at:\s*(\S.*?\.jsonl)/;

export interface PlanPrompt {
  readonly markdown: string;
  /** The log that the plan was written in. */
  readonly transcript?: string;
}

export function planPrompt(text: string): PlanPrompt {
  const path = transcript.exec(text)?.[1];
  return {
    markdown: text.replace(/^Implement the following plan:\s*/, "").replace(planTail, "").trim(),
    ...(path === undefined ? {} : { transcript: path }),
  };
}
