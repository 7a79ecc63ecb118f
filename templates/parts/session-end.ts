/** What stands below a transcript. */

import { sessionPath } from "../../src/address/paths.ts";
import { beforeAndNext } from "../../src/archive/before-and-next.ts";
import { type Neighbour, roleWords, type SessionRecord } from "../../src/model/archive.ts";
import type { Agent } from "../../src/model/session.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { withChips } from "../../src/text/redacted.ts";
import { part } from "../theme.ts";
import { agentLine } from "./agent.ts";
import { caret } from "./glyph.ts";
import type { PageContext } from "./page-context.ts";
import type { PageView } from "./page-view.ts";

/** Subagents that no call of a session leads to, those that the client started by itself folded; it gets them, and the page. */
export const otherAgents = part("otherAgents", (agents: readonly Agent[], view: PageView): SafeHtml => {
  const asked = agents.filter((agent) => agent.internal === undefined);
  const internal = agents.filter((agent) => agent.internal !== undefined);
  if (agents.length === 0) return html``;
  return html`<section class="others" aria-labelledby="oa-h"><h2 id="oa-h">${asked.length > 0 ? "Subagents that no call here leads to" : "Behind the scenes"}</h2>
${asked.length === 0 ? "" : html`<ul>${asked.map((agent) => agentLine(agent, view))}</ul>`}
${internal.length === 0 ? "" : html`<details class="more"><summary>${count(internal.length, "internal agent")}: compaction, suggestions, warm-up${caret()}</summary><ul>${internal.map((agent) => agentLine(agent, view))}</ul></details>`}</section>\n`;
});

/** Subagents that no call of a subagent leads to; it gets them, and the page. */
export const nestedAgents = part("nestedAgents", (agents: readonly Agent[], view: PageView): SafeHtml => {
  if (agents.length === 0) return html``;
  return html`<section class="others" aria-labelledby="oa-h"><h2 id="oa-h">Subagents that no call here leads to</h2><ul>${agents.map((each) => agentLine(each, view))}</ul></section>\n`;
});

/** The sessions before and after this one, in its chain or project; it gets the page, without its session. */
export const sessionEnd = part("sessionEnd", (view: PageContext): SafeHtml => {
  const { isChain, before, next } = beforeAndNext(view.record, view.archive);
  if (before === undefined && next === undefined) return html``;
  const words = isChain ? "in the chain" : "in this project";
  const side = (name: string, each: Neighbour | SessionRecord | undefined) =>
    each === undefined
      ? html`<div></div>`
      : html`<div>${name} ${words}${"role" in each ? `: ${roleWords[each.role].toLowerCase()}` : ""}<a href="${view.link(sessionPath(each))}">${each.title}</a></div>`;
  return html`<nav class="end-nav" aria-label="Before and after">${side("Before", before)}${side("Next", next)}</nav>\n`;
});

/** Stands for `sessionEnd` on a page that is drawn before all sessions are read. No text of a log can look like it. */
const endMarker = html`<!--before and after-->`;

/** Whoever reads a session draws it at once; which others come before and after it is known once all are read. */
export const endOrMarker = (view: PageView): SafeHtml => (view.archive.isPartial ? endMarker : sessionEnd(view));

/** A page's bytes with the sessions before and after it, where a marker stood for them. All else stays as it is. */
export function withEnd(page: Buffer, context: PageContext): Buffer {
  const marker = String(endMarker);
  const at = page.lastIndexOf(marker);
  if (at < 0) return page;
  const end = Buffer.from(String(withChips(sessionEnd(context))));
  return Buffer.concat([page.subarray(0, at), end, page.subarray(at + marker.length)]);
}
