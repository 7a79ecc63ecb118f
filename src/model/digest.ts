/**
 * What pages over the whole archive need of a session beyond its record: stories, files, decisions. Plain data, taken
 * from the session as it may be seen while it is open for its own page, and kept in a file until all sessions are drawn.
 * Texts are bounded; a text that was cut says so.
 */
import type { EditingSession } from "./file-history.ts";
import type { GitEvent } from "./git.ts";
import type { AgentId, EntryId, IsoTime, SessionId, Span, ToolUseId } from "./ids.ts";
import type { SessionTexts } from "./replay.ts";
import type { Plan, Prompt, Queued, Task, TaskSnapshot, Verb } from "./session.ts";

/** Raise it when the same session would give another digest. */
export const digestFormat = 12;

export interface SessionDigest {
  readonly format: typeof digestFormat;
  readonly session: SessionId;
  /** What pages of files say of the session's record. */
  readonly editing: EditingSession;
  /** The folder that the session worked in, as the log has it. */
  readonly cwd?: string;
  /** The forge's page of the repository, where the log tells the remote. */
  readonly web?: string;
  readonly turns: readonly TurnDigest[];
  readonly plans: readonly PlanDigest[];
  readonly snapshots: readonly SnapshotDigest[];
  readonly edits: readonly EditDigest[];
  /** What the edits made of their files, where that can be told; `path` is as the project sees it. */
  readonly texts?: SessionTexts;
  readonly git: readonly GitDigest[];
  readonly questions: readonly QuestionDigest[];
  /** Calls that a person did not let run, with what was said to it. */
  readonly rejections: readonly RejectionDigest[];
  readonly failures: readonly FailureDigest[];
  readonly tests: readonly TestRunDigest[];
  readonly agents: readonly AgentDigest[];
  readonly events: readonly EventDigest[];
  /** What the agent said last. */
  readonly lastWords?: Moment & { readonly words: DigestText };
}

/** Where something stands: the turn that it belongs to, and the place on a page. */
export interface Moment {
  /** Which of `turns`; for what an agent did, that of the call which started it. -1 where that is not known. */
  readonly turn: number;
  /** Counts all that happened in the session, in order. */
  readonly order: number;
  readonly anchor: string;
  readonly time?: IsoTime;
  /** The agent whose page it stands on; absent for the session's own. */
  readonly agent?: AgentId;
  /** It is in a version of the conversation that a rewind left behind. */
  readonly isLeftBehind?: true;
}

export interface DigestText {
  readonly text: string;
  /** How many characters there were, where not all of them are kept. */
  readonly length?: number;
}

/** One turn of the session's own: a prompt, and in short what was answered. */
export interface TurnDigest extends Moment {
  readonly id: EntryId;
  readonly kind: Prompt["kind"];
  /** As its page numbers it, from 1; absent for what no person said. */
  readonly number?: number;
  /** One line. */
  readonly title: string;
  readonly words: DigestText;
  readonly queued?: Queued;
  readonly images?: number;
  readonly calls: number;
  /** Nothing was sent to the model: `/context`, `! git status`. */
  readonly isLocal?: true;
  /** The first and the last prose of the answer; `last` only where it is another one. */
  readonly first?: DigestText;
  readonly last?: DigestText;
  /** A plan was proposed in it before the last prose. */
  readonly isSaidAfterPlan?: true;
  /** When its last step was. */
  readonly end?: IsoTime;
  readonly durationMs?: number;
}

export interface PlanDigest extends Moment {
  readonly entry: EntryId;
  readonly title: string;
  readonly markdown: DigestText;
  readonly status: Plan["status"];
  readonly origin: Plan["origin"];
  readonly feedback?: DigestText;
  readonly contextCleared?: true;
  readonly implementedIn?: SessionId;
  readonly plannedIn?: SessionId;
  /** When it was answered. */
  readonly answered?: IsoTime;
  /** It stands as a prompt: accepted before, here or elsewhere. */
  readonly isPrompt?: true;
}

export interface SnapshotDigest extends Moment {
  readonly entry: EntryId;
  readonly origin: TaskSnapshot["origin"];
  readonly tasks: readonly Pick<Task, "id" | "subject" | "status" | "owner">[];
  readonly changed: readonly string[];
}

/** The form of `structuredPatch`: each line starts with ` `, `+`, `-` or `\`. */
export interface DigestHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

export interface EditDigest extends Moment {
  readonly call: ToolUseId;
  readonly tool: string;
  /** The prompt that it came of, where that is none of `turns`: a rewind left it behind. */
  readonly cause?: Pick<TurnDigest, "kind" | "title" | "anchor" | "time">;
  /** As the log has it. */
  readonly path: string;
  /** As the project sees it: the path of a `FileRecord`. */
  readonly file: string;
  readonly outcome: "ok" | "failed" | "rejected" | "interrupted" | "unknown";
  /** The first line of what went wrong. */
  readonly error?: string;
  readonly added: number;
  readonly removed: number;
  readonly created?: true;
  /** The person changed it before accepting it. */
  readonly userModified?: true;
  readonly hunks: readonly DigestHunk[];
  /** The hunks' numbers are those of the file; else they count within the texts that were replaced. */
  readonly isNumbered?: true;
  /** The whole text that a Write gave the file, where the hunks only have what it changed. */
  readonly text?: string;
  /** `hunks` (of a new file) or `text` hold all of the file as it is then. */
  readonly isWhole?: true;
  /** Lines that were too many to be kept. */
  readonly cutLines?: number;
  readonly replaceAll?: true;
  /** A draft of a plan: no source file. */
  readonly isPlanFile?: true;
}

export type GitDigest = Moment & { readonly event: GitEvent };

export interface QuestionDigest extends Moment {
  readonly question: DigestText;
  readonly header?: string;
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  /** The person's own words. */
  readonly own?: DigestText;
  readonly isAnswered: boolean;
}

export interface RejectionDigest extends Moment {
  readonly tool: string;
  readonly verb: Verb;
  readonly summary: string;
  readonly by: "person" | "rule" | "hook";
  readonly feedback?: DigestText;
  /** The same call went well later in the session, or another change of the same file. */
  readonly doneLater?: "same" | "otherwise";
}

export interface FailureDigest extends Moment {
  readonly tool: string;
  readonly verb: Verb;
  /** What was tried, in one line. */
  readonly summary: string;
  /** "exit 1", "failed". */
  readonly words: string;
  /** The line of the output that tells most. */
  readonly error?: string;
  readonly tests?: TestCounts;
  /** The same call, or the same run of tests, that went well afterwards. */
  readonly mended?: Moment & { readonly tests?: TestCounts; readonly afterMs?: number };
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** A run of tests that went well and tells how many there were. */
export interface TestRunDigest extends Moment {
  readonly summary: string;
  readonly tests: TestCounts;
}

export interface AgentDigest extends Moment {
  readonly id: AgentId;
  readonly key?: string;
  readonly type?: string;
  readonly description?: string;
  readonly models: readonly string[];
  readonly calls: number;
  readonly failures: number;
  readonly span?: Span;
  readonly words?: DigestText;
}

/** Interruptions, errors of the API and compactions. */
export interface EventDigest extends Moment {
  readonly event: "interrupted" | "api-error" | "compaction";
  readonly text: string;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
}
