/** What was asked of a page, and the answer as Markdown. */

import { html } from "../../src/text/html.ts";
import type { WebFetchCall } from "../../src/tools/web-fetch.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const webFetch = toolView<WebFetchCall>(
  "webFetch",
  (call, view) =>
    html`${call.prompt === undefined ? "" : html`<p>Asked: “${call.prompt}”</p>`}${rest(
      call,
      { url: call.url, prompt: call.prompt },
      view,
    )}${result(call, view, { as: "markdown" })}`,
);
