/** What was to be done, and the result. */

import { html } from "../../src/text/html.ts";
import type { ArtifactDataCall } from "../../src/tools/artifact-data.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const artifactData = toolView<ArtifactDataCall>(
  "artifactData",
  (call, view) =>
    html`${caption(call.action, call.url)}${rest(call, { action: call.action, url: call.url }, view)}${result(call, view)}`,
);
