/** Search texts on their way to the index: which shard a session is in depends on the size of all others. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { digest, read, write } from "../system/checked-file.ts";
import { documentFormat, type SearchDocument } from "./document.ts";
import type { SearchOptions } from "./options.ts";
import type { Entry } from "./shards.ts";

interface Known extends Entry {
  readonly fingerprint?: string;
}

export interface Spooled extends Known {
  readonly load: () => Promise<SearchDocument>;
}

interface Remembered {
  readonly settings: string;
  readonly sessions: readonly Known[];
}

/** A session whose document lies somewhere, or can be made: it is loaded when its fingerprint is new or its batch changed. */
export interface SearchSource {
  readonly key: string;
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

/** Documents as files, named by what they hold, in a folder that may outlive the build. */
export class Spool {
  readonly entries: Spooled[] = [];
  readonly #keys = new Set<string>();
  readonly #folder: string;
  readonly #settings: string;
  #known: ReadonlyMap<string, Known> = new Map();

  constructor(folder: string, { toolOutput }: Pick<SearchOptions, "toolOutput">) {
    this.#folder = join(folder, "documents");
    this.#settings = `${documentFormat} ${toolOutput}`;
    // Logs are private, and so is what is kept of them.
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  get #list(): string {
    return `${this.#folder}.json`;
  }

  recall(): void {
    // Damage that is still JSON would give a shard another name, so it is checked.
    const before = read<Remembered>(this.#list);
    if (typeof before === "string" || before.settings !== this.#settings) return;
    this.#known = new Map(before.sessions.map((each) => [each.key, each]));
  }

  keep(key: string, fingerprint: string): boolean {
    const known = this.#known.get(key);
    if (known?.fingerprint !== fingerprint || !existsSync(this.#file(known.hash))) return false;
    this.#push(known);
    return true;
  }

  add(document: SearchDocument, fingerprint?: string): void {
    const text = JSON.stringify(document);
    const known = {
      key: document.key,
      ...measuresOf(document, digest(text)),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    };
    writeFileSync(this.#file(known.hash), text);
    this.#push(known);
  }

  /** Of a document that lies elsewhere nothing is kept but its measures. */
  async addSource({ key, fingerprint, load, measures }: SearchSource): Promise<void> {
    const known = this.#known.get(key);
    if (known?.fingerprint === fingerprint) return this.#push(known, load);
    const found: Measures = measures ?? (await measured(load));
    return this.#push({ key, fingerprint, ...found }, load);
  }

  /** For the next build; what this one did not need goes. */
  remember(): void {
    const sessions = this.entries.map(({ load: _, ...known }) => known);
    write(this.#list, { settings: this.#settings, sessions } satisfies Remembered);
    const needed = new Set(sessions.map(({ hash }) => this.#file(hash)));
    for (const name of readdirSync(this.#folder)) {
      if (!needed.has(join(this.#folder, name))) rmSync(join(this.#folder, name));
    }
  }

  #file(hash: string): string {
    return join(this.#folder, `${hash.slice(0, 20)}.json`);
  }

  #push(known: Known, load?: () => Promise<SearchDocument>): void {
    if (this.#keys.has(known.key)) return;
    this.#keys.add(known.key);
    const file = this.#file(known.hash);
    const own = async (): Promise<SearchDocument> => JSON.parse(await readFile(file, "utf8")) as SearchDocument;
    this.entries.push({ ...known, load: load ?? own });
  }
}

async function measured(load: SearchSource["load"]): Promise<Measures> {
  const document = await load();
  return measuresOf(document, digest(JSON.stringify(document)));
}
