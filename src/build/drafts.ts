/**
 * Reads the sessions of an archive and draws each while it is open, before the others are known: so each is read once.
 * A draft counts as a page of an earlier build does: it is taken where everything that it was made from is still so.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { SessionFacts, SessionReader } from "../archive/facts.ts";
import { type LogArchiveOptions, partialArchive } from "../archive/index.ts";
import type { ReadGroup } from "../archive/read-in-time.ts";
import { redactionBy } from "../archive/redaction.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { SessionId } from "../model/session.ts";
import { frozenRedactor, type Redactor } from "../redact/index.ts";
import type { SiteOptions } from "./build.ts";
import type { SiteCache } from "./cache/site-cache.ts";
import { plannedSessions } from "./planned-sessions.ts";
import type { DrawnSession } from "./session-pages.ts";
import { sharedBy } from "./shared.ts";
import type { SessionWorker } from "./workers/worker.ts";
import { sizeOf, type WorkerPool } from "./workers/worker-pool.ts";

/** A worker draws what it holds before it reads more than this (bytes of logs). */
const mostHeld = 4_000_000;

export interface Draft {
  readonly session: DrawnSession;
  /** Of all that its pages are made from, but for what they ask of the archive. */
  readonly fingerprint: string;
  /** Everything that redaction looked for by its value. */
  readonly lookedFor: ReadonlySet<string>;
}

interface Held extends ReadGroup {
  /** Which of the sessions it is, in the order in which they are read. */
  readonly place: number;
}

export interface DraftOptions {
  readonly options: SiteOptions;
  readonly archive: LogArchiveOptions;
  readonly code: string;
  readonly cache: SiteCache;
  readonly redactor: Redactor;
  readonly workers: WorkerPool;
}

export class Drafts implements SessionReader {
  readonly width: number;
  readonly #given: DraftOptions;
  readonly #reader: SessionReader;
  /** Shows records by what is known when a draft is drawn. */
  readonly #shower: Redactor;
  readonly #places = new Map<SessionFiles, number>();
  readonly #held = new Map<SessionWorker, Held[]>();
  readonly #drafts = new Map<SessionId, Draft>();
  readonly #drawing: Promise<void>[] = [];
  #taken = 0;
  #waiting: { readonly count: number; readonly done: () => void }[] = [];
  #lookedFor: ReadonlySet<string> = new Set();

  constructor(given: DraftOptions) {
    this.#given = given;
    const { cache, workers, redactor, options } = given;
    this.width = workers.width;
    this.#shower = redactor.isOn ? frozenRedactor(options.redact, redactor.snapshot()) : redactor;
    this.#reader = cache.reader({
      width: this.width,
      facts: (files) =>
        new Promise((read, failed) => {
          const work = this.#readAndDraw(files, read);
          work.catch(failed);
          this.#drawing.push(work);
        }),
      factsInContext: (files, context) => workers.use(sizeOf(files), (worker) => worker.factsInContext(files, context)),
    });
  }

  facts: SessionReader["facts"] = (files) => {
    this.#places.set(files, this.#places.size + 1);
    return this.#reader.facts(files);
  };

  factsInContext: SessionReader["factsInContext"] = (files, context) => this.#reader.factsInContext(files, context);

  onTaken = (count: number): void => {
    this.#taken = count;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((each) => each.count > count);
    for (const each of waiting) if (each.count <= count) each.done();
  };

  /** By the id that the log has. */
  of(id: SessionId): Draft | undefined {
    return this.#drafts.get(id);
  }

  /** The workers that still have sessions open which nobody has drawn, and which. */
  *held(): Generator<readonly [SessionWorker, ReadonlySet<SessionId>]> {
    for (const [worker, held] of this.#held) yield [worker, new Set(held.map(({ facts }) => facts.id))];
  }

  /** Removes the files of drafts that are not taken. Pictures that others show as well stay. */
  discardAllBut(isTaken: (id: SessionId) => boolean): void {
    const { folder } = this.#given.options;
    const drafts = [...this.#drafts];
    const shown = new Set(drafts.flatMap(([id, { session }]) => (isTaken(id) ? session.elsewhere : [])));
    for (const [id, { session }] of drafts) {
      if (isTaken(id)) continue;
      this.#drafts.delete(id);
      rmSync(join(folder, session.folder), { recursive: true, force: true });
      for (const path of session.elsewhere) if (!shown.has(path)) rmSync(join(folder, path), { force: true });
    }
  }

  /** Its facts are told at once: others wait for them. Then the worker draws what it holds, if that is too much. */
  #readAndDraw(files: SessionFiles, onRead: (facts: SessionFacts) => void): Promise<void> {
    return this.#given.workers.use(sizeOf(files), async (worker) => {
      const held = this.#held.get(worker) ?? [];
      this.#held.set(worker, held);
      const facts = await worker.facts(files);
      held.push({ files, facts, place: this.#places.get(files) ?? 0 });
      onRead(facts);
      const bytes = held.reduce((sum, each) => sum + sizeOf(each.files), 0);
      // The last one stays open: if no more come, it is drawn with everything known.
      const full = bytes > (this.#given.options.mostHeld ?? mostHeld) ? held.splice(0, held.length - 1) : [];
      if (full.length > 0) await this.#draw(full, worker);
    });
  }

  /** Once all sessions are read: their drafts may not be drawn yet. */
  async drawn(): Promise<void> {
    await Promise.all(this.#drawing);
  }

  async #draw(held: readonly Held[], worker: SessionWorker): Promise<void> {
    const { archive: options, redactor, code, cache, options: site } = this.#given;
    // Numbers of secrets count from the oldest session on: all before these must have been learnt from.
    await this.#takenUpTo(Math.max(...held.map(({ place }) => place)));
    const state = redactor.isOn ? redactor.snapshot() : undefined;
    if (state !== undefined) this.#shower.adopt(state);
    // Now: while this worker draws, others take over what was learnt later.
    const lookedFor = this.#lookedForNow();
    const archive = partialArchive(options, held, redactionBy(this.#shower));
    const planned = [...plannedSessions({ options: site, code, cache, archive })];
    await worker.share(sharedBy(archive, state));
    const drawn = await worker.draft(
      planned.map(({ record: { id }, document, digest }) => ({
        id,
        digest,
        source: archive.source(id),
        ...(document === undefined ? {} : { document }),
      })),
      () => undefined,
      held.map(({ facts }) => facts.id),
    );
    const fingerprints = new Map(planned.map(({ record, fingerprint }) => [record.id, fingerprint]));
    for (const session of drawn) {
      const fingerprint = fingerprints.get(session.id) ?? "";
      this.#drafts.set(archive.source(session.id).id, { session, fingerprint, lookedFor });
    }
  }

  /** The same set as long as nothing new is looked for. */
  #lookedForNow(): ReadonlySet<string> {
    const texts = this.#shower.lookedFor().map(({ text }) => text);
    const isSame = texts.length === this.#lookedFor.size && texts.every((text) => this.#lookedFor.has(text));
    if (!isSame) this.#lookedFor = new Set(texts);
    return this.#lookedFor;
  }

  #takenUpTo(count: number): Promise<void> {
    if (this.#taken >= count) return Promise.resolve();
    return new Promise((done) => this.#waiting.push({ count, done }));
  }
}
