/** Digests of sessions in a folder of their own while a run of Eleventy lasts. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionExtract } from "../archive/digest/extract.ts";
import type { LogArchive } from "../archive/index.ts";
import { digestReader, keepDigest } from "../build/digest-files.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { SessionExtract } from "../model/decisions.ts";
import type { SessionTexts } from "../model/replay.ts";
import type { Session, SessionId } from "../model/session.ts";

export class DigestFolder {
  #folder: string | undefined;
  /** A page over the whole archive may be drawn before those of its sessions: then one is read for it. */
  readonly readers: Pick<LogArchive, "digest" | "extract">;

  constructor(archive: LogArchive) {
    const { session } = archive;
    const digest = digestReader(archive, (id) => {
      const record = archive.session(id);
      return record === undefined ? undefined : this.#file(record);
    });
    const known = new Map<SessionId, SessionExtract>();
    const extract = (id: SessionId): SessionExtract => {
      const found = known.get(id) ?? sessionExtract(digest(id), session(id) as SessionRecord);
      known.set(id, found);
      return found;
    };
    this.readers = { digest, extract };
  }

  /** Once, where it was not made before. */
  add(session: Session, record: SessionRecord, texts?: SessionTexts): void {
    const file = this.#file(record);
    if (!existsSync(file)) keepDigest(file, session, record, texts);
  }

  #file({ key }: SessionRecord): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), "annals-"));
    return join(this.#folder, `${key}.json`);
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}
