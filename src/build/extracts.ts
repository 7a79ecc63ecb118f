/**
 * Decisions and commits of all sessions, kept in one file between builds: to read every digest for them would cost more
 * than all else that a build does when one session has grown.
 */
import { sessionExtract } from "../archive/digest/extract.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { SessionExtract } from "../model/decisions.ts";
import type { SessionDigest } from "../model/digest.ts";
import type { SessionId } from "../model/session.ts";
import { read, write } from "../system/checked-file.ts";

interface Sessions {
  readonly session: (id: SessionId) => SessionRecord | undefined;
  readonly digest: (id: SessionId) => SessionDigest;
  /** Of those that were drawn just now. */
  readonly drawn?: ReadonlyMap<SessionId, SessionExtract>;
}

export class Extracts {
  readonly #file: string;
  readonly #known: Readonly<Record<string, SessionExtract>>;
  readonly #used: Record<string, SessionExtract> = {};

  constructor(file: string) {
    this.#file = file;
    const known = read<Readonly<Record<string, SessionExtract>>>(file);
    this.#known = typeof known === "string" ? {} : known;
  }

  /** `nameOf` changes with everything that the session's digest is made from. */
  reader({ session, digest, drawn }: Sessions, nameOf: (id: SessionId) => string): (id: SessionId) => SessionExtract {
    return (id) => {
      const name = nameOf(id);
      const record = session(id);
      if (record === undefined) return { decisions: [], commits: [] };
      const found = this.#used[name] ?? drawn?.get(id) ?? this.#known[name] ?? sessionExtract(digest(id), record);
      this.#used[name] = found;
      return found;
    };
  }

  /** Only what this build asked for. */
  save(): void {
    try {
      write(this.#file, this.#used);
    } catch {
      // A full or read-only disk costs time at the next build, not this one.
    }
  }
}
