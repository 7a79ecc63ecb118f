/** WebFetch: a page, and a question about it. Log example: {"name":"WebFetch","input":{"url":"https://example.org/tides","prompt":"Which zone?"}} */

import { number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { longDuration, roughBytes } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool, type Fact } from "./tool.ts";

export interface WebFetchCall extends Call<"webFetch"> {
  readonly url: string;
  readonly prompt?: string;
  /** The HTTP status. */
  readonly status?: number;
  readonly bytes?: number;
  readonly durationMs?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly webFetch: WebFetchCall;
  }
}

export const webFetch = defineTool<WebFetchCall>({
  kind: "webFetch",
  names: ["WebFetch"],
  verb: "reach",
  parse: (use, outcome, details) => {
    const url = words(use.input, "url");
    if (url === undefined) return undefined;
    return {
      ...callOf("webFetch", use, outcome),
      url,
      ...given({
        prompt: words(use.input, "prompt"),
        status: number(details, "code"),
        bytes: number(details, "bytes"),
        durationMs: number(details, "durationMs"),
      }),
    };
  },
  summary: (call) => call.url,
  facts: (call) => {
    const facts: Fact[] = [];
    if (call.durationMs !== undefined) facts.push({ text: longDuration(call.durationMs), tone: "optional" });
    if (call.bytes !== undefined) facts.push({ text: roughBytes(call.bytes), tone: "optional" });
    if (call.status !== undefined) {
      facts.push({ text: String(call.status), ...(call.status >= 400 ? { tone: "bad" as const } : {}) });
    }
    return facts;
  },
});
