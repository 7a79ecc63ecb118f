/** DesignSync: components of a design system go to a design project, or come from it. Log example: {"name":"DesignSync","input":{"method":"list_files","projectId":"p1"}} */

import { record, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface DesignSyncCall extends Call<"designSync"> {
  /** What was to be done, as the tool names it. */
  readonly action?: string;
  readonly project?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly designSync: DesignSyncCall;
  }
}

export const designSync = defineTool<DesignSyncCall>({
  kind: "designSync",
  names: ["DesignSync"],
  verb: "reach",
  parse: (use, outcome) => {
    if (record(use.input) === undefined) return undefined;
    return {
      ...callOf("designSync", use, outcome),
      ...given({ action: words(use.input, "method"), project: words(use.input, "projectId") }),
    };
  },
  summary: (call) => [call.action, call.project].filter(Boolean).join(" ") || firstWords(call.input),
});
