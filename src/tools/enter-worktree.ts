/** EnterWorktree: the session moves to a git worktree. Log example: {"name":"EnterWorktree","input":{"name":"fix-dst"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface EnterWorktreeCall extends Call<"enterWorktree"> {
  readonly worktree?: string;
  readonly path?: string;
  readonly branch?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly enterWorktree: EnterWorktreeCall;
  }
}

export const enterWorktree = defineTool<EnterWorktreeCall>({
  kind: "enterWorktree",
  names: ["EnterWorktree"],
  verb: "run",
  parse: (use, outcome, details) => ({
    ...callOf("enterWorktree", use, outcome),
    ...given({
      worktree: words(use.input, "name"),
      path: words(use.input, "path") ?? words(details, "worktreePath"),
      branch: words(details, "worktreeBranch"),
    }),
  }),
  summary: (call, paths) => call.worktree ?? (call.path === undefined ? "" : paths.path(call.path)),
  facts: (call) => (call.branch === undefined ? [] : [{ text: call.branch }]),
});
