/** What was to be done, and the result. */

import { html } from "../../src/text/html.ts";
import type { ArtifactCheckCall } from "../../src/tools/artifact-check.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const artifactCheck = toolView<ArtifactCheckCall>(
  "artifactCheck",
  (call, view) =>
    html`${caption(call.action, call.path)}${rest(call, { action: call.action, file_path: call.path }, view)}${result(call, view)}`,
);
