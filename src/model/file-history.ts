/** A file over all sessions that changed it: every edit with the prompt behind it, and each line with its prompt. */
import type { AgentRecord, FileRecord, SessionRecord } from "./archive.ts";
import type { EditDigest, TurnDigest } from "./digest.ts";
import type { IsoTime } from "./ids.ts";
import type { BreakReason } from "./replay.ts";

/** What pages of files say of a session: they stay as they are whatever else of it changes. */
export interface EditingSession extends Pick<SessionRecord, "id" | "key" | "title" | "models" | "origin"> {
  readonly agents: readonly Pick<AgentRecord, "id" | "key">[];
}

/** The same of a turn. */
export type CausingTurn = Pick<TurnDigest, "kind" | "number" | "title" | "anchor" | "time">;

export interface FileEdit {
  readonly edit: EditDigest;
  readonly session: EditingSession;
  /** The prompt that caused it; absent where the log does not tell. */
  readonly turn?: CausingTurn;
  /** Counts the edits of the file that went well, from 1, the oldest first. */
  readonly number?: number;
  /** It changes lines that an earlier prompt of the same session wrote: how long after that. */
  readonly corrects?: { readonly afterMs?: number };
  /** A rewind left it behind, and the same was done again. */
  readonly againAt?: IsoTime;
}

export interface FileHistory {
  readonly file: FileRecord;
  /** Newest first. */
  readonly edits: readonly FileEdit[];
  /** Files that the same prompts changed, most often first. */
  readonly together: readonly { readonly file: FileRecord; readonly times: number }[];
  /** Absent where no whole text is known. */
  readonly blame?: Blame;
}

/** A prompt that wrote lines of a file; they are numbered by age. */
export interface BlamePrompt {
  readonly number: number;
  readonly session: EditingSession;
  readonly turn?: CausingTurn;
  readonly time?: IsoTime;
  /** Lines that are still there. */
  readonly lines: number;
  /** Its first edit here. */
  readonly edit: EditDigest;
}

/** Lines that differ between what an edit left and what the next one found. */
export interface BlameGap {
  /** The edit after which it was; absent where the file was there before the first. */
  readonly after?: FileEdit;
  readonly before: FileEdit;
  readonly lines: number;
  /** That edit wrote the whole file over a text that no log has: these lines are its own, or were there. */
  readonly isOverUnseen?: true;
}

export interface BlameLine {
  readonly text: string;
  readonly prompt?: BlamePrompt;
  /** Written by no prompt that the logs know. */
  readonly gap?: BlameGap;
}

export interface Blame {
  /** Made when they are asked for. */
  readonly lines: readonly BlameLine[];
  readonly lineCount: number;
  /** Oldest first. */
  readonly prompts: readonly BlamePrompt[];
  readonly gaps: readonly BlameGap[];
  /** The last edit that was replayed: the text is as it left it. */
  readonly last: FileEdit;
  readonly replayed: number;
  /** All edits that went well. */
  readonly edits: number;
  /** Why the text after the last sound edit is not known. */
  readonly stop?: {
    readonly at: FileEdit;
    readonly reason: BreakReason;
    readonly later: readonly FileEdit[];
  };
}
