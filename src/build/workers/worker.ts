/** Reads sessions and draws their pages, in the main thread or in a worker thread. */

import { factsInContext, type SessionReader, sessionFacts } from "../../archive/facts.ts";
import type { LeaveOutOptions } from "../../archive/leave-out.ts";
import type { ReadLog } from "../../log/entries/parse.ts";
import { createRedactor, type RedactOptions, type Redactor } from "../../redact/index.ts";
import type { DocumentOptions } from "../../search/index.ts";
import { forgetDrawings } from "../../text/memoise.ts";
import { type Draw, drawing, type Shared } from "../draw.ts";
import { loadedTheme } from "../eleventy/theme.ts";
import type { ThemeOptions } from "../theme-files.ts";

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
  /** Gives it what all pages have in common; before the first `draw`. */
  readonly share: (shared: Shared) => Promise<void>;
  readonly draw: Draw;
}

export interface LocalWorker extends SessionWorker {
  /** Nothing more is drawn: its memory is free for the rest. */
  readonly forget: () => void;
}

/** For a session that is drawn again and again while it is written. */
export interface Live {
  readonly log: ReadLog;
  /** A file that stands in the site as it is, and was looked at for the same secrets. */
  readonly isKnown: (path: string) => boolean;
}

export function sessionWorker(settings: WorkerSettings, live?: Live): LocalWorker {
  let learner: Promise<Redactor> | undefined;
  let draw: Draw | undefined;
  return {
    facts: async (files) => {
      learner ??= createRedactor(settings.redact);
      return sessionFacts(files, await learner, live?.log);
    },
    factsInContext: async (files, context) => factsInContext(files, context, live?.log),
    share: async (shared) => {
      // What was learnt is in what is shared; nothing is read from here on.
      learner = undefined;
      draw = drawing(settings, shared, await loadedTheme(settings.theme), live);
    },
    draw: (batch, onSession) => {
      if (draw === undefined) throw new Error("Nothing was shared before drawing.");
      return draw(batch, onSession);
    },
    forget: () => {
      learner = undefined;
      draw = undefined;
      forgetDrawings();
    },
  };
}
