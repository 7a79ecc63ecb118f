/** The answer to a move to a worktree. */

import { html } from "../../src/text/html.ts";
import type { EnterWorktreeCall } from "../../src/tools/enter-worktree.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const enterWorktree = toolView<EnterWorktreeCall>(
  "enterWorktree",
  (call, view) =>
    // With a name, the row does not show the path.
    html`${rest(call, { name: call.worktree, path: call.worktree === undefined ? call.path : undefined }, view)}${result(
      call,
      view,
    )}`,
);
