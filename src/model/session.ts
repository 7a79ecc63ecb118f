/** The vocabulary: types only, no behaviour. `annals inspect --json` prints these names. */

import type { ClientNotes } from "./client-notes.ts";
import type { CodingAgent } from "./coding-agent.ts";
import type { AgentId, At, EntryId, IsoTime, SessionId, Span, ToolUseId } from "./ids.ts";
import type { Kept } from "./kept.ts";
import type { Outcome } from "./outcome.ts";
import type { Sent } from "./sender.ts";
import type { ModelUsage } from "./usage.ts";

export type { Chain, ChainLink, JoinedBy } from "./chain.ts";
export type { ClientCost, ClientNotes } from "./client-notes.ts";
export type * from "./ids.ts";
export type { Ended, Outcome } from "./outcome.ts";
export type * from "./usage.ts";

export type Role = "planning" | "implementation" | "follow-up" | "single";

export interface Session extends ClientNotes {
  readonly id: SessionId;
  /** The program that it was held with. */
  readonly agent: CodingAgent;
  /** The real path of the project, as the log's `cwd` gives it. */
  readonly project: string;
  readonly title: string;
  readonly titleFrom: TitleSource;
  readonly slug?: string;
  readonly role: Role;
  readonly span?: Span;
  readonly versions: readonly string[];
  /** The one that answered most often first. */
  readonly models: readonly string[];
  readonly gitBranches: readonly string[];
  readonly cwd?: string;
  /** The log file, relative to its source. */
  readonly file: string;
  readonly team?: { readonly name: string; readonly member?: string };
  /** Resumed or forked from there: only what is new is shown here. */
  readonly continues?: { readonly session: SessionId; readonly entry?: EntryId };
  /** The prompt that began the chain; without `session` the source is not in the archive. */
  readonly origin?: { readonly session?: SessionId; readonly prompt?: string };
  readonly kept?: Kept;
  /** The live branch, in file order. */
  readonly turns: readonly Turn[];
  readonly plans: readonly Plan[];
  readonly tasks: readonly TaskSnapshot[];
  readonly agents: readonly Agent[];
  readonly files: readonly FileChange[];
  /** Everything this session spent, its agents included. */
  readonly usage: readonly ModelUsage[];
}

export type TitleSource =
  | "note"
  | "custom-title"
  | "thread-name"
  | "agent-name"
  | "ai-title"
  | "summary"
  | "plan"
  | "prompt"
  | "team"
  | "slug"
  | "none";

/** One prompt and everything until the next. */
export interface Turn {
  readonly id: EntryId;
  readonly at: At;
  readonly time?: IsoTime;
  readonly prompt: Prompt;
  readonly steps: readonly Step[];
  readonly durationMs?: number;
  readonly usage?: readonly ModelUsage[];
  /** Left behind by a rewind that starts at this turn. */
  readonly otherVersions?: readonly (readonly Turn[])[];
}

export type Prompt =
  | { readonly kind: "said"; readonly blocks: readonly Block[]; readonly queued?: Queued }
  | {
      readonly kind: "command";
      readonly name: string;
      readonly args: string;
      readonly output?: string;
      readonly queued?: Queued;
    }
  | {
      readonly kind: "shell";
      readonly command: string;
      readonly stdout: string;
      readonly stderr: string;
      /** Where the log tells, and it is not 0. */
      readonly exitCode?: number;
    }
  /** An accepted plan is the prompt. */
  | { readonly kind: "plan"; readonly plan: Plan }
  /** What a task of the person's own schedule asks, each time it is due. */
  | { readonly kind: "scheduled"; readonly text: string; readonly task?: string; readonly cron?: string }
  /** A task notification, a teammate, a peer session, a hook: `sender` says which. */
  | ({ readonly kind: "machine"; readonly text: string } & Sent)
  /** The log starts in the middle. */
  | { readonly kind: "none" };

/** How a prompt reached the agent that was typed while it worked: after its turn, amid it, or not before the log ends. */
export type Queued = "while-working" | "steering" | "waiting";

export type Step = {
  readonly id: EntryId;
  readonly at: At;
  readonly time?: IsoTime;
  /** Part of an answer that was taken back: another one stands in its place. */
  readonly withdrawn?: true;
} & StepBody;

export type StepBody =
  | Block
  | { readonly kind: "call"; readonly call: ToolCall; readonly agent?: AgentId }
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "tasks"; readonly snapshot: TaskSnapshot }
  | {
      readonly kind: "compaction";
      readonly summary?: string;
      readonly trigger?: string;
      readonly tokensBefore?: number;
      readonly tokensAfter?: number;
      readonly micro?: true;
    }
  /** The result of a call that is not in this log. */
  | { readonly kind: "orphan-result"; readonly call: ToolUseId; readonly text: string }
  | ({
      readonly kind: "event";
      readonly event: "interrupted" | "api-error" | "model-change" | "notice" | "hook" | "diagnostic";
      readonly text: string;
      readonly level?: "info" | "warning" | "error";
      /** The call that it belongs to. */
      readonly call?: ToolUseId;
      /** The request that failed is made again. */
      readonly retry?: Retry;
      /** What the text was read from, where that is more than words. */
      readonly raw?: unknown;
    } & Partial<Sent>);

