/** Artifact: a file becomes a page that others can open. Log example: {"name":"Artifact","input":{"file_path":"/tides.html","label":"Tides","description":"A year of tides"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ArtifactCall extends Call<"artifact"> {
  readonly path: string;
  readonly artifactLabel?: string;
  readonly description?: string;
  readonly favicon?: string;
  readonly title?: string;
  readonly url?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly artifact: ArtifactCall;
  }
}

export const artifact = defineTool<ArtifactCall>({
  kind: "artifact",
  names: ["Artifact"],
  verb: "reach",
  parse: (use, outcome, details) => {
    const path = words(use.input, "file_path");
    if (path === undefined) return undefined;
    return {
      ...callOf("artifact", use, outcome),
      path,
      ...given({
        artifactLabel: words(use.input, "label"),
        description: words(use.input, "description"),
        favicon: words(use.input, "favicon"),
        title: words(details, "title"),
        url: words(details, "url"),
      }),
    };
  },
  summary: (call, paths) => paths.path(call.path),
});
