/** What the owner of an archive says of its sessions, beside the logs: `annals.notes.json`. */

export interface PlaceNote {
  readonly star?: true;
  readonly tags?: readonly string[];
  readonly title?: string;
  /** Markdown. */
  readonly note?: string;
  /** Its text is taken out of everything that is shown. */
  readonly withdraw?: true;
}

export interface SessionNote extends PlaceNote {
  /** The session is not in the archive. */
  readonly hide?: true;
  /** By the anchor of a turn, a call, a plan or a task list on the session's page. */
  readonly anchors?: Readonly<Record<string, PlaceNote>>;
}

/** By the id of the session, as its log has it. */
export type Notes = ReadonlyMap<string, SessionNote>;

/** As much of a note as pages show. */
export interface ShownNote extends Omit<PlaceNote, "withdraw"> {
  readonly places?: Readonly<Record<string, Omit<PlaceNote, "withdraw">>>;
}

/** What of a session was withdrawn: all of it, or these places. */
export type Withdrawn = "all" | readonly string[];
