/**
 * A session that is being written right now: only its own pages are drawn, and put into the site that is being served.
 * Whom it is linked to, the lists and the search index follow with the next whole build.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sessionFolder } from "../address/paths.ts";
import type { LogArchive } from "../archive/index.ts";
import { settingsOf } from "../archive/lookup.ts";
import type { RecordDraft } from "../archive/record.ts";
import { redactionBy } from "../archive/redaction.ts";
import { sessionWorker, type WorkerSettings } from "../build/workers/worker.ts";
import type { ReadFile } from "../log/provider.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { SessionId } from "../model/session.ts";
import type { Redactor } from "../redact/index.ts";
import { digest } from "../system/checked-file.ts";

export interface Served {
  readonly archive: LogArchive;
  readonly redactor: Redactor;
  /** The site that is being served. */
  readonly site: string;
  readonly settings: Omit<WorkerSettings, "folder">;
  readonly log: ReadFile;
  /** Of the secrets that all of the site was looked at for. */
  readonly lookedFor: string;
}

/** Changes with everything that a page may not show. */
export const secretsOf = (redactor: Redactor): string => digest(JSON.stringify(redactor.state()));

/** The path below which pages have changed; `undefined` where a whole build has to decide. */
export async function updateSession(served: Served, id: SessionId): Promise<string | undefined> {
  const { archive, redactor, site, settings, log, lookedFor } = served;
  const before = archive.session(id);
  if (before === undefined) return undefined;
  const folder = mkdtempSync(`${site}-update-`);
  try {
    const isSame = remembered((path) => haveSameBytes(join(folder, path), join(site, path)));
    let isLookedFor = false;
    const own = sessionWorker({ ...settings, folder }, { log, isKnown: (path) => isLookedFor && isSame(path) });
    const source = archive.source(id);
    const facts = await own.facts(source.files);
    const within = source.context === undefined ? facts.own : await own.factsInContext(source.files, source.context);
    if (within === undefined) return undefined;
    redactor.take(facts.learnt);
    isLookedFor = lookedFor === secretsOf(redactor);
    const record = recordOf(within.draft, before, redactor);
    const sessions = archive.sessions.map((each) => (each.id === id ? record : each));
    await own.share({
      ...settingsOf(archive),
      records: { sessions, projects: archive.projects, chains: archive.chains },
      ...(redactor.isOn ? { redaction: redactor.state() } : {}),
    });
    const [drawn] = await own.draw([{ id, source }], () => undefined);
    if (drawn === undefined || drawn.leaks.length > 0) return undefined;
    for (const [path] of drawn.files) {
      if (isSame(path)) continue;
      mkdirSync(dirname(join(site, path)), { recursive: true });
      renameSync(join(folder, path), join(site, path));
    }
    return sessionFolder(record);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of a long session that has grown, most files are as they were. */
function haveSameBytes(a: string, b: string): boolean {
  try {
    return statSync(a).size === statSync(b).size && readFileSync(a).equals(readFileSync(b));
  } catch {
    return false;
  }
}

function remembered(ask: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}

/** Its own figures are new; its place among others is as it was. */
function recordOf(draft: RecordDraft, before: SessionRecord, redactor: Redactor): SessionRecord {
  const { key, project, role, origin, chain, continues } = before;
  return {
    ...redactionBy(redactor).record({ ...draft, project, role }),
    key,
    ...(origin === undefined ? {} : { origin }),
    ...(chain === undefined ? {} : { chain }),
    ...(continues === undefined ? {} : { continues }),
  };
}
