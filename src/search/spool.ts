/** Search texts on their way to the index: which shard a session is in depends on the size of all others. */
import { writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SearchDocument } from "./document.ts";
import { digest, type Entry } from "./shards.ts";

/** A session whose search text is made only when it is needed. */
export interface SearchSource {
  readonly key: string;
  readonly time?: string;
  /** Changes whenever the document would: unchanged sessions of unchanged shards are not loaded at all. */
  readonly stamp: string;
  readonly load: () => Promise<SearchDocument>;
}

export interface Known extends Entry {
  readonly stamp?: string;
}

export interface Manifest {
  readonly sessions: readonly Known[];
  readonly shards: readonly { readonly name: string; readonly folder: string }[];
}

export interface Spooled extends Known {
  readonly load: () => Promise<SearchDocument>;
}

export class Spool {
  readonly entries: Spooled[] = [];
  readonly #keys = new Set<string>();
  readonly #folder: string;
  readonly #known: ReadonlyMap<string, Known>;

  constructor(folder: string, manifest: Manifest | undefined) {
    this.#folder = folder;
    this.#known = new Map(manifest?.sessions.map((session) => [session.key, session]));
  }

  async addSource({ key, stamp, time, load }: SearchSource): Promise<void> {
    const before = this.#known.get(key);
    if (before !== undefined && before.stamp === stamp && before.time === time) this.#push({ ...before, load });
    else this.add(await load(), stamp);
  }

  add(document: SearchDocument, stamp?: string): void {
    if (this.#keys.has(document.key)) return;
    const text = JSON.stringify(document);
    const file = join(this.#folder, `${this.entries.length}.json`);
    writeFileSync(file, text);
    this.#push({
      key: document.key,
      size: document.sections.reduce((sum, section) => sum + section.text.length, 0),
      hash: digest(text),
      ...(document.time === undefined ? {} : { time: document.time }),
      ...(stamp === undefined ? {} : { stamp }),
      load: async () => JSON.parse(await readFile(file, "utf8")) as SearchDocument,
    });
  }

  #push(entry: Spooled): void {
    this.#keys.add(entry.key);
    this.entries.push(entry);
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