export interface Retry {
  readonly attempt: number;
  /** How many there will be at most. */
  readonly of: number;
  /** How long the client waits before it. */
  readonly waitMs?: number;
}

export type Block =
  | { readonly kind: "text"; readonly markdown: string }
  | { readonly kind: "thinking"; readonly markdown: string; readonly redacted?: true }
  | Media
  | { readonly kind: "unknown"; readonly type: string; readonly raw: unknown };

/** An image or a document; `file` is its name by content hash, its bytes stay in the log. */
export interface Media {
  readonly kind: "image" | "document";
  readonly mediaType: string;
  readonly file: string;
  readonly bytes: number;
  readonly name?: string;
  readonly width?: number;
  readonly height?: number;
}

export interface Call<Kind extends string> {
  readonly kind: Kind;
  readonly id: ToolUseId;
  readonly name: string;
  /** The input as the log has it. */
  readonly input: unknown;
  /** The tool of ours that means the same, and the input as that one has it, where another agent made the call. */
  readonly as?: { readonly name: string; readonly input: unknown };
  /** What made the call where it was not the model itself: "code_execution_20260120 toolu_1". */
  readonly caller?: string;
  readonly outcome: Outcome;
}

/** Every known call by its kind. Each tool adds its own, in its own file; so may a tool that is not ours. */
// biome-ignore lint/suspicious/noEmptyInterface: declared here, filled by the tools.
export interface ToolCalls {}

export type ToolCall = ToolCalls[keyof ToolCalls];

/** What kind of work a call is: each has one colour, one shape and one height in the strip. */
export type Verb = "look" | "change" | "run" | "reach" | "delegate" | "decide";

export type Plan = {
  readonly entry: EntryId;
  readonly markdown: string;
  readonly title: string;
  readonly origin: "exit-plan-mode" | "plan-content" | "proposed-plan" | "plan-file";
  readonly call?: ToolUseId;
  /** How the call that proposed it ended. */
  readonly outcome?: Outcome;
  /** Where the plan was kept as a file. */
  readonly file?: string;
  /** What may be done without asking once it is approved. */
  readonly allowedPrompts?: readonly { readonly tool?: string; readonly prompt: string }[];
} & (
  | {
      readonly status: "approved";
      readonly implementedIn?: SessionId;
      /** Nobody said yes: the next prompt carried it out. */
      readonly approvedBy?: "next-prompt";
      /** "Accept and clear context": looked like a rejection when it happened. */
      readonly contextCleared?: true;
      /** The session that the plan was written in, for a plan that came from elsewhere. */
      readonly plannedIn?: SessionId;
      /** The proposal of the same session that it repeats, with words that were changed or added since. */
      readonly proposedAs?: EntryId;
    }
  | { readonly status: "pending" }
  | { readonly status: "rejected"; readonly feedback?: string }
);

export interface TaskSnapshot {
  readonly entry: EntryId;
  readonly origin: "todo-write" | "task-tools" | "user-todos" | "update-plan" | "write-todos" | "todowrite";
  readonly tasks: readonly Task[];
  /** Ids of the tasks that this change touched. */
  readonly changed: readonly string[];
  /** Ids that an update named but nobody had created. */
  readonly unknown?: readonly string[];
}

export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly status: "pending" | "in_progress" | "completed" | "deleted" | "unknown";
  readonly description?: string;
  readonly activeForm?: string;
  readonly owner?: string;
  readonly blockedBy?: readonly string[];
}

export interface Agent {
  readonly id: AgentId;
  readonly calledBy?: ToolUseId;
  readonly type?: string;
  readonly description?: string;
  /** Compaction, prompt suggestion, side question, warm-up: nobody asked for it. */
  readonly internal?: true;
  /** The context was inherited from there, by reference. */
  readonly forkOf?: { readonly session: SessionId; readonly entry?: EntryId };
  readonly workflow?: string;
  /** The phase of the workflow that it worked in. */
  readonly phase?: string;
  readonly file: string;
  readonly span?: Span;
  readonly models: readonly string[];
  readonly turns: readonly Turn[];
  readonly plans: readonly Plan[];
  readonly tasks: readonly TaskSnapshot[];
  readonly files: readonly FileChange[];
  readonly agents: readonly Agent[];
  /** Its own usage and that of the agents it called. */
  readonly usage: readonly ModelUsage[];
}

/** What a session did to one file. */
export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly created?: true;
  readonly calls: readonly ToolUseId[];
  /** The turns it happened in. */
  readonly turns: readonly EntryId[];
}

export interface Project {
  /** Safe for a URL, unique in the archive. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly sessions: readonly SessionId[];
}
