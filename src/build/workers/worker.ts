/** Reads sessions and draws their pages, in the main thread or in a worker thread. */

import { factsInContext, readWithFacts, type SessionReader } from "../../archive/facts.ts";
import type { LeaveOutOptions } from "../../archive/leave-out.ts";
import type { HeldSession } from "../../archive/source.ts";
import type { ReadFile } from "../../log/provider.ts";
import type { SessionId } from "../../model/session.ts";
import {
  createRedactor,
  frozenRedactor,
  type MemoryState,
  type PublishGate,
  publishGate,
  type RedactOptions,
  type Redactor,
} from "../../redact/index.ts";
import { type DocumentOptions, SessionIndexer } from "../../search/index.ts";
import { releaseTexts } from "../../system/memory.ts";
import { forgetDrawings } from "../../text/memoise.ts";
import { type DrawingTools, drawSessions, type Job, lookupOf, type OnSession, type Shared } from "../draw.ts";
import { type LoadedTheme, loadedTheme } from "../eleventy/theme.ts";
import { type Finished, type FinishJob, finishSession } from "../finish-pages.ts";
import { isWithoutLogs } from "../output/without-logs.ts";
import type { DrawnSession, LookedAtSession } from "../session-pages.ts";
import type { ThemeOptions } from "../theme-files.ts";
import { type IndexPlan, writePlannedIndex } from "../write-index.ts";

/** Plain data, sent to each thread once. */
export interface WorkerSettings {
  readonly redact: RedactOptions;
  /** Where pages are written. */
  readonly folder: string;
  readonly leaveOut: LeaveOutOptions;
  readonly theme: ThemeOptions;
  /** What of a session is searchable. */
  readonly search: DocumentOptions;
}

export interface SessionWorker extends Pick<SessionReader, "facts" | "factsInContext"> {
  /** Gives it what pages have in common; before anything is drawn, and again when more is known. */
  readonly share: (shared: Shared) => Promise<void>;
  /** Draws sessions that others may say more of later, and lets go of all that are not drawn yet. */
  readonly draft: (
    batch: readonly Job[],
    onSession: OnSession,
    /** Sessions that are read again when they are drawn. */
    letGo: readonly SessionId[],
  ) => Promise<readonly DrawnSession[]>;
  /** Draws and finishes sessions with all that is known. */
  readonly draw: (batch: readonly Job[], onSession: OnSession) => Promise<readonly LookedAtSession[]>;
  readonly finish: (jobs: readonly FinishJob[]) => Promise<readonly Finished[]>;
  /** Writes the search index, once nothing is drawn any more. Fails where the index of a session is not in its file. */
  readonly index: (plan: IndexPlan) => Promise<void>;
}

export interface LocalWorker extends SessionWorker {
  /** Nothing more is drawn: its memory is free for the rest. */
  readonly forget: () => void;
}

/** For a session that is drawn again and again while it is written. */
export interface Live {
  readonly log: ReadFile;
  /** A file that stands in the site as it is, and was looked at for the same secrets. */
  readonly isKnown: (path: string) => boolean;
}

export function sessionWorker(settings: WorkerSettings, live?: Live): LocalWorker {
  const held = new Map<SessionId, HeldSession>();
  const redaction = new WorkerRedaction(settings.redact);
  let indexer = new SessionIndexer();
  let theme: Promise<LoadedTheme> | undefined;
  let tools: DrawingTools | undefined;
  const shared = (): DrawingTools => {
    if (tools === undefined) throw new Error("Nothing was shared before drawing.");
    return tools;
  };
  const draft: SessionWorker["draft"] = async (batch, onSession, letGo) => {
    const drawn = await drawSessions(batch, shared(), onSession);
    for (const id of letGo) held.delete(id);
    return drawn;
  };
  const forget = (): void => {
    held.clear();
    indexer = new SessionIndexer();
    tools = undefined;
    forgetDrawings();
  };
  return {
    facts: async (files) => {
      const { facts, read } = await readWithFacts(files, await redaction.learner(), live?.log);
      const { session, diagnostics, file, originals } = read;
      if (!read.isEmpty) held.set(files.id, { session, diagnostics, file, originals });
      return facts;
    },
    factsInContext: async (files, context) => factsInContext(files, context, live?.log),
    share: async (given) => {
      theme ??= loadedTheme(settings.theme);
      tools = {
        settings,
        records: given.records,
        lookup: lookupOf(given),
        theme: await theme,
        ...(await redaction.by(given.redaction)),
        indexer,
        held,
        ...(live === undefined ? {} : { live }),
      };
    },
    draft,
    draw: async (batch, onSession) => {
      const drawn = await draft(batch, onSession, []);
      const source = new Map(batch.map((job) => [job.id, job.source]));
      return drawn.flatMap((session) => {
        const of = source.get(session.id);
        return of === undefined ? [] : (finishSession({ session, source: of }, shared()) ?? []);
      });
    },
    finish: async (jobs) =>
      jobs.map((job) => {
        releaseTexts();
        return finishSession(job, shared());
      }),
    index: (plan) => {
      forget();
      return writePlannedIndex(plan, () => {
        throw new Error("The index of a session is not in its file.");
      });
    },
    forget,
  };
}

/** Learns from sessions, and shows them by what is known of all. */
class WorkerRedaction {
  readonly #options: RedactOptions;
  #learner: Promise<Redactor> | undefined;
  #gate: { readonly known: string; readonly gate: PublishGate } | undefined;

  constructor(options: RedactOptions) {
    this.#options = options;
  }

  learner(): Promise<Redactor> {
    this.#learner ??= createRedactor(this.#options);
    return this.#learner;
  }

  async by(state: MemoryState | undefined): Promise<Pick<DrawingTools, "redactor" | "gate">> {
    if (state === undefined) return { redactor: frozenRedactor(this.#options, state), gate: undefined };
    // What was looked at while it was read is not looked at again.
    const redactor = (await this.#learner)?.showing(state) ?? frozenRedactor(this.#options, state);
    return { redactor, gate: this.#gateFor(redactor) };
  }

  /** Its tables are made anew only when there is something new to look for. */
  #gateFor(redactor: Redactor): PublishGate {
    const literals = redactor.literals();
    const known = JSON.stringify(literals);
    if (this.#gate?.known !== known) {
      const gate = publishGate({ ...this.#options, known: literals, skip: isWithoutLogs });
      this.#gate = { known, gate };
    }
    return this.#gate.gate;
  }
}
