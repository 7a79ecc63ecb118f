/** EnterWorktree: the session moves to a git worktree. Log example: {"name":"EnterWorktree","input":{"name":"fix-dst"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { given } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
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
  summary: (call, view) => call.worktree ?? (call.path === undefined ? "" : view.path(call.path)),
  facts: (call) => (call.branch === undefined ? [] : [{ text: call.branch }]),
  render: (call, view) =>
    // With a name, the row does not show the path.
    html`${rest(call, { name: call.worktree, path: call.worktree === undefined ? call.path : undefined }, view)}${result(
      call,
      view,
    )}`,
});
