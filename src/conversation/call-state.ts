/** How a call ended, in words. Failures, refusals and interruptions are different things and each says which it is. */
import type { Outcome, ToolCall } from "../model/session.ts";
import { perObject } from "../system/per-object.ts";
import { toolOf } from "../tools/index.ts";

export interface CallState {
  /** Red, open, never in a group. */
  readonly isFailure: boolean;
  /** A failure that was somebody's will: it never ran. */
  readonly isRefused?: true;
  /** Ended before it was done, through no fault of its own: never in a group either. */
  readonly isStopped: boolean;
  /** Words for the row, where the tool's own facts do not say it. */
  readonly words?: string;
}

const ok: CallState = { isFailure: false, isStopped: false };

export function callState(call: ToolCall): CallState {
  const { outcome } = call;
  if (outcome.state === "ok") return saysFailure(call) ? { isFailure: true, isStopped: false } : ok;
  return stateOf(outcome);
}

function stateOf(outcome: Outcome): CallState {
  if (outcome.state === "ok") return ok;
  if (outcome.state === "none") return { isFailure: false, isStopped: true, words: "no result recorded" };
  switch (outcome.reason) {
    case "sibling-errored":
      return { isFailure: false, isStopped: true, words: "not run: a call beside it failed" };
    case "cancelled":
      return { isFailure: false, isStopped: true, words: "cancelled" };
    case "denied":
      return { isFailure: true, isRefused: true, isStopped: false, words: "permission denied" };
    case "hook-blocked":
      return { isFailure: true, isRefused: true, isStopped: false, words: "blocked by a hook" };
  }
  if (outcome.state === "interrupted") return { isFailure: false, isStopped: true, words: "interrupted" };
  if (outcome.state === "rejected")
    return { isFailure: true, isRefused: true, isStopped: false, words: "rejected by the user" };
  return { isFailure: true, isStopped: false, words: "failed" };
}

/** A call may end well for the log and badly by its own account: "exit 1". Each view of it asks. */
const saysFailure = perObject(
  (call: ToolCall): boolean =>
    toolOf(call)
      .facts?.(call)
      .some((fact) => "text" in fact && fact.tone === "bad") ?? false,
);
