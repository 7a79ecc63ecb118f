/** Draws the pages of some sessions, with all that is made of a session while it is open. */
import { setImmediate } from "node:timers/promises";
import { sessionFolder } from "../address/paths.ts";
import { sessionExtract } from "../archive/digest/extract.ts";
import type { LeftOut } from "../archive/leave-out.ts";
import { type ArchiveRecords, archiveLookup, settingsOf } from "../archive/lookup.ts";
import { redactionBy, sourceIn } from "../archive/redaction.ts";
import { type HeldSession, opened, openSession, type SessionSource } from "../archive/source.ts";
import { noWork } from "../archive/work.ts";
import type { Archive, ArchiveLookup, ArchiveSettings, SessionRecord } from "../model/archive.ts";
import type { SessionExtract } from "../model/decisions.ts";
import type { Session, SessionId } from "../model/session.ts";
import type { Leak, MemoryState, PublishGate, Redactor, SourceOf } from "../redact/index.ts";
import { type Measures, type SessionIndexer, searchDocument, writeSessionIndex } from "../search/index.ts";
import { releaseMemoryOf } from "../system/memory.ts";
import { stage, stageAsync } from "../system/stages.ts";
import { clearDocument } from "./clear-document.ts";
import { type Dependency, notingLookup, shownDependency } from "./dependencies.ts";
import { keepDigest } from "./digest-files.ts";
import { runEleventy } from "./eleventy/run.ts";
import type { LoadedTheme } from "./eleventy/theme.ts";
import type { DrawnSession } from "./session-pages.ts";
import type { Live, WorkerSettings } from "./workers/worker.ts";

/** What all pages of an archive have in common: plain data. */
export interface Shared extends ArchiveSettings {
  readonly records: ArchiveRecords;
  /** Absent where nothing is redacted. */
  readonly redaction?: MemoryState;
}

export interface Job {
  readonly id: SessionId;
  /** The file for the index of its search text. */
  readonly document?: string;
  /** The file for what pages over the whole archive need of it. */
  readonly digest?: string;
  readonly source: SessionSource;
}

export type OnSession = (id: SessionId) => void;

/** What a worker draws with. */
export interface DrawingTools {
  readonly settings: WorkerSettings;
  readonly records: ArchiveRecords;
  /** What pages ask for other sessions, from the records. */
  readonly lookup: Lookup;
  readonly theme: LoadedTheme;
  /** Shows texts by what is shared. */
  readonly redactor: Redactor;
  /** Absent where nothing is redacted. */
  readonly gate: PublishGate | undefined;
  readonly indexer: SessionIndexer;
  /** Sessions that were just read, by the id that their log has. Each is drawn once and then let go. */
  readonly held: Map<SessionId, HeldSession>;
  readonly live?: Live;
}

type Lookup = ArchiveLookup & Pick<Archive, "projectOf">;

export const lookupOf = (shared: Shared): Lookup => ({ ...settingsOf(shared), ...archiveLookup(shared.records) });

export async function drawSessions(
  batch: readonly Job[],
  tools: DrawingTools,
  onSession: OnSession,
): Promise<readonly DrawnSession[]> {
  const { settings, records, lookup, theme, redactor, gate, indexer, held, live } = tools;
  const { leaveOut, folder, search } = settings;
  const visible = redactionBy(redactor);
  const made = new Map(batch.map((job) => [job.id, new Making(job)]));
  const open = (id: SessionId) => {
    const making = made.get(id) as Making;
    const { source } = making.job;
    redactor.onShown((shown) => making.note(shownDependency(shown, redactor)));
    const read = source.context === undefined ? held.get(source.id) : undefined;
    held.delete(source.id);
    return read === undefined
      ? openSession(source, visible, leaveOut, making.leftOut, live?.log)
      : opened(read, source, visible, leaveOut, making.leftOut);
  };
  await stageAsync("Eleventy and files", () =>
    runEleventy(folder, {
      archive: { ...empty, ...lookup, ...records, open: afterOthers(open), whole: open },
      wanted: { session: (id) => made.has(id), lists: false },
      ...theme,
      around: (record, archive) => notingLookup(archive, record, (made.get(record.id) as Making).note),
      onFiles: (record, files) => {
        for (const { path } of files) if (record !== undefined) made.get(record.id)?.addPath(path, record);
      },
      onSession: ({ session, record }, texts) => {
        const making = made.get(record.id) as Making;
        const { document: file, digest } = making.job;
        if (digest !== undefined)
          making.extract = stage("digest", () => sessionExtract(keepDigest(digest, session, record, texts), record));
        if (file !== undefined) {
          const { name } = lookup.projectOf(record);
          const found = stage("search text", () => searchDocument(session, record, name, search));
          const { document, taken } =
            gate === undefined
              ? { document: found, taken: [] }
              : stage("gate", () => clearDocument(found, gate, sourceOf(session)));
          making.taken.push(...taken);
          making.text = stage("index words", () => writeSessionIndex(file, indexer.index(document)));
        }
        onSession(record.id);
      },
    }),
  );
  redactor.onShown(undefined);
  releaseMemoryOf(batch.reduce((most, { id }) => Math.max(most, lookup.session(id)?.bytes ?? 0), 0));
  return batch.map(({ id }) => {
    const { dependencies, leftOut, elsewhere, taken, text, extract } = made.get(id) as Making;
    const record = lookup.session(id);
    return {
      id,
      folder: record === undefined ? "" : sessionFolder(record),
      dependencies: [...dependencies.values()],
      elsewhere: [...elsewhere],
      taken,
      leftOut,
      ...(text === undefined ? {} : { text }),
      ...(extract === undefined ? {} : { extract }),
    };
  });
}

/** Gives way between sessions, so that progress is shown and signals are handled. */
function afterOthers<Opened>(open: (id: SessionId) => Opened): (id: SessionId) => Promise<Opened> {
  return async (id) => {
    await setImmediate();
    return open(id);
  };
}

class Making {
  readonly job: Job;
  readonly dependencies = new Map<string, Dependency>();
  readonly leftOut: LeftOut = { thinking: 0, toolOutput: 0 };
  /** Files that do not lie in the session's folder; pictures have a folder of their own. */
  readonly elsewhere = new Set<string>();
  readonly taken: Leak[] = [];
  text: Measures | undefined;
  extract: SessionExtract | undefined;

  constructor(job: Job) {
    this.job = job;
  }

  readonly note = (dependency: Dependency): void => {
    this.dependencies.set(`${dependency[0]} ${dependency[1]}`, dependency);
  };

  addPath(path: string, record: SessionRecord): void {
    if (!path.startsWith(sessionFolder(record))) this.elsewhere.add(path);
  }
}

export const sourceOf =
  (session: Session): SourceOf =>
  (text) =>
    sourceIn(session, text) ?? { file: session.file, line: 0 };

/** What no page of a session asks for. */
const empty = {
  files: [],
  usage: [],
  days: [],
  work: noWork,
  diagnostics: [],
  leftOut: { sessions: 0, thinking: 0, toolOutput: 0 },
  source: (): never => {
    throw new Error("Sources are elsewhere.");
  },
  digest: (): never => {
    throw new Error("Digests are for pages over the whole archive.");
  },
  extract: () => ({ decisions: [], commits: [] }),
};
