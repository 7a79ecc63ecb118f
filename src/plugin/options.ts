/** Defaults, each with one comment; a wrong value is named together with its option. */
import type { LibraryOptions } from "../archive/index.ts";
import type { RedactOptions } from "../redact/index.ts";
import type { SearchOptions } from "../search/index.ts";

export interface PluginOptions extends Omit<LibraryOptions, "redactor" | "isWithoutSearch"> {
  /** What redaction takes out; `{ redact: false }` for an archive that stays with you. */
  readonly redact: RedactOptions;
  /** Of the pages that our own templates make; `false` leaves the index out. */
  readonly search: Partial<SearchOptions> | false;
}

export function pluginOptions(given: Partial<PluginOptions>): PluginOptions {
  const options: PluginOptions = {
    // Folders of logs, or single files; as in `annals build SOURCE…`.
    sources: [],
    // What the archive is called on its first page.
    title: "Session archive",
    // Times are shown in this zone: the machine's own, unless told otherwise.
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    // Secrets and names are taken out unless somebody says otherwise.
    redact: {},
    // Our own pages get a search index.
    search: {},
    ...given,
  };
  if (!Array.isArray(options.sources) || options.sources.length === 0) {
    throw new Error(
      `annals: option "sources" must be a list of folders or files, got ${JSON.stringify(given.sources)}.`,
    );
  }
  return options;
}
