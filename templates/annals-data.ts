/**
 * What templates get as `annals`, ours and anybody's: the archive as plain frozen records, and `open` for one session in
 * full. Everything in it is as it may be seen: secrets are taken out before.
 */
import type { SideFile } from "../src/address/side-file.ts";
import type { FileData } from "../src/archive/file-data.ts";
import type { Archive, ArchiveLookup, FileRecord, OpenSession, SessionRecord } from "../src/model/archive.ts";
import type { Collections } from "../src/model/collections.ts";
import type { SessionId } from "../src/model/session.ts";
import type { Theme } from "./theme.ts";

/** One session in full, with everything that its pages are drawn from. */
export interface OpenedSession extends Omit<OpenSession, "texts"> {
  readonly record: SessionRecord;
  /** The archive as the pages of this session ask for it. */
  readonly archive: ArchiveLookup;
}

export interface AnnalsData extends Archive, Collections {
  /** Reads one session; the caller drops it after use. */
  readonly open: (id: SessionId) => Promise<OpenedSession>;
  /** Where the archive begins below the site's root: `""`, or such as `"log/"`. */
  readonly base: string;
  /** The version of Annals. */
  readonly version: string;
  /** Entry types that are read and folded away on purpose, and why. */
  readonly foldedReasons: readonly { readonly what: string; readonly why: string }[];
  readonly theme: Theme;
  /** Stylesheets that pages link after our own, as paths from the archive's root: "assets/theme/mine.css". */
  readonly styles?: readonly string[];
  /** Every edit of a file of `files`, with the prompts behind them, and who wrote each line. Reads the sessions' digests. */
  readonly history: (file: FileRecord) => FileData;
  /** Whether this run draws the pages of a source file, or those of the site before are still right. */
  readonly isDrawn: (file: FileRecord) => boolean;
  /** Writes files beside a page: pictures and long outputs of a session, or the pages of source files. */
  readonly emit: (files: readonly SideFile[], session?: SessionRecord) => void;
  /** Writes a file beside a page that is made while it is written; gives its bytes. */
  readonly write: (path: string, parts: Iterable<string>, session?: SessionRecord) => number;
}

/** The data of our own templates; of Eleventy's own they use nothing. */
export interface TemplateData {
  readonly annals: AnnalsData;
}
