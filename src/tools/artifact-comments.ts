/** ArtifactComments: what people wrote on a shared page. Log example: {"name":"ArtifactComments","input":{"action":"list","url":"https://…"}} */

import { record, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ArtifactCommentsCall extends Call<"artifactComments"> {
  /** What was to be done, as the tool names it. */
  readonly action?: string;
  readonly url?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly artifactComments: ArtifactCommentsCall;
  }
}

export const artifactComments = defineTool<ArtifactCommentsCall>({
  kind: "artifactComments",
  names: ["ArtifactComments"],
  verb: "look",
  parse: (use, outcome) => {
    if (record(use.input) === undefined) return undefined;
    return {
      ...callOf("artifactComments", use, outcome),
      ...given({ action: words(use.input, "action"), url: words(use.input, "url") }),
    };
  },
  summary: (call) => [call.action, call.url].filter(Boolean).join(" ") || firstWords(call.input),
});
