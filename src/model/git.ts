/** What a session left behind in a repository: commits, pushes and pull requests, as the log tells of them. */

import type { IsoTime } from "./ids.ts";

export type GitEvent = CommitMade | Pushed | PullRequestTouched;

export interface CommitMade {
  readonly kind: "commit";
  /** As git printed it, mostly 7 digits; absent where the output does not tell. */
  readonly sha?: string;
  readonly subject: string;
  readonly branch?: string;
  readonly isAmended?: true;
  /** Of an amended one: when the commit that it took the place of was made. */
  readonly authored?: IsoTime;
  /**
   * It was amended later: `by` is the number of the commit in its place, where the log tells it. Or `git reset` took it
   * back before it was pushed.
   */
  readonly replaced?: { readonly by?: string; readonly isTakenBack?: true };
  /** Where it was made, as the command has it, if that is another repository than the session's. */
  readonly folder?: string;
  /** The forge's page of that repository, where the log tells it. */
  readonly web?: string;
  /** What git counted. */
  readonly files?: number;
  readonly added?: number;
  readonly removed?: number;
}

export interface Pushed {
  readonly kind: "push";
  readonly branch?: string;
  /** The last commit that went along. */
  readonly sha?: string;
  /** The forge's page of the repository: "https://github.com/a/b". */
  readonly web?: string;
  /** As of a commit. */
  readonly folder?: string;
}

/** Nothing after the log is claimed: "opened" is not "merged". */
export interface PullRequestTouched {
  readonly kind: "pull-request";
  readonly action: "opened" | "merged" | "linked";
  readonly number?: number;
  readonly title?: string;
  readonly url?: string;
  /** The forge's page of the repository: "https://github.com/a/b". */
  readonly web?: string;
  /** As of a commit. */
  readonly folder?: string;
}
