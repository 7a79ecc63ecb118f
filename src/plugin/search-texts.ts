/** Texts for the search index, written while sessions are open for their pages: so none is read once more for it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogArchive } from "../archive/index.ts";
import { clearDocument } from "../build/clear-document.ts";
import { writeIndex } from "../build/write-index.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { Session, SessionId } from "../model/session.ts";
import type { PublishGate } from "../redact/index.ts";
import {
  type Measures,
  type SearchOptions,
  SessionIndexer,
  searchDocument,
  searchOptions,
  writeSessionIndex,
} from "../search/index.ts";

export class SearchTexts {
  readonly #folder = mkdtempSync(join(tmpdir(), "annals-"));
  readonly #documents = new Map<SessionId, { fingerprint: string; file: string; measures: Measures }>();
  readonly #archive: LogArchive;
  readonly #options: Partial<SearchOptions>;
  readonly #gate: PublishGate | undefined;
  readonly #indexer = new SessionIndexer();

  constructor(archive: LogArchive, options: Partial<SearchOptions>, gate: PublishGate | undefined) {
    this.#archive = archive;
    this.#options = options;
    this.#gate = gate;
  }

  add(session: Session, record: SessionRecord): void {
    const settings = { ...searchOptions, ...this.#options };
    const found = searchDocument(session, record, this.#archive.projectOf(record).name, settings);
    const document = this.#gate === undefined ? found : clearDocument(found, this.#gate, () => undefined).document;
    const file = join(this.#folder, `${record.key}.index`);
    const measures = writeSessionIndex(file, this.#indexer.index(document));
    this.#documents.set(record.id, { fingerprint: "", file, measures });
  }

  /** The index of the archive in this folder. */
  async write(folder: string): Promise<void> {
    await writeIndex({
      archive: this.#archive,
      folder,
      previous: join(this.#folder, "none"),
      cache: join(this.#folder, "search"),
      options: this.#options,
      ...(this.#gate === undefined ? {} : { gate: this.#gate }),
      documents: this.#documents,
    });
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
