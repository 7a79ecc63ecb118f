/** What people decided, and what came of it: plans, answered questions, calls that somebody did not let run; and commits. */
import type { Place } from "./collections.ts";
import type { GitEvent } from "./git.ts";
import type { Project, SessionId } from "./session.ts";

export interface DecisionRecord extends Place {
  readonly kind: "plan" | "question" | "rejection";
  readonly project: Project["id"];
  /** The plan's title, the question, or what was to be done. */
  readonly title: string;
  /** The answers that were chosen. */
  readonly chosen?: readonly string[];
  /** The person's own words. */
  readonly words?: string;
  readonly fate: Fate;
  /** Where a plan was carried out. */
  readonly implementedIn?: SessionId;
  /** A plan that was written in a session which is not in the archive. */
  readonly isFromElsewhere?: true;
}

/**
 * `undone` was left behind by a rewind; `changed` has a later version, `proposed-again` one with the same words; `never-done` was accepted, and nothing followed.
 * `refused` never happened; `allowed-later` went well when it was made again, `done-otherwise` with another input.
 */
export type Fate =
  | "implemented"
  | "changed"
  | "proposed-again"
  | "rejected"
  | "never-done"
  | "undone"
  | "answered"
  | "unanswered"
  | "refused"
  | "allowed-later"
  | "done-otherwise";

export interface CommitRecord extends Place {
  readonly project: Project["id"];
  readonly event: GitEvent;
  /** The forge's page of the repository, where the log tells the remote. */
  readonly web?: string;
}

/** What lists over the whole archive need of one session. */
export interface SessionExtract {
  readonly decisions: readonly DecisionRecord[];
  readonly commits: readonly CommitRecord[];
}
