/** Where a forked or resumed session may have the result of a call that stands in the session before. */

import type { LogFile } from "../../log/discover.ts";
import type { SessionId, ToolUseId } from "../../model/session.ts";
import type { Evidence, LinkContext } from "./evidence.ts";
import type { Ownership } from "./ownership.ts";
import { predecessorsOf } from "./predecessors.ts";

export type Late = Pick<LinkContext, "lateResults" | "shownBefore">;
export type LogOf = (session: SessionId) => LogFile | undefined;

/** `sessions` come earliest first. Few have calls without a result, and of those few go on in another log. */
export function lateResults(
  sessions: readonly Evidence[],
  continues: Ownership["continues"],
  logOf: LogOf,
): ReadonlyMap<SessionId, Late> {
  const found = new Map<SessionId, Late>();
  const forked = sessions.filter((each) => continues.has(each.session));
  const note = (session: SessionId, late: Late): void => {
    found.set(session, { ...found.get(session), ...late });
  };
  for (const { session, openCalls } of sessions) {
    if (openCalls.length === 0) continue;
    const followers = forked.filter((other) => follows(other.session, session, continues));
    const logs: LogFile[] = [];
    for (const follower of followers) {
      const log = logOf(follower.session);
      if (log === undefined) continue;
      const before = found.get(follower.session)?.shownBefore;
      const calls: readonly ToolUseId[] = [...(before?.calls ?? []), ...openCalls];
      note(follower.session, { shownBefore: { calls, logs: [...new Set([...(before?.logs ?? []), ...logs])] } });
      logs.push(log);
    }
    if (logs.length > 0) note(session, { lateResults: { calls: openCalls, logs } });
  }
  return found;
}

function follows(session: SessionId, earlier: SessionId, continues: Ownership["continues"]): boolean {
  for (const id of predecessorsOf(session, (each) => continues.get(each)?.session)) if (id === earlier) return true;
  return false;
}
