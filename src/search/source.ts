/** Sessions on their way into the index: which shard one is in depends on the size of all others. */
import { join } from "node:path";
import { digest, read, write } from "../system/checked-file.ts";
import { documentFormat, type SearchDocument } from "./document.ts";
import type { SearchOptions } from "./options.ts";
import type { Entry } from "./shards.ts";

/** A session whose document lies somewhere, or can be made: it is loaded when its batch is indexed. */
export interface SearchSource {
  readonly key: string;
  /** Changes with everything that the document is made from. */
  readonly fingerprint: string;
  readonly load: () => Promise<SearchDocument>;
  /** Where they are known already, it need not be loaded for them. */
  readonly measures?: Measures;
}

/** What planning needs to know of a document; its hash is that of its JSON. */
export type Measures = Pick<Entry, "size" | "hash" | "time">;

export function measuresOf({ time, sections }: SearchDocument, hash: string): Measures {
  const size = sections.reduce((sum, section) => sum + section.text.length, 0);
  return { size, hash, ...(time === undefined ? {} : { time }) };
}

interface Measured extends Entry {
  readonly fingerprint: string;
}

export interface MeasuredSource extends Measured {
  readonly load: SearchSource["load"];
}

/** The measures of the build before, so that documents which did not change are not loaded for them. */
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

  async measured({ key, fingerprint, load, measures }: SearchSource): Promise<MeasuredSource> {
    const known = this.#known.get(key);
    if (known?.fingerprint === fingerprint) return { ...known, load };
    return { key, fingerprint, ...(measures ?? (await loadedMeasures(load))), load };
  }

  remember(sources: readonly MeasuredSource[]): void {
    if (this.#file === undefined) return;
    const sessions = sources.map(({ load: _, ...measured }) => measured);
    write(this.#file, { settings: this.#settings, sessions } satisfies Remembered);
  }
}

interface Remembered {
  readonly settings: string;
  readonly sessions: readonly Measured[];
}

async function loadedMeasures(load: SearchSource["load"]): Promise<Measures> {
  const document = await load();
  return measuresOf(document, digest(JSON.stringify(document)));
}
