/** Where a session comes from and what others say of it: plain data, enough to open it in any thread. */

import type { ReadLog } from "../log/entries/parse.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { OpenSession } from "../model/archive.ts";
import type { Session, SessionId } from "../model/session.ts";
import { type LeaveOutOptions, type LeftOut, leaveOut } from "./leave-out.ts";
import type { LinkContext } from "./link/evidence.ts";
import { readSession } from "./read-session.ts";
import type { Redaction } from "./redaction.ts";

export interface SessionSource {
  /** The id as the log has it. */
  readonly id: SessionId;
  readonly files: SessionFiles;
  readonly context?: LinkContext;
  readonly place: Pick<Session, "project" | "role" | "origin">;
}

/** As it may be seen: linked, redacted, and without what was left out by choice. */
export function openSession(
  { files, context, place }: SessionSource,
  redaction: Redaction,
  leave: LeaveOutOptions,
  leftOut: LeftOut,
  log?: ReadLog,
): OpenSession {
  const read = readSession(files, context, log);
  const session = redaction.value(leaveOut({ ...read.session, ...place }, leave, leftOut));
  return { session, diagnostics: redaction.value(read.diagnostics), file: redaction.file(read.file) };
}
