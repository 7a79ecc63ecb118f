import type { IsoTime } from "./ids.ts";

/** What the store says of a session beyond its log. */
export interface Kept {
  /** When it was first kept, and when its log was first missed; both absent while the log is there. */
  readonly since?: IsoTime;
  readonly gone?: IsoTime;
  /** Where it ran; absent where all of the archive comes from one machine. */
  readonly machines?: readonly string[];
  /** Its log is gone, and only what was typed is known. */
  readonly isPromptsOnly?: true;
}
