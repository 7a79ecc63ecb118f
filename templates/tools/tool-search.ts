/** The tools that were found. */

import { count, number } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import type { ToolSearchCall } from "../../src/tools/tool-search.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const toolSearch = toolView<ToolSearchCall>(
  "toolSearch",
  (call, view) =>
    html`${caption(
      call.maxResults === undefined ? undefined : `at most ${number(call.maxResults)}`,
      call.total === undefined ? undefined : `out of ${count(call.total, "tool")}`,
    )}${call.matches === undefined ? "" : html`<ul>${call.matches.map((name) => html`<li>${name}</li>`)}</ul>`}${rest(
      call,
      { query: call.query, max_results: call.maxResults },
      view,
    )}${result(call, view, { shown: (call.matches ?? []).join("\n") })}`,
);
