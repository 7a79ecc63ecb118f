/** Defaults, each with one comment; a wrong value is named together with its option. */
import type { SessionRecord, Surroundings } from "../archive.ts";
import type { Library, LibraryOptions } from "../library/index.ts";
import type { SessionId } from "../model.ts";
import type { SideFile } from "../render/side-file.ts";
import type { OnSession, Stage } from "./data.ts";

export interface PluginOptions extends LibraryOptions {
  /** An archive that was read before; without it the plugin reads `sources`. */
  readonly library?: Library;
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

export function pluginOptions(given: Partial<PluginOptions>): PluginOptions {
  const options: PluginOptions = {
    // Folders of logs, or single files; as in `annals build SOURCE…`.
    sources: [],
    // What the archive is called on its first page.
    title: "Session archive",
    // Times are shown in this zone: the machine's own, unless told otherwise.
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    // All pages in one run; `annals build` goes in batches, so that memory stays flat.
    stage: "all",
    batch: [],
    ...given,
  };
  if (options.library === undefined && (!Array.isArray(options.sources) || options.sources.length === 0)) {
    throw new Error(
      `annals: option "sources" must be a list of folders or files, got ${JSON.stringify(given.sources)}.`,
    );
  }
  return options;
}
