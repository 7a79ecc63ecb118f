/**
 * What a session holds, as lists over the whole archive: every plan, every task list after every change, every prompt.
 * Plain frozen records. Each says where it stands: the page is `<base><path>`, the place on it `#<anchor>`.
 */
import type { AgentRecord, SessionRecord } from "./archive.ts";
import type { CommitRecord, DecisionRecord } from "./decisions.ts";
import type { AgentId, EntryId, IsoTime, Plan, Prompt, SessionId, Task, TaskSnapshot } from "./session.ts";
import type { StoryRecord } from "./story.ts";

/** Where something stands. */
export interface Place {
  readonly session: SessionId;
  /** The agent whose transcript it is part of; absent for the session itself. */
  readonly agent?: AgentId;
  /** The page, from where the archive begins: `sessions/<key>/index.html`. */
  readonly path: string;
  readonly anchor: string;
  readonly time?: IsoTime;
}

export interface PlanRecord extends Place {
  readonly entry: EntryId;
  readonly title: string;
  readonly markdown: string;
  readonly status: Plan["status"];
  /** What the person said with a "no". */
  readonly feedback?: string;
  readonly implementedIn?: SessionId;
  readonly plannedIn?: SessionId;
}

/** A task list as it stood after one change. */
export interface SnapshotRecord extends Place {
  readonly entry: EntryId;
  readonly origin: TaskSnapshot["origin"];
  readonly tasks: readonly Task[];
  /** Ids of the tasks that this change touched. */
  readonly changed: readonly string[];
}

export interface PromptRecord extends Place {
  readonly kind: Prompt["kind"];
  /** Which prompt of its session it is, from 1; absent for what no person said. */
  readonly number?: number;
  /** One line of plain text. */
  readonly title: string;
  /** What was typed, as Markdown; of a command its name and arguments. */
  readonly text: string;
}

/** A subagent and the session it worked for. */
export interface AgentPage {
  readonly session: SessionRecord;
  readonly agent: AgentRecord;
}

export interface Collections {
  /** Chains of sessions, newest first. */
  readonly stories: readonly StoryRecord[];
  /** Plans, answered questions and rejected calls of people, newest first. */
  readonly decisions: readonly DecisionRecord[];
  /** Commits, pushes and pull requests, newest first. */
  readonly commits: readonly CommitRecord[];
  readonly plans: readonly PlanRecord[];
  readonly snapshots: readonly SnapshotRecord[];
  readonly prompts: readonly PromptRecord[];
  readonly agents: readonly AgentPage[];
}
