/** What one run of Eleventy is to make, and who wants to hear of it. */

import type { SideFile } from "../../address/side-file.ts";
import type { SessionRecord, Surroundings } from "../../model/archive.ts";
import type { SessionId } from "../../model/session.ts";
import type { OnSession, Stage } from "./data.ts";

export interface PageOptions {
  readonly stage: Stage;
  /** In stage "sessions": the sessions whose pages are made in this run. */
  readonly batch: readonly SessionId[];
  /** Stands between the page of a session and the archive, to hear what it asks for. */
  readonly around?: (session: SessionRecord, archive: Surroundings) => Surroundings;
  /** Told of the files beside a session's pages before they are written. */
  readonly onFiles?: (session: SessionRecord, files: readonly SideFile[]) => void;
  /** Told of each page. */
  readonly onPage?: () => void;
  /** Told of each session while it is open. */
  readonly onSession?: OnSession;
}
