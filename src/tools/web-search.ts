/** WebSearch: links, and what a model made of them. Log example: {"name":"WebSearch","input":{"query":"spring tide definition"}} */

import { list, number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html, safeUrl } from "../text/html.ts";
import { caption } from "./caption.ts";
import { count, duration } from "./format.ts";
import { given, texts } from "./given.ts";
import { rest } from "./rest.ts";
import { reminders, result, said } from "./result.ts";
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
    const query = words(use.input, "query");
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
    if (call.durationMs !== undefined) facts.push({ text: duration(call.durationMs), tone: "optional" });
    if (call.links !== undefined) facts.push({ text: count(call.links.length, "result") });
    return facts;
  },
  render: (call, view) => {
    const known = { query: call.query, allowed_domains: call.allowedDomains, blocked_domains: call.blockedDomains };
    const head = html`${caption(
      call.allowedDomains === undefined ? undefined : `only ${call.allowedDomains.join(", ")}`,
      call.blockedDomains === undefined ? undefined : `without ${call.blockedDomains.join(", ")}`,
    )}${rest(call, known, view)}`;
    const answer = said(call.outcome).text;
    const logged = answer.split("\n").filter((line) => line.startsWith("Links: ["));
    if (call.outcome.state !== "ok" || logged.length === 0 || (call.links ?? []).length === 0) {
      return html`${head}${result(call, view)}`;
    }
    const prose = answer
      .split("\n")
      .filter((line) => !line.startsWith("Links: ["))
      .join("\n");
    return html`${head}<ul class="links">${(call.links ?? []).map(
      (link) =>
        html`<li>${webAddress(link.url) === undefined ? link.title : html`<a href="${webAddress(link.url)}" rel="noreferrer noopener">${link.title}</a>`}</li>`,
    )}</ul>${view.markdown(prose)}<details class="logged"><summary>Links as logged</summary>${view.output(
      logged.join("\n"),
    )}</details>${reminders(call, view)}`;
  },
});

/** A relative one would lead into this site, or into the reader's own files. */
function webAddress(url: string): string | undefined {
  const address = safeUrl(url);
  return address !== undefined && /^https?:/.test(address) ? address : undefined;
}

function linkOf(value: unknown): Link[] {
  const [title, url] = [words(value, "title"), words(value, "url")];
  return url === undefined ? [] : [{ title: title ?? url, url }];
}
