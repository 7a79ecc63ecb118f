/** The answer to a move out of a worktree. */

import { html } from "../../src/text/html.ts";
import type { ExitWorktreeCall } from "../../src/tools/exit-worktree.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const exitWorktree = toolView<ExitWorktreeCall>(
  "exitWorktree",
  (call, view) =>
    html`${rest(call, { action: call.action, discard_changes: call.discardChanges }, view)}${result(call, view)}`,
);
