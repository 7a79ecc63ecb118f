/** The text of files as edits made it, replayed from the logs: who wrote each line. */
import type { AgentId, IsoTime, ToolUseId } from "./ids.ts";

/** Why a text is not known any more after an edit. */
export type BreakReason =
  /** The edit is the first that is known of the file, and the log has no copy of it. */
  | "no-start"
  /** What it replaces is not in the file as the edit before left it. */
  | "not-found"
  /** The log does not say whether it was made. */
  | "no-result"
  /** The person changed it before accepting it, and the log has only what was proposed. */
  | "changed-by-person"
  /** The agent looked at the file again meanwhile, so somebody may have changed it, and the log has no copy. */
  | "looked-again"
  /** A rewind may have put the file back. */
  | "rewind"
  /** A rewind went back to before the edit, and nothing tells whether the file was put back. */
  | "left-behind"
  /** The log shows that the edit did something else than it asked for. */
  | "other-result"
  /** A notebook is edited by cells, which is not replayed. */
  | "notebook"
  | "too-long"
  /** A secret over several lines was taken out, so lines do not match any more. */
  | "redacted";

/**
 * Edits of one file in one session that follow each other, the text known after each. An edit is named by its call, that of
 * an agent with the agent before it: some clients count the calls of each from 0.
 */
export interface TextRun {
  /** As the log has it. */
  readonly path: string;
  readonly edits: readonly ToolUseId[];
  readonly from?: IsoTime;
  readonly to?: IsoTime;
  /** Of the text before the first of them; absent where that is not known, or where there was none. */
  readonly start?: {
    readonly hash: string;
    readonly lines: number;
    readonly gone: readonly (readonly [number, string])[];
  };
  /** The session's last of the file, and a rewind went back to before it: nothing tells whether the file was put back then. */
  readonly left?: { readonly leftAt?: IsoTime };
  /** Its first edit wrote the whole file over a text that the log does not have. */
  readonly isOverUnseen?: true;
  /** Of the text after each of them. */
  readonly hashes: readonly string[];
  /** The text after the last of them, as it may be seen; of a digest in a file it is read when it is asked for. */
  readonly text: () => string;
  readonly length: number;
  /** Where its lines come from, and how many in a row: an edit of `edits`, or −1 − n for line n of the start and those behind it. */
  readonly origins: readonly (readonly [origin: number, lines: number])[];
}

/** An edit after which the text of its file is not known. */
export interface TextBreak {
  readonly path: string;
  readonly edit: ToolUseId;
  readonly reason: BreakReason;
  /** Of the same file in the same session, before it. */
  readonly runs: number;
  readonly time?: IsoTime;
  readonly agent?: AgentId;
}

export interface SessionTexts {
  readonly runs: readonly TextRun[];
  readonly breaks: readonly TextBreak[];
}
