/** User texts that Codex wrote: who is to be named for them. A person's own text is none of these. */
import type { NamelessSender, Sender } from "../../model/sender.ts";
import { words } from "../fields.ts";

export interface Injected {
  readonly sender: Sender;
  readonly text: string;
}

const starts: readonly (readonly [pattern: RegExp, sender: NamelessSender])[] = [
  [/^# AGENTS\.md instructions\b/, "context"],
  [/^<user_instructions>/, "context"],
  [/^<environment_context>/, "context"],
  [/^<subagent_notification>/, "task-notification"],
  [/^<skill>/, "skill"],
  [/^<codex_internal_context\b/, "context"],
  [/^<goal_context>/, "context"],
  [/^<recommended_plugins\b/, "context"],
  [/^<external_/, "context"],
  [/^<user_action>/, "context"],
  [/^<(?:permissions instructions|collaboration_mode|apps_instructions|skills_instructions|model_switch)\b/, "context"],
  [/^Warning: (?:The maximum number of unified exec processes|apply_patch was requested via)/, "client"],
];

/** `undefined` where a person may have written it. Aborted turns and `!` commands are told apart by the caller. */
export function injected(text: string): Injected | undefined {
  const start = text.trimStart();
  if (/^<hook_prompt\b/.test(start)) return { sender: { kind: "hook" }, text: start };
  const found = starts.find(([pattern]) => pattern.test(start));
  if (found === undefined) return undefined;
  const [, sender] = found;
  return { sender: { kind: sender }, text: sender === "task-notification" ? notification(start) : text };
}

export const isAborted = (text: string): boolean => /^\s*<turn_aborted>/.test(text);

/** `<image name=[Image #1]>` stands around a picture; the words are not the person's. */
export const isImageTag = (text: string): boolean => /^\s*<\/?image\b[^>]*>\s*$/.test(text);

/** `{"agent_path":"019f…","status":{"completed":"Done."}}` in tags: the words that the agent ended with. */
function notification(text: string): string {
  const inner = /<subagent_notification>([\s\S]*?)(?:<\/subagent_notification>|$)/.exec(text)?.[1]?.trim() ?? text;
  try {
    const raw: unknown = JSON.parse(inner);
    const status = (raw as { status?: unknown }).status;
    const [state, said] =
      typeof status === "object" && status !== null ? (Object.entries(status)[0] ?? []) : [status, undefined];
    const agent = words(raw, "agent_path") ?? words(raw, "agent_id");
    if (agent === undefined || typeof state !== "string") return inner;
    return `Agent ${agent}: ${state}${typeof said === "string" ? `\n\n${said}` : ""}`;
  } catch {
    return inner;
  }
}

export interface ShellTurn {
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
}

/** What a person ran with `!`: command, exit code, duration and output in one text. */
export function shellTurn(text: string): ShellTurn | undefined {
  if (!/^\s*<user_shell_command>/.test(text)) return undefined;
  const command = between(text, "<command>", text.indexOf("</command>"));
  const result = between(text, "<result>", text.lastIndexOf("</result>"));
  if (command === undefined || result === undefined) return undefined;
  const head = /^(?:Exit code: (-?\d+)\n)?(?:Duration: [^\n]*\n)?Output:\n?/.exec(result);
  const exitCode = head?.[1];
  return {
    command: command.trim(),
    output: head === null ? result : result.slice(head[0].length),
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
  };
}

/** Without the line ends beside the tags. */
function between(text: string, open: string, end: number): string | undefined {
  const start = text.indexOf(open);
  if (start < 0 || end < start + open.length) return undefined;
  return text
    .slice(start + open.length, end)
    .replace(/^\n/, "")
    .replace(/\n$/, "");
}

const request = /^## My request for Codex:[^\S\n]*\n?/m;

/** In editors the prompt comes after what is open there. */
export function asTyped(text: string): { readonly said: string; readonly context?: string } {
  if (!/^\s*(?:# Context from my IDE setup:|## My request for Codex:)/.test(text)) return { said: text };
  const found = request.exec(text);
  if (found === null) return { said: text };
  const context = text.slice(0, found.index).trim();
  const said = text.slice(found.index + found[0].length).trim();
  // The heading alone: nothing was open.
  return /^(?:# Context from my IDE setup:)?$/.test(context) ? { said } : { said, context };
}
