/** The configuration as its author writes it, for `annals.config.ts` and `.js`; src/cli/config.ts reads it. */

export interface AnnalsConfig {
  /** What editors check `annals.config.json` by. */
  readonly $schema?: string;
  readonly redact?: {
    /** Of your own: a regular expression; its group named `secret`, or its first group, or all of it goes. */
    readonly patterns?: readonly {
      readonly id: string;
      readonly pattern: string;
      readonly label?: string;
      readonly ignoreCase?: boolean;
    }[];
    /** What may stay: a whole value, or `/an expression/i`. */
    readonly allow?: readonly string[];
    /** Rules by id, or `secret` and `personal` for all of a family: `false` switches off. */
    readonly rules?: Readonly<Record<string, boolean>>;
  };
  /** What `--for public` and `annals publish` leave out. */
  readonly public?: {
    readonly thinking?: boolean;
    readonly toolOutput?: boolean;
    /** By name or path. */
    readonly projects?: { readonly only?: readonly string[]; readonly leaveOut?: readonly string[] };
    /** `true` shows stars, tags and notes to the public, too. */
    readonly notes?: boolean;
  };
  /** Markdown, JSON, tables and feeds beside the pages; `true` unless told. */
  readonly twins?: boolean;
  /** Where the archive is published, such as `"https://example.org/log/"`. */
  readonly url?: string;
  /** The file of notes, by path from the folder of this file; `annals.notes.json` unless told. */
  readonly notes?: string;
  readonly search?: {
    readonly toolOutput?: "head" | "all" | "none";
    readonly pagefind?: boolean;
    readonly offline?: boolean;
  };
  /** Whether a build copies logs into the store first. */
  readonly keep?: boolean;
  /** The store, by path from the folder of this file. */
  readonly store?: string;
  /** Parts of pages: a folder, or modules by the names of parts. */
  readonly components?: string | Readonly<Record<string, string>>;
  /** Stylesheets. */
  readonly styles?: readonly string[];
}

/** Gives back what it gets: editors then know what may stand in it. */
export const defineConfig = (config: AnnalsConfig): AnnalsConfig => config;
