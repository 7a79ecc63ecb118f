/** What was to be done, and the result. */

import { html } from "../../src/text/html.ts";
import type { DesignSyncCall } from "../../src/tools/design-sync.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const designSync = toolView<DesignSyncCall>(
  "designSync",
  (call, view) =>
    html`${caption(call.action, call.project)}${rest(call, { method: call.action, projectId: call.project }, view)}${result(call, view)}`,
);
