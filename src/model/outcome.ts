/** What came back from a call. */
import type { At, IsoTime, Media } from "./session.ts";

/** How a call ended; "none" where the log has no result. */
export type Outcome = { readonly state: "none" } | Ended;

export interface Ended {
  readonly state: "ok" | "error" | "rejected" | "interrupted";
  /** What the tool said: without reminders, error tags and the wrapper of an output that is kept in a file. */
  readonly text: string;
  /** `<system-reminder>` parts before or after the text: the client's words to the model, not the tool's. */
  readonly reminders?: readonly string[];
  /** Why it did not go well, where the log says more than the state. */
  readonly reason?: "sibling-errored" | "denied" | "hook-blocked" | "cancelled";
  /** The user's own words with a rejection. */
  readonly feedback?: string;
  readonly media?: readonly Media[];
  /** Result parts that are neither text nor media. */
  readonly parts?: readonly unknown[];
  /** A long output that is kept in a file; `text` above is its beginning. */
  readonly persisted?: {
    /** The file's name; absent where the log does not tell. */
    readonly file?: string;
    /** What the client says of it: "Output too large (43.1KB). Full output saved to: …" */
    readonly note?: string;
    /** The whole output, where the file is there. */
    readonly text?: string;
  };
  readonly at: At;
  readonly time?: IsoTime;
}
