/** A folder as a tree. */

import { html } from "../../src/text/html.ts";
import type { LsCall } from "../../src/tools/ls.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const ls = toolView<LsCall>(
  "ls",
  (call, view) =>
    html`${caption(call.ignore === undefined ? undefined : `without ${call.ignore.join(", ")}`)}${rest(
      call,
      { path: call.path, ignore: call.ignore },
      view,
    )}${result(call, view)}`,
);
