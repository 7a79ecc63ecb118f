/** WebSearch: links, and what a model made of them. Log example: {"name":"WebSearch","input":{"query":"spring tide definition"}} */

import { list, number, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count, longDuration } from "../text/format.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool, type Fact } from "./tool.ts";

export interface WebSearchCall extends Call<"webSearch"> {
  readonly query: string;
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  readonly links?: readonly Link[];
  readonly durationMs?: number;
}

interface Link {
  readonly title: string;
  readonly url: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly webSearch: WebSearchCall;
  }
}

export const webSearch = defineTool<WebSearchCall>({
  kind: "webSearch",
  names: ["WebSearch"],
  verb: "reach",
  parse: (use, outcome, details) => {
    // Empty where the log says only that something was looked up.
    const query = text(use.input, "query");
    if (query === undefined) return undefined;
    const seconds = number(details, "durationSeconds");
    const links = (list(details, "results") ?? []).flatMap((part) => (list(part, "content") ?? []).flatMap(linkOf));
    return {
      ...callOf("webSearch", use, outcome),
      query,
      ...given({
        allowedDomains: texts(use.input, "allowed_domains"),
        blockedDomains: texts(use.input, "blocked_domains"),
        links: list(details, "results") === undefined ? undefined : links,
        durationMs: seconds === undefined ? undefined : Math.round(seconds * 1000),
      }),
    };
  },
  summary: (call) => call.query,
  facts: (call) => {
    const facts: Fact[] = [];
    if (call.durationMs !== undefined) facts.push({ text: longDuration(call.durationMs), tone: "optional" });
    if (call.links !== undefined) facts.push({ text: count(call.links.length, "result") });
    return facts;
  },
});

function linkOf(value: unknown): Link[] {
  const [title, url] = [words(value, "title"), words(value, "url")];
  return url === undefined ? [] : [{ title: title ?? url, url }];
}
