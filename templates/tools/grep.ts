/** Where it was looked, with which flags, and what was found. */

import { flag, number } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import { type GrepCall, numberKeys, switchKeys } from "../../src/tools/grep.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const grep = toolView<GrepCall>("grep", (call, view) => {
  const known: Record<string, unknown> = {
    pattern: call.pattern,
    path: call.path,
    glob: call.glob,
    type: call.type,
    output_mode: call.mode,
  };
  for (const name of switchKeys) known[name] = flag(inputOf(call), name) || undefined;
  for (const name of numberKeys) known[name] = number(inputOf(call), name);
  return html`${caption(
    call.path === undefined ? undefined : `in ${view.path(call.path)}`,
    call.glob === undefined ? undefined : `files ${call.glob}`,
    call.type === undefined ? undefined : `type ${call.type}`,
    call.mode,
    ...(call.flags ?? []),
  )}${rest(call, known, view)}${result(call, view)}`;
});
