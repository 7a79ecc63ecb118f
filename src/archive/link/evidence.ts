/** What one session says that concerns others: all that is kept of it while the archive is linked. */

import type { PlanLink } from "../../conversation/plans.ts";
import type { Fork } from "../../conversation/thread.ts";
import type { LogFile } from "../../log/discover.ts";
import type { CodingAgent } from "../../model/coding-agent.ts";
import type { EntryId, IsoTime, Plan, SessionId, ToolUseId } from "../../model/session.ts";
import type { Named } from "./across-agents.ts";

/** Enough to count everything once and to know the project. */
export interface UsageEvidence {
  readonly session: SessionId;
  /** The program that wrote the log: what another one's log says is not meant for it. */
  readonly agent: CodingAgent;
  /** The id in the log, where the archive calls it otherwise. */
  readonly loggedId?: string;
  /** The folder that stands for the project. */
  readonly folder: string;
  readonly cwd?: string;
  /** The address that the repository is pushed to. */
  readonly remote?: string;
  readonly folders: readonly string[];
  /** The folder that the project was moved to. */
  readonly relocated?: string;
  readonly from?: IsoTime;
  readonly to?: IsoTime;
  /** One of each for every entry of the log that has an id, in their order; packed. */
  readonly entries: {
    readonly ids: string;
    /** Equal only for copies: hand-made logs number their entries 1, 2, 3 and share ids by accident. */
    readonly prints: string;
    /** "1" where a page has a place for it; absent where there will be no pages. */
    readonly shown?: string;
    /** The session that the line itself names, by the entry's number, where it is another. */
    readonly named: readonly (readonly [number, string])[];
  };
  /** Keys of the API messages that it counts; packed. */
  readonly messages: string;
  readonly summaries: readonly { readonly title: string; readonly leaf: EntryId }[];
}

export interface Evidence extends UsageEvidence {
  /** Its calls that have no result in its own log. */
  readonly openCalls: readonly ToolUseId[];
  readonly slug?: string;
  readonly plans: readonly Plan[];
  readonly transcript?: string;
  readonly fork?: Pick<Fork, "session" | "by">;
  /** Its own log, as others may name it. */
  readonly log?: string;
  /** What its first turn names: see across-agents.ts. */
  readonly names?: Named;
  /** Documents with plans that it wrote. */
  readonly planFiles?: readonly string[];
  /** The session that it went on in. */
  readonly continuedIn?: SessionId;
  /** Starts with an accepted plan. */
  readonly isImplementation: boolean;
  /** The entry that began the conversation. */
  readonly first?: EntryId;
  /** The last prompt that was sent in plan mode. */
  readonly planMode?: EntryId;
  /** The first thing the person said. */
  readonly firstPrompt?: string;
}

export interface Continues {
  readonly session: SessionId;
  /** The last entry of both that a page shows. */
  readonly entry?: EntryId;
}

/** What other sessions say that concerns this one. */
export interface LinkContext {
  readonly foreign?: ReadonlySet<EntryId>;
  readonly continues?: Continues;
  readonly titles?: readonly string[];
  readonly plans?: ReadonlyMap<EntryId, PlanLink>;
  readonly countedElsewhere?: ReadonlySet<string>;
  /** Plans that it was given by a session whose owner took them back. */
  readonly withdrawnPlans?: readonly EntryId[];
  /** Where results may be of its calls that have none. */
  readonly lateResults?: LateResults;
  /** Calls of the sessions before that take their results from this log, unless one of these others has them too. */
  readonly shownBefore?: LateResults;
}

export interface LateResults {
  readonly calls: readonly ToolUseId[];
  /** Of the sessions that went on from there, earliest first. */
  readonly logs: readonly LogFile[];
}
