/** ExitWorktree: the session leaves its git worktree. Log example: {"name":"ExitWorktree","input":{"action":"keep"}} */

import { flag, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ExitWorktreeCall extends Call<"exitWorktree"> {
  /** "keep" or "remove". */
  readonly action?: string;
  readonly discardChanges?: true;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly exitWorktree: ExitWorktreeCall;
  }
}

export const exitWorktree = defineTool<ExitWorktreeCall>({
  kind: "exitWorktree",
  names: ["ExitWorktree"],
  verb: "run",
  parse: (use, outcome) => ({
    ...callOf("exitWorktree", use, outcome),
    ...given({
      action: words(use.input, "action"),
      discardChanges: flag(use.input, "discard_changes") || undefined,
    }),
  }),
  summary: (call) => call.action ?? "",
  facts: (call) => (call.discardChanges ? [{ text: "changes discarded" }] : []),
});
