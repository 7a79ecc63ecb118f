/**
 * Finishes pages that were drawn: fills in what was not known then, tells which of them hold a secret that was not known
 * then, and has the publish gate look at all others.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PageContext } from "../../templates/parts/page-context.ts";
import { withEnd } from "../../templates/parts/session-end.ts";
import { withTheme } from "../../templates/theme.ts";
import { sessionPath } from "../address/paths.ts";
import { redactionBy } from "../archive/redaction.ts";
import { openSession, type SessionSource } from "../archive/source.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { Session } from "../model/session.ts";
import type { Literal } from "../redact/index.ts";
import { stage } from "../system/stages.ts";
import { type Dependency, notingLookup } from "./dependencies.ts";
import { type DrawingTools, sourceOf } from "./draw.ts";
import { type FileFingerprint, filesIn, fingerprintOf } from "./output/files.ts";
import type { DrawnSession, LookedAtSession } from "./session-pages.ts";

export interface FinishJob {
  readonly session: DrawnSession;
  readonly source: SessionSource;
  /** Absent for pages that were drawn with all that is known. */
  readonly draft?: {
    /** What redaction has learnt since they were drawn. */
    readonly late: readonly Literal[];
    /** The file with what pages over the whole archive need of it. */
    readonly digest: string;
  };
}

/** `undefined` for a session that has to be drawn again. */
export type Finished = LookedAtSession | undefined;

export function finishSession(job: FinishJob, tools: DrawingTools): Finished {
  return stage("finish pages", () => finishedSession(job, tools));
}

function finishedSession({ session, source, draft }: FinishJob, tools: DrawingTools): Finished {
  const { settings, lookup, gate, live } = tools;
  const { folder } = settings;
  const record = lookup.session(session.id);
  if (record === undefined) return undefined;
  const dependencies = new Map(session.dependencies.map((each) => [`${each[0]} ${each[1]}`, each]));
  if (draft !== undefined) fillEnd(record, tools, dependencies);
  const own = filesIn(folder, session.folder);
  const names = [...own.map(([name]) => name), ...session.elsewhere].filter((name) => live?.isKnown(name) !== true);
  const again = (): Session =>
    openSession(source, redactionBy(tools.redactor), settings.leaveOut, { thinking: 0, toolOutput: 0 }, live?.log)
      .session;
  const { late, digest } = draft ?? { late: [], digest: "" };
  if (late.length > 0 && gate?.holds(dirname(digest), [basename(digest)], late).length) return undefined;
  const cleared = stage("gate", () => gate?.clearDrawn(folder, names, late, (found) => sourceOf(again())(found)));
  if (gate !== undefined && cleared === undefined) return undefined;
  const hasChanged = (cleared?.taken.length ?? 0) > 0;
  // Files that something was taken out of are others now.
  const files: FileFingerprint[] = [
    ...(hasChanged ? own.map(([name]) => fingerprintOf(folder, name)) : own),
    ...session.elsewhere.map((path) => fingerprintOf(folder, path)),
  ];
  const { id, leftOut, taken, text, extract } = session;
  return {
    id,
    dependencies: [...dependencies.values()],
    files,
    leftOut,
    taken: [...taken, ...(cleared?.taken ?? [])],
    leaks: cleared?.left ?? [],
    ...(text === undefined ? {} : { text }),
    ...(extract === undefined ? {} : { extract }),
  };
}

function fillEnd(
  record: SessionRecord,
  { settings, lookup, theme }: DrawingTools,
  dependencies: Map<string, Dependency>,
): void {
  const path = sessionPath(record);
  const file = join(settings.folder, path);
  const archive = notingLookup(lookup, record, (each) => dependencies.set(`${each[0]} ${each[1]}`, each));
  const context = new PageContext({ archive, record, path });
  const page = readFileSync(file);
  // Drawn just now: no other site has a link to it yet.
  writeFileSync(
    file,
    withTheme(theme.theme, () => withEnd(page, context)),
  );
}
