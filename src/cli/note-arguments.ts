/** Arguments of `note` and `export`, and the options they are made of. */
export interface NoteArguments {
  /** The file of notes. */
  readonly notes?: string;
  /** What `export` writes, and how much of it; the language in which `init` writes the configuration. */
  readonly format?: string;
  readonly level?: string;
  /** What `note` changes. */
  readonly star: boolean;
  readonly tags: readonly string[];
  readonly note?: string;
  readonly hide: boolean;
  readonly withdraw: boolean;
  readonly remove: boolean;
}

export const noteOptions = {
  notes: { type: "string" },
  level: { type: "string" },
  star: { type: "boolean" },
  tag: { type: "string", multiple: true },
  note: { type: "string" },
  hide: { type: "boolean" },
  withdraw: { type: "boolean" },
  remove: { type: "boolean" },
} as const;

interface Values {
  readonly notes?: string | undefined;
  readonly format?: string | undefined;
  readonly level?: string | undefined;
  readonly star?: boolean | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly note?: string | undefined;
  readonly hide?: boolean | undefined;
  readonly withdraw?: boolean | undefined;
  readonly remove?: boolean | undefined;
}

export function noteArguments({ notes, format, level, note, ...values }: Values): NoteArguments {
  const { star = false, tag = [], hide = false, withdraw = false, remove = false } = values;
  return {
    ...(notes === undefined ? {} : { notes }),
    ...(format === undefined ? {} : { format }),
    ...(level === undefined ? {} : { level }),
    ...(note === undefined ? {} : { note }),
    ...{ star, tags: tag, hide, withdraw, remove },
  };
}

export const accepted = {
  export: [
    ...["format", "level", "output", "project", "agent", "since", "until", "time-zone", "quiet", "no-redact"],
    ...["config", "for", "notes", "url", "store", "source"],
  ],
  note: [
    ...["star", "tag", "title", "note", "hide", "withdraw", "remove", "notes", "config", "quiet", "store", "source"],
  ],
} as const;
