/** Keeps a served site up to date: a session that grew is drawn at once, the whole site is built when the logs are quiet. */
import { statSync } from "node:fs";
import type { LogArchive } from "../archive/index.ts";
import type { BuiltSite } from "../build/build.ts";
import { filesOf } from "../build/cache/log-fingerprint.ts";
import type { WorkerSettings } from "../build/workers/worker.ts";
import { growingFiles } from "../log/read-log.ts";
import type { SessionId } from "../model/session.ts";
import { secretsOf, updateSession } from "./update.ts";

export interface FollowOptions {
  readonly site: string;
  readonly first: BuiltSite;
  readonly build: () => Promise<BuiltSite>;
  readonly settings: Omit<WorkerSettings, "folder">;
  /** Pages below these paths have changed; "" is all of them. */
  readonly onChanged: (paths: readonly string[]) => void;
  readonly note: (text: string) => void;
}

/** Lists, links and search follow when nothing was written for so long. */
const quietMs = 5000;

export class Following {
  readonly #options: FollowOptions;
  readonly #changed = new Set<SessionId>();
  readonly #log = growingFiles();
  #state: BuiltSite;
  #secrets: string;
  #sessionOf: ReadonlyMap<string, SessionId>;
  #isBuildWanted = false;
  /** Pages were drawn that the lists do not know of. */
  #isStale = false;
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#state = options.first;
    this.#secrets = lookedFor(options.first);
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
  changed(paths: readonly string[]): void {
    for (const path of paths) {
      const session = this.#sessionOf.get(path);
      if (session === undefined) this.#isBuildWanted = true;
      else this.#changed.add(session);
    }
    this.#work ??= this.#run();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#changed.size > 0 || this.#isBuildWanted) {
      const sessions = [...this.#changed];
      this.#changed.clear();
      for (const session of sessions) await this.#update(session);
      if (this.#isBuildWanted) await this.#rebuild();
    }
    this.#work = undefined;
    if (this.#isStale) this.#timer = setTimeout(() => this.#catchUp(), quietMs);
  }

  #catchUp(): void {
    this.#isBuildWanted = true;
    this.#work ??= this.#run();
  }

  async #update(session: SessionId): Promise<void> {
    const { archive, redactor } = this.#state;
    const { site, settings, onChanged, note } = this.#options;
    if (archive === undefined || redactor === undefined) return;
    this.#isStale = true;
    try {
      const changed = await updateSession(
        { archive, redactor, site, settings, log: this.#log, lookedFor: this.#secrets },
        session,
      );
      if (changed === undefined) this.#isBuildWanted = true;
      else onChanged([changed]);
    } catch (error) {
      note(`A session could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
      this.#isBuildWanted = true;
    }
  }

  async #rebuild(): Promise<void> {
    this.#isBuildWanted = false;
    try {
      this.#state = await this.#options.build();
      this.#secrets = lookedFor(this.#state);
      this.#sessionOf = sessionsByFile(this.#state.archive);
      this.#isStale = false;
      this.#options.onChanged([""]);
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
