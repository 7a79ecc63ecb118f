/** Sessions on their way into the index: which shard one is in depends on the size of all others. */
import { join } from "node:path";
import { digest, read, write } from "../system/checked-file.ts";
import { documentFormat, type SearchFields } from "./document.ts";
import type { SearchOptions } from "./options.ts";
import { type Measures, type SessionIndex, withFields } from "./session-index.ts";
import type { Entry } from "./shards.ts";

/** A session whose index was made, or can be: it is loaded when its shard is written. */
export interface SearchSource {
  /** Changes with everything that its index is made from. */
  readonly fingerprint: string;
  /** What the archive says of it; they need not be those that its index was made with. */
  readonly fields: SearchFields;
  /** Its index, where that is kept. */
  readonly load: () => SessionIndex | undefined;
  /** Its index with these fields, anew. */
  readonly make: () => SessionIndex;
  /** Where they are known already, it need not be loaded for them. */
  readonly measures?: Measures;
}

interface Measured extends Measures {
  readonly key: string;
  readonly fingerprint: string;
}

export interface MeasuredSource extends Entry {
  readonly measured: Measured;
  readonly session: () => SessionIndex;
}

/** The measures of the build before, so that sessions which did not change are not loaded for them. */
export class MeasureCache {
  readonly #file: string | undefined;
  readonly #settings: string;
  readonly #known: ReadonlyMap<string, Measured>;

  constructor(folder: string | undefined, { toolOutput }: Pick<SearchOptions, "toolOutput">) {
    this.#settings = `${documentFormat} ${toolOutput}`;
    this.#file = folder === undefined ? undefined : join(folder, "measures.json");
    // Damage that is still JSON would give a shard another name, so it is checked.
    const before = this.#file === undefined ? "absent" : read<Remembered>(this.#file);
    const isSame = typeof before !== "string" && before.settings === this.#settings;
    this.#known = new Map(isSame ? before.sessions.map((each) => [each.key, each]) : []);
  }

  measured({ fingerprint, fields, load, make, measures }: SearchSource): MeasuredSource {
    const { key, time, role } = fields;
    const session = (): SessionIndex => {
      const kept = load();
      return (kept === undefined ? undefined : withFields(kept, fields)) ?? make();
    };
    const known = this.#known.get(key);
    const isKnown = measures === undefined && known?.fingerprint === fingerprint;
    const { size, hash } = measures ?? (isKnown ? known : session());
    return {
      ...{ key, size, session, measured: { key, fingerprint, size, hash } },
      hash: digest(hash, JSON.stringify(fields)),
      ...(time === undefined ? {} : { time }),
      ...(role === "files" ? { isApart: true } : {}),
    };
  }

  remember(sources: readonly MeasuredSource[]): void {
    if (this.#file === undefined) return;
    const sessions = sources.map(({ measured }) => measured);
    write(this.#file, { settings: this.#settings, sessions } satisfies Remembered);
  }
}

interface Remembered {
  readonly settings: string;
  readonly sessions: readonly Measured[];
}
