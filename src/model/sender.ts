/**
 * Who wrote a text that neither the person nor the agent wrote. Code asks for the kind; the words are for readers and
 * are made here only.
 */

const words = {
  "agents-stopped": "Agents were stopped",
  "another-result": "Another result",
  "another-session": "Another session",
  "away-summary": "While you were away",
  "background-task": "Background task",
  caveat: "Caveat",
  "changed-file": "Changed outside",
  client: "Client",
  command: "Command",
  "command-output": "Command output",
  "command-text": "Text of the command",
  context: "Context",
  coordinator: "Coordinator",
  "cut-read": "Read was cut",
  "editor-diagnostics": "Editor diagnostics",
  "editor-file": "Opened in the editor",
  "editor-selection": "Selected in the editor",
  "ended-by-model": "Ended by the model",
  fork: "Fork",
  "goal-failed": "Goal failed",
  "goal-met": "Goal met",
  "goal-open": "Goal not met yet",
  memory: "Memory",
  "mentioned-file": "Mentioned file",
  "mentioned-file-again": "Mentioned file, read before",
  "mentioned-folder": "Mentioned folder",
  "model-agreed": "Another model was agreed to",
  "model-declined": "The model declined",
  "model-fallback": "The model declined, another answered",
  "new-day": "New day",
  notice: "Notice",
  "pasted-image": "Pasted image",
  "plan-file": "Plan file",
  progress: "Progress",
  "project-moved": "Project moved",
  "prompt-suggestion": "Prompt suggestion",
  "pull-request": "Pull request",
  "remote-session": "Remote session",
  "sent-to-background": "Sent to the background",
  "shared-page": "Shared page",
  skill: "Skill",
  "structured-output": "Structured output",
  "system-reminder": "System reminder",
  "taken-back": "Prompt taken back, not sent",
  "task-notification": "Task notification",
  team: "Team",
  "with-plan": "With the plan",
  worktree: "Worktree",
} as const;

export type NamelessSender = keyof typeof words;

export type Sender =
  | { readonly kind: NamelessSender }
  | { readonly kind: "teammate"; readonly name?: string }
  /** `name` is the hook's event: "Stop", "PostToolUse:Edit". */
  | { readonly kind: "hook"; readonly name?: string }
  /** The log's own word for an origin that is not known to us. */
  | { readonly kind: "other"; readonly name: string };

export type SenderKind = Sender["kind"];

export interface Sent {
  readonly sender: Sender;
  /** The sender in words: "Stop hook", "Task notification", "Teammate anna" … */
  readonly from: string;
}

export function sentBy(by: Sender | NamelessSender): Sent {
  const sender: Sender = typeof by === "string" ? { kind: by } : by;
  return { sender, from: senderWords(sender) };
}

function senderWords(sender: Sender): string {
  switch (sender.kind) {
    case "teammate":
      return sender.name === undefined ? "Teammate" : `Teammate ${sender.name}`;
    case "hook":
      return `${sender.name ?? "Unnamed"} hook`;
    case "other":
      return sender.name;
    default:
      return words[sender.kind];
  }
}

/** What agents write to each other is Markdown; all other texts beside the conversation are a machine's. */
export const isAgentSender = (sender: Sender | undefined): boolean =>
  sender?.kind === "teammate" || sender?.kind === "another-session" || sender?.kind === "coordinator";

/** Senders whose text may be what began the work. */
const beginners: ReadonlySet<SenderKind> = new Set<SenderKind>([
  "another-session",
  "coordinator",
  "fork",
  "prompt-suggestion",
  "task-notification",
  "teammate",
]);

export const mayBegin = (sender: Sender): boolean => beginners.has(sender.kind);
