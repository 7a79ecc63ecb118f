/** Draws the pages of some sessions, with all that is made of a session while it is open. */
import { setImmediate } from "node:timers/promises";
import { sessionFolder } from "../address/paths.ts";
import type { LeftOut } from "../archive/leave-out.ts";
import { type ArchiveRecords, archiveLookup } from "../archive/lookup.ts";
import { redactionBy, sourceIn } from "../archive/redaction.ts";
import { openSession, type SessionSource } from "../archive/source.ts";
import type { ArchiveLookup } from "../model/archive.ts";
import type { Session, SessionId } from "../model/session.ts";
import { frozenRedactor, type Leak, type MemoryState, publishGate, type SourceOf } from "../redact/index.ts";
import { type Measures, measuresOf, searchDocument } from "../search/index.ts";
import { write } from "../system/checked-file.ts";
import { releaseMemoryOf } from "../system/memory.ts";
import { clearDocument } from "./clear-document.ts";
import { type Dependency, notingLookup } from "./dependencies.ts";
import { runEleventy } from "./eleventy/run.ts";
import type { LoadedTheme } from "./eleventy/theme.ts";
import { filesIn, fingerprintOf } from "./output/files.ts";
import { isWithoutLogs } from "./output/without-logs.ts";
import type { DrawnSession } from "./session-pages.ts";
import type { Live, WorkerSettings } from "./workers/worker.ts";

/** What all pages of an archive have in common: plain data. */
export interface Shared {
  readonly title: string;
  readonly timeZone: string;
  readonly isWithoutSearch?: true;
  readonly records: ArchiveRecords;
  /** Absent where nothing is redacted. */
  readonly redaction?: MemoryState;
}

export interface Job {
  readonly id: SessionId;
  /** The file for its search text. */
  readonly document?: string;
  readonly source: SessionSource;
}

export type Draw = (batch: readonly Job[], onSession: (id: SessionId) => void) => Promise<readonly DrawnSession[]>;

export function drawing(
  { folder, redact, leaveOut, search }: WorkerSettings,
  shared: Shared,
  theme: LoadedTheme,
  live?: Live,
): Draw {
  const { title, timeZone, isWithoutSearch, records, redaction } = shared;
  const redactor = frozenRedactor(redact, redaction);
  const visible = redactionBy(redactor);
  const answers = archiveLookup(records);
  const asking: ArchiveLookup = { title, timeZone, ...(isWithoutSearch ? { isWithoutSearch } : {}), ...answers };
  const gate = redactor.isOn ? publishGate({ ...redact, known: redactor.literals(), skip: isWithoutLogs }) : undefined;
  return async (batch, onSession) => {
    const drawn = new Map(batch.map(({ id }) => [id, new Making()]));
    const sources = new Map(batch.map(({ id, source }) => [id, source]));
    const files = new Map(batch.map(({ id, document }) => [id, document]));
    const texts = new Map<SessionId, Measures>();
    const open = (id: SessionId) =>
      openSession(
        sources.get(id) as SessionSource,
        visible,
        leaveOut,
        (drawn.get(id) ?? new Making()).leftOut,
        live?.log,
      );
    await runEleventy(folder, {
      archive: { ...empty, ...asking, ...records, ...answers, open: afterOthers(open), whole: open },
      wanted: { session: (id) => drawn.has(id), lists: false },
      ...theme,
      around: (record, archive) => notingLookup(archive, record, drawn.get(record.id)?.dependencies ?? new Map()),
      onFiles: (record, made) => {
        releaseMemoryOf(made.reduce((sum, { content }) => sum + content.length, 0));
        for (const { path } of made) drawn.get(record.id)?.paths.add(path);
      },
      onSession: ({ session, record }) => {
        const file = files.get(record.id);
        if (file !== undefined) {
          const found = searchDocument(session, record, answers.projectOf(record).name, search);
          const { document, taken } =
            gate === undefined ? { document: found, taken: [] } : clearDocument(found, gate, sourceOf(session));
          drawn.get(record.id)?.taken.push(...taken);
          texts.set(record.id, measuresOf(document, write(file, document)));
        }
        onSession(record.id);
        releaseMemoryOf(record.bytes);
      },
    });
    releaseMemoryOf(batch.reduce((most, { id }) => Math.max(most, asking.session(id)?.bytes ?? 0), 0));
    return batch.map(({ id }) => {
      const { dependencies, leftOut, paths, taken } = drawn.get(id) ?? new Making();
      const record = asking.session(id);
      const own = record === undefined ? [] : filesIn(folder, sessionFolder(record));
      const elsewhere = [...paths].filter((path) => record !== undefined && !path.startsWith(sessionFolder(record)));
      const names = [...own.map(([name]) => name), ...elsewhere].filter((name) => live?.isKnown(name) !== true);
      const again = (): Session =>
        openSession(sources.get(id) as SessionSource, visible, leaveOut, new Making().leftOut, live?.log).session;
      const cleared = gate?.clear(folder, names, (found) => sourceOf(again())(found));
      taken.push(...(cleared?.taken ?? []));
      // Files that something was taken out of are others now.
      const files = [
        ...((cleared?.taken.length ?? 0) === 0 ? own : own.map(([name]) => fingerprintOf(folder, name))),
        ...elsewhere.map((path) => fingerprintOf(folder, path)),
      ];
      const text = texts.get(id);
      return {
        id,
        dependencies: [...dependencies.values()],
        files,
        taken,
        leaks: cleared?.left ?? [],
        leftOut,
        ...(text === undefined ? {} : { text }),
      };
    });
  };
}

/** Gives way between sessions, so that progress is shown and signals are handled. */
function afterOthers<Opened>(open: (id: SessionId) => Opened): (id: SessionId) => Promise<Opened> {
  return async (id) => {
    await setImmediate();
    return open(id);
  };
}

class Making {
  readonly dependencies = new Map<string, Dependency>();
  readonly leftOut: LeftOut = { thinking: 0, toolOutput: 0 };
  /** Of files beside the pages; pictures lie in a folder of their own. */
  readonly paths = new Set<string>();
  readonly taken: Leak[] = [];
}

const sourceOf =
  (session: Session): SourceOf =>
  (text) =>
    sourceIn(session, text) ?? { file: session.file, line: 0 };

/** What no page of a session asks for. */
const empty = {
  files: [],
  usage: [],
  days: [],
  diagnostics: [],
  leftOut: { sessions: 0, thinking: 0, toolOutput: 0 },
  source: (): never => {
    throw new Error("Sources are elsewhere.");
  },
  secrets: () => [],
};
