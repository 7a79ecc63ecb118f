/** Where a session comes from and what others say of it: plain data, enough to open it in any thread. */

import type { ReadFile } from "../log/provider.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { OpenSession } from "../model/archive.ts";
import type { Session, SessionId, ToolUseId } from "../model/session.ts";
import { stage } from "../system/stages.ts";
import { type LeaveOutOptions, type LeftOut, leaveOut } from "./leave-out.ts";
import type { LinkContext } from "./link/evidence.ts";
import { withdraw } from "./notes/withdraw.ts";
import { type ReadSession, readSession } from "./read-session.ts";
import type { Redaction } from "./redaction.ts";
import { callInThread } from "./replay/order.ts";
import { type Originals, sessionTexts, withShownPaths } from "./replay/session-texts.ts";

export interface SessionSource {
  /** The id as the log has it. */
  readonly id: SessionId;
  readonly files: SessionFiles;
  readonly context?: LinkContext;
  readonly place: Pick<Session, "project" | "role" | "origin" | "kept"> & Partial<Pick<Session, "title" | "titleFrom">>;
}

/** As much of a session that was read as its pages need. */
export interface HeldSession extends Pick<ReadSession, "session" | "diagnostics" | "file"> {
  readonly originals: Originals;
}

export function openSession(
  source: SessionSource,
  redaction: Redaction,
  leave: LeaveOutOptions,
  leftOut: LeftOut,
  log?: ReadFile,
): OpenSession {
  const originals = new Map<ToolUseId, string>();
  const read = stage("read", () =>
    readSession(source.files, source.context, log, (call, text, agent) =>
      originals.set(callInThread(call, agent), text),
    ),
  );
  const kept = withdraw(read, { places: source.files.withdrawn, plans: source.context?.withdrawnPlans }, originals);
  return opened({ ...kept, originals }, source, redaction, leave, leftOut);
}

/** As it may be seen: linked, redacted, and without what was left out by choice. */
export function opened(
  read: HeldSession,
  { place }: Pick<SessionSource, "place">,
  redaction: Redaction,
  leave: LeaveOutOptions,
  leftOut: LeftOut,
): OpenSession {
  const texts = stage("replay edits", () => sessionTexts(read.session, read.originals, redaction.unlearnt));
  const session = stage("show", () => redaction.value(leaveOut({ ...read.session, ...place }, leave, leftOut)));
  return {
    session,
    diagnostics: redaction.value(read.diagnostics),
    file: redaction.file(read.file),
    texts: withShownPaths(texts, redaction.unlearnt),
  };
}
