/** ArtifactData: what a shared page keeps. Log example: {"name":"ArtifactData","input":{"action":"get","url":"https://…"}} */

import { record, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ArtifactDataCall extends Call<"artifactData"> {
  /** What was to be done, as the tool names it. */
  readonly action?: string;
  readonly url?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly artifactData: ArtifactDataCall;
  }
}

export const artifactData = defineTool<ArtifactDataCall>({
  kind: "artifactData",
  names: ["ArtifactData"],
  verb: "reach",
  parse: (use, outcome) => {
    if (record(use.input) === undefined) return undefined;
    return {
      ...callOf("artifactData", use, outcome),
      ...given({ action: words(use.input, "action"), url: words(use.input, "url") }),
    };
  },
  summary: (call) => [call.action, call.url].filter(Boolean).join(" ") || firstWords(call.input),
});
