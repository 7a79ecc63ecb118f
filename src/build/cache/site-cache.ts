/** What is kept between builds of one site. It may be deleted at any time; what is damaged is made anew. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { OwnFacts, SessionFacts, SessionReader } from "../../archive/facts.ts";
import type { LinkContext } from "../../archive/link/evidence.ts";
import type { SessionFiles } from "../../log/session-files.ts";
import type { ClearedPieces } from "../../redact/index.ts";
import { digest, read, write, writeParts } from "../../system/checked-file.ts";
import type { FileFingerprint } from "../output/files.ts";
import type { SessionPages } from "../session-pages.ts";
import type { Summary } from "../summary.ts";
import { contentOf, filesOf, fingerprintOf, statesOf } from "./log-fingerprint.ts";

/** What is known of a session's files and of what was made of them. */
interface KeptSession {
  readonly fingerprint: string;
  readonly isFresh: boolean;
  readonly content: string;
  readonly pages?: SessionPages;
}

/** What the list of a project's files was made from, and what else their pages are made from but for sessions. */
export interface KeptFileList {
  /** Of the list in the cache. */
  readonly name: string;
  /** Of the project, and of what all pages are made from. */
  readonly project: string;
}

/** What is known of the site as a whole. */
export interface RememberedSite {
  /** Of all logs and options. */
  readonly fingerprint: string;
  /** Some log was written just before; it may change again without its time telling. */
  readonly isFresh: boolean;
  /** All files but the pages of sessions. */
  readonly lists: readonly FileFingerprint[];
  readonly summary: Summary;
  /** Of what stories were made from, by the paths of their pages. */
  readonly stories: Readonly<Record<string, string>>;
  /** By project. */
  readonly fileLists: Readonly<Record<string, KeptFileList>>;
  /** Everything that redaction looked for by its value. */
  readonly lookedFor: readonly string[];
  /** Packed pieces in which nothing of it was found. */
  readonly cleared: ClearedPieces;
}

interface Manifest {
  /** Our code and the options that decide what is read from a log. */
  readonly fingerprint: string;
  readonly sessions: Readonly<Record<string, KeptSession>>;
  readonly site?: RememberedSite;
}

const format = "4";

export class SiteCache {
  readonly folder: string;
  readonly #fingerprint: string;
  readonly #before: Manifest | undefined;
  readonly #sessions = new Map<string, Omit<KeptSession, "pages">>();
  /** As JSON. */
  readonly #pages = new Map<string, string>();
  readonly #used = new Set<string>();
  #isDamaged = false;

  constructor(folder: string, fingerprint: string) {
    this.folder = folder;
    this.#fingerprint = digest(format, fingerprint);
    const manifest = read<Manifest>(join(folder, "manifest.json"));
    if (manifest === "damaged") this.#isDamaged = true;
    this.#before = typeof manifest === "string" || manifest.fingerprint !== this.#fingerprint ? undefined : manifest;
  }

  /** Something was not as it was written. It was passed over; the user may want to know. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Nothing is known: every session has to be read. */
  get isEmpty(): boolean {
    return this.#before === undefined;
  }

  get site(): RememberedSite | undefined {
    return this.#before?.site;
  }

  /** All that is known from the build before. */
  pages(): readonly SessionPages[] {
    return Object.values(this.#before?.sessions ?? {}).flatMap(({ pages }) => pages ?? []);
  }

  pagesOf(id: string): SessionPages | undefined {
    return this.#before?.sessions[id]?.pages;
  }

  /** `pages` is a `SessionPages` as JSON, since it goes straight into a file. */
  keepPages(id: string, pages: string): void {
    this.#pages.set(id, pages);
  }

  /** The bytes behind a session that was read. */
  content(id: string): string {
    return this.#sessions.get(id)?.content ?? "";
  }

  /** Reads only what it does not know. */
  reader(inner: SessionReader): SessionReader {
    return {
      width: inner.width,
      facts: (files) => this.#facts(files, inner),
      factsInContext: (files, context) => this.#factsInContext(files, context, inner),
    };
  }

  async #facts(files: SessionFiles, inner: SessionReader): Promise<SessionFacts> {
    const paths = filesOf(files);
    const shape = shapeOf(files);
    const stat = fingerprintOf(paths);
    const { isFresh } = stat;
    const fingerprint = digest(shape, stat.text);
    const before = this.#before?.sessions[files.id];
    const isSame = before !== undefined && before.fingerprint === fingerprint && !before.isFresh;
    const content = isSame ? before.content : before === undefined ? undefined : digest(shape, contentOf(paths));
    const known = content === undefined ? undefined : this.#read<SessionFacts>(factsFile(content));
    if (known !== undefined && content !== undefined) {
      this.#sessions.set(files.id, { fingerprint, isFresh, content });
      return known;
    }
    const facts = await inner.facts(files);
    // After the reading: what grew meanwhile does not match and is read again next time.
    const made = digest(shape, contentOf(paths));
    this.#sessions.set(files.id, { fingerprint, isFresh, content: made });
    this.#write(factsFile(made), facts);
    return facts;
  }

