/** Where a session comes from and what others say of it: plain data, enough to show it in any thread. */

import type { ReadLog } from "../log/entries/parse.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { OpenSession } from "../model/archive.ts";
import type { Session, SessionId } from "../model/session.ts";
import { type LeaveOutOptions, type LeftOut, leaveOut } from "./leave-out.ts";
import type { Context } from "./link/evidence.ts";
import { openSession } from "./open.ts";
import type { Shown } from "./redaction.ts";

export interface SessionSource {
  /** The id as the log has it. */
  readonly id: SessionId;
  readonly files: SessionFiles;
  readonly context?: Context;
  readonly place: Pick<Session, "project" | "role" | "origin">;
}

export function openShown(
  { files, context, place }: SessionSource,
  show: Shown,
  leave: LeaveOutOptions,
  leftOut: LeftOut,
  log?: ReadLog,
): OpenSession {
  const opened = openSession(files, context, log);
  const session = show.value(leaveOut({ ...opened.session, ...place }, leave, leftOut));
  return { session, diagnostics: show.value(opened.diagnostics), file: show.file(opened.file) };
}
