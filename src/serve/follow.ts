/** Follows the logs: one session at a time at once, everything once they are quiet. Never two builds side by side. */
import { statSync } from "node:fs";
import type { LogArchive } from "../archive/index.ts";
import type { BuiltSite } from "../build/build.ts";
import { filesOf } from "../build/cache/log-fingerprint.ts";
import type { WorkerSettings } from "../build/workers/worker.ts";
import { growingLogs } from "../log/entries/growing.ts";
import type { SessionId } from "../model/session.ts";
import { secretsOf, updateSession } from "./update.ts";

export interface FollowOptions {
  readonly site: string;
  readonly first: BuiltSite;
  readonly build: () => Promise<BuiltSite>;
  readonly settings: Omit<WorkerSettings, "folder">;
  readonly tell: (changed: readonly string[]) => void;
  readonly note: (text: string) => void;
}

/** Lists, links and search follow when nothing was written for so long. */
const quietMs = 5000;

export class Following {
  readonly #options: FollowOptions;
  readonly #waiting = new Set<SessionId>();
  readonly #log = growingLogs();
  #state: BuiltSite;
  #lookedFor: string;
  #sessionOf: ReadonlyMap<string, SessionId>;
  #isWholeWanted = false;
  /** Pages were drawn that the lists do not know of. */
  #isStale = false;
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#state = options.first;
    this.#lookedFor = lookedFor(options.first);
    this.#sessionOf = sessionsByFile(options.first.archive);
  }

  /** When a log of the session whose pages lie there was written last; no other page has one. */
  writtenAt(path: string): number | undefined {
    const { archive } = this.#state;
    const key = /^sessions\/([^/]+)\//.exec(path)?.[1];
    const session = key === undefined ? undefined : archive?.sessions.find((each) => each.key === key);
    if (archive === undefined || session === undefined) return undefined;
    const times = filesOf(archive.source(session.id).files).map(
      (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    return Math.max(...times);
  }

  /** Logs that were written, made or removed. */
  hear(paths: readonly string[]): void {
    for (const path of paths) {
      const session = this.#sessionOf.get(path);
      if (session === undefined) this.#isWholeWanted = true;
      else this.#waiting.add(session);
    }
    this.#work ??= this.#go();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work;
    clearTimeout(this.#timer);
  }

  async #go(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#waiting.size > 0 || this.#isWholeWanted) {
      const sessions = [...this.#waiting];
      this.#waiting.clear();
      for (const session of sessions) await this.#update(session);
      if (this.#isWholeWanted) await this.#whole();
    }
    this.#work = undefined;
    if (this.#isStale) this.#timer = setTimeout(() => this.#catchUp(), quietMs);
  }

  #catchUp(): void {
    this.#isWholeWanted = true;
    this.#work ??= this.#go();
  }

  async #update(session: SessionId): Promise<void> {
    const { archive, redactor } = this.#state;
    const { site, settings, tell, note } = this.#options;
    if (archive === undefined || redactor === undefined) return;
    this.#isStale = true;
    try {
      const changed = await updateSession(
        { archive, redactor, site, settings, log: this.#log, lookedFor: this.#lookedFor },
        session,
      );
      if (changed === undefined) this.#isWholeWanted = true;
      else tell([changed]);
    } catch (error) {
      note(`A session could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
      this.#isWholeWanted = true;
    }
  }

  async #whole(): Promise<void> {
    this.#isWholeWanted = false;
    try {
      this.#state = await this.#options.build();
      this.#lookedFor = lookedFor(this.#state);
      this.#sessionOf = sessionsByFile(this.#state.archive);
      this.#isStale = false;
      this.#options.tell([""]);
    } catch (error) {
      // The site that stands there stays; the next change tries again.
      this.#isStale = false;
      this.#options.note(`The site could not be built: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const lookedFor = ({ redactor }: BuiltSite): string => (redactor === undefined ? "" : secretsOf(redactor));

function sessionsByFile(archive: LogArchive | undefined): ReadonlyMap<string, SessionId> {
  const found = new Map<string, SessionId>();
  if (archive === undefined) return found;
  for (const { id } of archive.sessions) for (const path of filesOf(archive.source(id).files)) found.set(path, id);
  return found;
}
