/**
 * A chain of sessions as one document. Nothing in it is written by us: every line is a quotation or a count, and each
 * has its moment.
 */
import type { ChainRecord, SessionRecord } from "./archive.ts";
import type {
  AgentDigest,
  DigestText,
  EventDigest,
  FailureDigest,
  GitDigest,
  Moment,
  PlanDigest,
  QuestionDigest,
  RejectionDigest,
  TestRunDigest,
  TurnDigest,
} from "./digest.ts";
import type { GitEvent } from "./git.ts";
import type { IsoTime, ModelUsage, Project, SessionId, Task } from "./session.ts";

/** What lists say of a story: no session is read for it. */
export interface StoryRecord {
  /** The page is `stories/<key>/`. It stays when another session joins the chain. */
  readonly key: string;
  readonly chain: ChainRecord["id"];
  readonly title: string;
  readonly project: Project["id"];
  /** In the order of the chain. */
  readonly sessions: readonly SessionId[];
  /** When its first session began, and when the last of them ended. */
  readonly first?: IsoTime;
  readonly last?: IsoTime;
  readonly activeMs: number;
  readonly prompts: number;
  readonly failures: number;
  readonly files: { readonly changed: number; readonly added: number; readonly removed: number };
  readonly usage: readonly ModelUsage[];
}

/** Something at its place in one of the sessions. */
export type Within<Item> = Item & { readonly session: SessionId };

export interface StoryDocument extends StoryRecord {
  /** What the person said first. */
  readonly origin?: Within<Moment> & { readonly words: DigestText };
  readonly parts: readonly StoryPart[];
  readonly plans: readonly PlanVersion[];
  readonly tasks: TaskTable;
  readonly filesChanged: readonly StoryFile[];
  /** Files that the accepted plans name, and whether they were changed. */
  readonly planned: readonly { readonly path: string; readonly isChanged: boolean }[];
  readonly git: readonly Within<GitDigest>[];
  readonly ends: readonly OpenEnd[];
  readonly lastWords?: Within<Moment> & { readonly words: DigestText };
  /** The forge's page of the repository. */
  readonly web?: string;
}

/** One session of a story. */
export interface StoryPart {
  readonly session: SessionRecord;
  readonly beats: readonly Beat[];
}

/** What was asked, and what came of it. */
export interface Beat {
  /** A prompt; local commands that follow each other; the words to a plan; a compaction. */
  readonly kind: "prompt" | "local" | "feedback" | "seam";
  /** Those asked: more than one where a queued prompt was delivered into the same work. */
  readonly turns: readonly TurnDigest[];
  /** The prompt is printed elsewhere: at the top, or as the plan. */
  readonly same?: "origin" | { readonly plan: PlanVersion };
  /** The plan that the words are said to. */
  readonly to?: PlanVersion;
  /** What the agent said after a plan; else the turns have its words. */
  readonly answer?: DigestText;
  readonly seam?: EventDigest;
  /** In order. */
  readonly came: readonly Happening[];
}

export type Happening =
  | { readonly kind: "agent"; readonly at: Moment; readonly agent: AgentDigest }
  | { readonly kind: "question"; readonly at: Moment; readonly question: QuestionDigest }
  | { readonly kind: "plan"; readonly at: Moment; readonly plan: PlanVersion }
  | { readonly kind: "rejection"; readonly at: Moment; readonly rejection: RejectionDigest }
  | { readonly kind: "failure"; readonly at: Moment; readonly failure: FailureDigest }
  | { readonly kind: "changes"; readonly at: Moment; readonly files: readonly ChangedFile[] }
  | { readonly kind: "tests"; readonly at: Moment; readonly run: TestRunDigest }
  | { readonly kind: "git"; readonly at: Moment; readonly event: GitEvent }
  | { readonly kind: "event"; readonly at: Moment; readonly event: EventDigest; readonly times?: number };

export interface ChangedFile {
  /** As the project sees it. */
  readonly path: string;
  readonly edits: number;
  readonly added: number;
  readonly removed: number;
  readonly created?: true;
}

export interface PlanVersion {
  readonly session: SessionId;
  /** Which plan of the story, from 1; a new one begins after an accepted one. */
  readonly number: number;
  /** Which version of it, from 1. */
  readonly version: number;
  /** How many versions it has in all. */
  readonly versions: number;
  readonly plan: PlanDigest;
  /** The version before, where that has words. */
  readonly before?: PlanDigest;
  /** The version before has the same words: it was proposed again. */
  readonly isAgain?: true;
  /** It was carried out with these words, and accepted with those of the version before. */
  readonly isEdited?: true;
}

export interface StoryFile extends ChangedFile {
  /** The project and the path of a `FileRecord`. */
  readonly project: Project["id"];
  readonly source: string;
  /** What the project is called, where the story has files of several. */
  readonly projectName?: string;
  /** The prompts that changed it. */
  readonly by: readonly Within<{ readonly turn: number; readonly number?: number }>[];
}

export interface TaskTable {
  readonly columns: readonly TaskColumn[];
  readonly rows: readonly TaskRow[];
  /** Columns that were left out between the first and the last ones. */
  readonly left: number;
}

export interface TaskColumn extends Within<Moment> {
  readonly isFirst: boolean;
}

export interface TaskRow {
  readonly subject: string;
  /** Its state in each column; null where it is in no list yet, or no more. */
  readonly states: readonly (TaskState | null)[];
  readonly set?: IsoTime;
  readonly begun?: IsoTime;
  readonly ended?: IsoTime;
  readonly end: TaskState;
}

export type TaskState = Task["status"];

export type OpenEnd =
  | { readonly kind: "failure"; readonly session: SessionId; readonly at: Moment; readonly failure: FailureDigest }
  | { readonly kind: "refusal"; readonly session: SessionId; readonly at: Moment; readonly rejection: RejectionDigest }
  | { readonly kind: "task"; readonly session: SessionId; readonly at: Moment; readonly task: TaskRow }
  | { readonly kind: "commit"; readonly session: SessionId; readonly at: Moment; readonly event: GitEvent }
  | { readonly kind: "plan"; readonly session: SessionId; readonly at: Moment; readonly plan: PlanVersion };
