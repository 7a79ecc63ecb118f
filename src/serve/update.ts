/**
 * A session that is being written right now: only its own pages are drawn, and put into the site that is being served.
 * Whom it is linked to, the lists and the search index follow with the next whole build.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionRecord } from "../archive.ts";
import type { ReadLog } from "../entries/parse.ts";
import { type HandSettings, hand } from "../hands/hand.ts";
import type { Library } from "../library/index.ts";
import { shown } from "../library/redaction.ts";
import type { SessionId } from "../model.ts";
import type { Redactor } from "../redact/index.ts";
import { sessionFolder } from "../render/links.ts";

export interface Live {
  readonly library: Library;
  readonly redactor: Redactor;
  /** The site that is being served. */
  readonly site: string;
  readonly settings: Omit<HandSettings, "folder">;
  readonly log: ReadLog;
}

/** The path below which pages have changed; `undefined` where a whole build has to decide. */
export async function updateSession(live: Live, id: SessionId): Promise<string | undefined> {
  const { library, redactor, site, settings, log } = live;
  const before = library.session(id);
  if (before === undefined) return undefined;
  const folder = mkdtempSync(`${site}-update-`);
  try {
    const own = hand({ ...settings, folder }, log);
    const source = library.source(id);
    const facts = await own.facts(source.files);
    const within = source.context === undefined ? facts.own : await own.within(source.files, source.context);
    if (within === undefined) return undefined;
    redactor.take(facts.learnt);
    const record = recordOf(within.draft, before, redactor);
    const sessions = library.sessions.map((each) => (each.id === id ? record : each));
    await own.share({
      title: library.title,
      timeZone: library.timeZone,
      records: { sessions, projects: library.projects, chains: library.chains },
      ...(redactor.isOn ? { redaction: { state: redactor.state(), known: redactor.hashes() } } : {}),
    });
    const [drawn] = await own.draw([{ id, source }], () => undefined);
    if (drawn === undefined || drawn.leaks.length > 0) return undefined;
    for (const [path] of drawn.files) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      renameSync(join(folder, path), join(site, path));
    }
    return sessionFolder(record);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Its own figures are new; its place among others is as it was. */
function recordOf(draft: SessionRecord, before: SessionRecord, redactor: Redactor): SessionRecord {
  const { key, project, role, origin, chain, continues } = before;
  return {
    ...shown(redactor).record(draft),
    key,
    project,
    role,
    ...(origin === undefined ? {} : { origin }),
    ...(chain === undefined ? {} : { chain }),
    ...(continues === undefined ? {} : { continues }),
  };
}
