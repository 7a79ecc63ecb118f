/** ArtifactCheck: whether a page would work before it is shared. Log example: {"name":"ArtifactCheck","input":{"file_path":"/tides.html"}} */

import { record, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ArtifactCheckCall extends Call<"artifactCheck"> {
  /** What was to be done, as the tool names it. */
  readonly action?: string;
  readonly path?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly artifactCheck: ArtifactCheckCall;
  }
}

export const artifactCheck = defineTool<ArtifactCheckCall>({
  kind: "artifactCheck",
  names: ["ArtifactCheck"],
  verb: "look",
  parse: (use, outcome) => {
    if (record(use.input) === undefined) return undefined;
    return {
      ...callOf("artifactCheck", use, outcome),
      ...given({ action: words(use.input, "action"), path: words(use.input, "file_path") }),
    };
  },
  summary: (call, paths) =>
    [call.action, call.path === undefined ? undefined : paths.path(call.path)].filter(Boolean).join(" ") ||
    firstWords(call.input),
});
