/** What sessions did, counted: for the usage page and the lists of files. Plain data. */
import type { IsoTime, ModelUsage, Verb } from "./session.ts";

/** Calls of one tool, those of agents included. */
export interface ToolUse {
  readonly name: string;
  readonly verb: Verb;
  readonly calls: number;
  /** Without what a person or a rule refused: that never ran. */
  readonly failures: number;
  readonly refused: number;
  /** Shown as their input and result: neither the tool nor one of ours that means the same is known, or not this input. */
  readonly unknown: number;
}

/** What a session and its agents did with one file. */
export interface FileUse {
  /** As the log has it. */
  readonly path: string;
  /** Edits that went well, those included that a rewind left behind. */
  readonly edits: number;
  /** Edits that did not. */
  readonly failed: number;
  readonly reads: number;
  readonly added: number;
  readonly removed: number;
  /** When the first and the last edit were made. */
  readonly first?: IsoTime;
  readonly last?: IsoTime;
}

/** Lines of one type in the logs. The rest of them is shown. */
export interface EntryCount {
  readonly type: string;
  readonly lines: number;
  /** Folded away on purpose. */
  readonly folded: number;
  /** Shown as they are: nobody knows what they mean. */
  readonly unknown: number;
}

/** What messages spent that called a tool: shared evenly where one called several. "" for those that called none. */
export type ToolSpent = readonly [tool: string, usage: readonly ModelUsage[]];

export interface SessionWork {
  readonly tools: readonly ToolUse[];
  /** When people's prompts were sent, in quarters of an hour since 1970. */
  readonly prompts: readonly number[];
  readonly interruptions: number;
  readonly compactions: number;
  readonly apiErrors: number;
  /** How much of the session's usage is that of its agents. */
  readonly agentUsage: readonly ModelUsage[];
  readonly toolUsage: readonly ToolSpent[];
  readonly entries: readonly EntryCount[];
  /** Calls of agents whose transcript is in no log. */
  readonly agentsWithoutLog: number;
  readonly files: readonly FileUse[];
}

/** The same for an archive. */
export interface ArchiveWork extends Omit<SessionWork, "files" | "prompts" | "agentsWithoutLog"> {
  /** Prompts by weekday, from Monday, and hour, in the archive's zone. */
  readonly hours: readonly (readonly number[])[];
}
