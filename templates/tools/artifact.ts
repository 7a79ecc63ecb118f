/** What was published, and where. */

import { html } from "../../src/text/html.ts";
import type { ArtifactCall } from "../../src/tools/artifact.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const artifact = toolView<ArtifactCall>(
  "artifact",
  (call, view) =>
    html`${caption(call.favicon, call.artifactLabel, call.title, call.url)}${
      call.description === undefined ? "" : html`<p>${call.description}</p>`
    }${rest(
      call,
      { file_path: call.path, label: call.artifactLabel, description: call.description, favicon: call.favicon },
      view,
    )}${result(call, view)}`,
);
