/** What templates get as `annals`: the archive with its collections, frozen so that Eleventy passes it by reference. */
import { join } from "node:path";
import type { AnnalsData, OpenedSession } from "../../../templates/annals-data.ts";
import { emptyTheme, type Theme } from "../../../templates/theme.ts";
import type { SideFile } from "../../address/side-file.ts";
import { collections } from "../../archive/collections.ts";
import { fileData } from "../../archive/file-data.ts";
import { fileHistory } from "../../archive/file-history.ts";
import type { LogArchive } from "../../archive/index.ts";
import { settingsOf } from "../../archive/lookup.ts";
import { foldedReasons } from "../../log/entries/index.ts";
import type { ArchiveLookup, FileRecord, SessionRecord } from "../../model/archive.ts";
import type { SessionTexts } from "../../model/replay.ts";
import type { SessionId } from "../../model/session.ts";
import { version } from "../../package.ts";
import { put, putParts } from "../../system/put.ts";

export interface DataOptions {
  readonly base?: string;
  readonly theme?: Theme;
  /** Stylesheets of the theme, as paths from where the archive begins. */
  readonly styles?: readonly string[];
  /** The folder that the site is written to. */
  readonly output: () => string;
  /** Which source files have their pages drawn; all of them where nobody says. */
  readonly isDrawn?: (file: FileRecord) => boolean;
  /** Stands between the pages of a session and the archive, to note what they ask for. */
  readonly around?: (session: SessionRecord, archive: ArchiveLookup) => ArchiveLookup;
  /** Told of the files beside pages before they are written, and of the session that they belong to. */
  readonly onFiles?: (session: SessionRecord | undefined, files: readonly WrittenFile[]) => void;
  /** Told of each session when it is opened; nobody else gets the texts of its files. */
  readonly onSession?: (opened: OpenedSession, texts: SessionTexts | undefined) => void;
}

/** Without its content where that is made while it is written. */
export type WrittenFile = Pick<SideFile, "path"> & Partial<SideFile>;

export function annalsData(source: LogArchive, options: DataOptions): AnnalsData {
  const { base = "", theme = emptyTheme, styles } = options;
  const { session, chain, projectOf, neighbours } = source;
  const lookup: ArchiveLookup = Object.freeze({ ...settingsOf(source), session, chain, projectOf, neighbours });
  const { projects, sessions, chains, diagnostics, digest, extract } = source;
  // The getters of plans, snapshots and prompts come along: sessions are read for them when a template asks.
  const data = Object.defineProperties(
    {
      ...lookup,
      projectOf,
      ...{ projects, sessions, chains, diagnostics, digest, extract },
      ...{ files: frozen(source.files), usage: frozen(source.usage), days: frozen(source.days) },
      work: source.work,
      ...(source.redacted === undefined ? {} : { redacted: source.redacted }),
      ...{ base, version, foldedReasons, theme },
      ...(styles === undefined || styles.length === 0 ? {} : { styles: Object.freeze(styles) }),
      history: (file: FileRecord) => fileData(fileHistory(file, source, source.digest)),
      isDrawn: options.isDrawn ?? (() => true),
      open: opener(source, lookup, options),
      emit: (made: readonly SideFile[], record?: SessionRecord): void => {
        options.onFiles?.(record, made);
        for (const { path, content } of made) put(join(options.output(), base, path), content);
      },
      write: (path: string, parts: Iterable<string>, record?: SessionRecord): number => {
        options.onFiles?.(record, [{ path }]);
        return putParts(join(options.output(), base, path), parts);
      },
    },
    Object.getOwnPropertyDescriptors(collections(source)),
  );
  return Object.freeze(data) as AnnalsData;
}

const frozen = <Item extends object>(list: readonly Item[]): readonly Item[] => {
  for (const item of list) Object.freeze(item);
  return Object.freeze(list);
};

/** Pages of one session and its agents come in a row: the last one read stays open. Each is told of once. */
function opener(
  source: LogArchive,
  lookup: ArchiveLookup,
  { around, onSession }: DataOptions,
): (id: SessionId) => Promise<OpenedSession> {
  const seen = new Set<SessionId>();
  let last: { readonly id: SessionId; readonly opened: Promise<OpenedSession> } | undefined;
  const open = async (id: SessionId): Promise<OpenedSession> => {
    const record = source.session(id);
    if (record === undefined) throw new Error(`There is no session "${id}" in this archive.`);
    const archive = around?.(record, lookup) ?? lookup;
    const { texts, ...open } = await source.open(id);
    const opened = Object.freeze({ ...open, record, archive });
    if (!seen.has(id)) onSession?.(opened, texts);
    seen.add(id);
    return opened;
  };
  return (id) => {
    if (last?.id !== id) last = { id, opened: open(id) };
    return last.opened;
  };
}