  async #factsInContext(files: SessionFiles, context: LinkContext, inner: SessionReader): Promise<OwnFacts> {
    const name = factsFile(digest(this.content(files.id), canonical(context)));
    const known = this.#read<OwnFacts>(name);
    if (known !== undefined) return known;
    const facts = await inner.factsInContext(files, context);
    this.#write(name, facts);
    return facts;
  }

  /** A value from its file; where there is none, it is made and put there. */
  kept<Value>(name: string, make: () => Value): Value {
    const known = this.#read<Value>(name);
    if (known !== undefined) return known;
    const made = make();
    this.#write(name, made);
    return made;
  }

  /** What a build before put there, if it is there. */
  find<Value>(name: string): Value | undefined {
    const value = read<Value>(join(this.folder, name));
    return typeof value === "string" ? undefined : value;
  }

  #read<Value>(name: string): Value | undefined {
    this.#used.add(name);
    const value = read<Value>(join(this.folder, name));
    if (value === "damaged") this.#isDamaged = true;
    return value === "damaged" || value === "absent" ? undefined : (value as Value);
  }

  #write(name: string, value: unknown): void {
    this.#put(name, (path) => write(path, value));
  }

  #put(name: string, writeTo: (path: string) => void): void {
    this.#used.add(name);
    try {
      writeTo(join(this.folder, name));
    } catch {
      // A full or read-only disk costs time at the next build, not this one.
      this.#isDamaged = true;
    }
  }

  /** Once the site is in its place; without one, where only what was read of the logs is kept. */
  save(site?: RememberedSite): void {
    this.#put("manifest.json", (path) => writeParts(path, this.#manifest(site)));
    for (const folder of ["facts", "documents", "digests", "files"]) this.#sweep(folder);
    // Earlier versions kept a copy of the site here; a session that was withdrawn may be in it.
    rmSync(join(this.folder, "twin"), { recursive: true, force: true });
  }

  /** A `Manifest`, one session after the other: all in one text would be the largest that a build has. */
  *#manifest(site: RememberedSite | undefined): Generator<string> {
    yield `{"fingerprint":${JSON.stringify(this.#fingerprint)},${site === undefined ? "" : `"site":${JSON.stringify(site)},`}"sessions":{`;
    let comma = "";
    for (const [id, kept] of this.#sessions) {
      const pages = this.#pages.get(id);
      const known = JSON.stringify(kept).slice(0, -1);
      yield `${comma}${JSON.stringify(id)}:${known}${pages === undefined ? "" : `,"pages":${pages}`}}`;
      comma = ",";
    }
    yield "}}";
  }

  /** Another file of the cache that is still needed, as "documents/4f1c.json". */
  use(name: string): void {
    this.#used.add(name);
  }

  /** Drops what this build did not use. */
  #sweep(folder: string): void {
    const path = join(this.folder, folder);
    if (!existsSync(path)) return;
    for (const name of readdirSync(path))
      if (!this.#used.has(`${folder}/${name}`)) rmSync(join(path, name), { force: true });
  }
}

const factsFile = (content: string): string => `facts/${content}.json`;

/** Where a session is and how its files are called shows in it. */
function shapeOf(files: SessionFiles): string {
  const { id, file, agents, folder, outputs, withdrawn } = files;
  return JSON.stringify([
    id,
    folder,
    file?.name,
    agents.map((agent) => [agent.id, agent.file.name, agent.workflow, agent.meta]),
    [...outputs.keys()],
    statesOf(files),
    ...(withdrawn === undefined ? [] : [{ withdrawn }]),
  ]);
}

/** Sets and maps as lists. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof RegExp) return String(each);
    return each instanceof Set || each instanceof Map ? [...each] : each;
  });
}
