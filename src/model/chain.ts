/** Sessions that follow one another: part of the vocabulary, types only. */
import type { SessionId } from "./ids.ts";

export interface Chain {
  readonly id: string;
  readonly slug?: string;
  readonly links: readonly [ChainLink, ...ChainLink[]];
}

export type JoinedBy =
  | "start"
  | "transcript-path"
  | "shared-entries"
  | "continued-in"
  | "fork-reference"
  | "forked-from"
  | "parent-session"
  | "copied-turns"
  | "named-session"
  | "plan-file"
  | "same-plan"
  | "slug";

export interface ChainLink {
  readonly session: SessionId;
  readonly joinedBy: JoinedBy;
  /** The session it follows. */
  readonly after?: SessionId;
}
