/**
 * The archive as templates see it: small frozen records. Bodies are read when a page is rendered
 * (`open`) and dropped after it.
 */

import type { CodingAgent } from "./coding-agent.ts";
import type { SessionExtract } from "./decisions.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { SessionDigest } from "./digest.ts";
import type { Kept } from "./kept.ts";
import type { ShownNote } from "./notes.ts";
import type { SessionTexts } from "./replay.ts";
import type {
  AgentId,
  Chain,
  EntryId,
  JoinedBy,
  ModelUsage,
  Project,
  Role,
  Session,
  SessionId,
  Span,
  Task,
  TitleSource,
  Verb,
} from "./session.ts";
import type { ArchiveWork, FileUse } from "./work.ts";

/**
 * One mark per step, in order, for the strip: a verb, a failed call, prose or thinking, an event.
 * "prompt" starts each turn.
 */
export type Mark = Verb | "fail" | "think" | "prompt";

export interface SessionRecord {
  readonly id: SessionId;
  /** Safe for a URL and a folder name, unique in the archive: the page is `sessions/<key>/`. */
  readonly key: string;
  /** The program that it was held with. */
  readonly agent: CodingAgent;
  readonly project: Project["id"];
  readonly title: string;
  readonly titleFrom: TitleSource;
  readonly role: Role;
  readonly slug?: string;
  readonly span?: Span;
  /** Time at work: gaps of over ten minutes between entries do not count. */
  readonly activeMs: number;
  readonly versions: readonly string[];
  readonly models: readonly string[];
  readonly gitBranches: readonly string[];
  readonly chain?: Chain["id"];
  readonly continues?: SessionId;
  readonly origin?: { readonly session?: SessionId; readonly prompt?: string };
  /** The first thing the person said, as plain text, cut. */
  readonly firstPrompt?: string;
  readonly prompts: number;
  readonly calls: number;
  readonly failures: number;
  readonly marks: readonly Mark[];
  /** Commits that it made, its agents included, and numbers of the pull requests that it touched. */
  readonly git?: { readonly commits: number; readonly pulls: readonly number[] };
  /** Names of the tools used, most used first. */
  readonly tools: readonly (readonly [name: string, uses: number])[];
  readonly files: { readonly changed: number; readonly added: number; readonly removed: number };
  readonly plans: readonly {
    readonly title: string;
    readonly status: "approved" | "pending" | "rejected";
    readonly entry: EntryId;
  }[];
  /** The list as it stood at the end; of to-dos and tasks each. */
  readonly tasks: readonly Task[];
  readonly agents: readonly AgentRecord[];
  /** Calls of agents whose transcript is in no log. */
  readonly agentsWithoutLog?: number;
  readonly usage: readonly ModelUsage[];
  readonly diagnostics: number;
  readonly team?: string;
  /** Bytes of the session's logs, agents included. */
  readonly bytes: number;
  readonly kept?: Kept;
  /** What its owner says of it. */
  readonly notes?: ShownNote;
}

export interface AgentRecord {
  readonly id: AgentId;
  /** Safe for a URL: the page is `sessions/<session key>/agents/<key>/`. */
  readonly key: string;
  readonly type?: string;
  readonly description?: string;
  readonly internal?: true;
  readonly calls: number;
  readonly failures: number;
  readonly span?: Span;
  readonly models: readonly string[];
  readonly parent?: AgentId;
}

export interface ChainRecord extends Chain {
  /** Safe for a URL: the page of its story is `stories/<key>/`. */
  readonly key: string;
  /** The title of the story: that of its implementation, else of its first session. */
  readonly title: string;
}

/** Usage of one day in the archive's time zone. */
export interface DayUsage {
  readonly date: string;
  readonly models: readonly ModelUsage[];
}

/** A file that sessions changed: its page is `files/<project>/<address>/`. */
export interface FileRecord extends FileUse {
  readonly project: Project["id"];
  /** From the project's folder on, with `/`; of a file elsewhere the whole path. */
  readonly path: string;
  /** Safe for a URL and a file system, unique in its project, whatever the path holds. */
  readonly address: string;
  /** Those that edited it, or tried to. */
  readonly sessions: readonly SessionId[];
}

/** What all pages are drawn by, whatever the sessions are: plain data. */
export interface ArchiveSettings {
  readonly title: string;
  readonly timeZone: string;
  /** The archive has no search index, so no page offers a search. */
  readonly isWithoutSearch?: true;
  /** Not all sessions are read yet: what comes before and after one is not known. */
  readonly isPartial?: true;
  /** Neither Markdown nor JSON lies beside the pages, and there are no feeds and tables. */
  readonly isWithoutTwins?: true;
  /** Where the archive is published; it ends with a slash. */
  readonly url?: string;
}

/** What the page of one session may ask of the archive. Every answer can be noted, since the page depends on it. */
export interface ArchiveLookup extends ArchiveSettings {
  readonly session: (id: SessionId) => SessionRecord | undefined;
  readonly chain: (id: Chain["id"]) => ChainRecord | undefined;
  readonly projectOf: (session: SessionRecord) => Omit<Project, "sessions">;
  /** The sessions of the same project before and after it. */
  readonly neighbours: (session: SessionRecord) => Neighbours;
}

export type Neighbour = Pick<SessionRecord, "key" | "title">;

export interface Neighbours {
  readonly before?: Neighbour;
  readonly next?: Neighbour;
}

export interface Archive extends ArchiveLookup {
  readonly projectOf: (session: SessionRecord) => Project;
  readonly projects: readonly Project[];
  /** Newest first. */
  readonly sessions: readonly SessionRecord[];
  readonly chains: readonly ChainRecord[];
  readonly files: readonly FileRecord[];
  readonly usage: readonly ModelUsage[];
  readonly days: readonly DayUsage[];
  /** Calls by tool, prompts by hour and what else is counted over all sessions. */
  readonly work: ArchiveWork;
  /** How often redaction took out something of each kind; absent where nothing is redacted. */
  readonly redacted?: readonly (readonly [kind: string, times: number])[];
  readonly diagnostics: readonly Diagnostic[];
  /** The whole session, read anew; the caller drops it after use. */
  readonly open: (id: SessionId) => Promise<OpenSession>;
  /** What pages over the whole archive need of one session; the caller drops it after use. */
  readonly digest: (id: SessionId) => SessionDigest;
  /** Decisions and commits of one session. */
  readonly extract: (id: SessionId) => SessionExtract;
}

export interface OpenSession {
  readonly session: Session;
  readonly diagnostics: readonly Diagnostic[];
  /** What the edits made of their files, line by line. */
  readonly texts?: SessionTexts;
  /** The bytes behind a `Media`'s or a persisted output's file name. */
  readonly file: (name: string) => Uint8Array | undefined;
}

export const joinedByWords: Readonly<Record<JoinedBy, string>> = {
  start: "begins the chain",
  "transcript-path": "names the transcript it follows",
  "shared-entries": "carries entries of the session before",
  "continued-in": "is where the session before went on",
  "fork-reference": "was forked from the session before",
  "forked-from": "was forked from the session before",
  "parent-session": "names the session before as its parent",
  "copied-turns": "repeats turns of the session before",
  "named-session": "names the session before in its first prompt",
  "plan-file": "begins with a plan that the session before wrote",
  "same-plan": "carries out the plan of the session before",
  slug: "is logged under the same name",
};

/** What part a session plays in its chain. */
export const roleWords: Readonly<Record<SessionRecord["role"], string>> = {
  planning: "Plan",
  implementation: "Implementation",
  "follow-up": "Follow-up",
  single: "Session",
};
