/** The files that a pattern matches. */

import { html } from "../../src/text/html.ts";
import type { GlobCall } from "../../src/tools/glob.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const glob = toolView<GlobCall>(
  "glob",
  (call, view) =>
    html`${caption(call.path === undefined ? undefined : `in ${view.path(call.path)}`)}${rest(
      call,
      { pattern: call.pattern, path: call.path },
      view,
    )}${result(call, view)}`,
);
