/** The chain that a session belongs to: plan, implementation, further work, each with how we know. */

import { link, sessionPath, storyPath } from "../../src/address/paths.ts";
import {
  type ArchiveLookup,
  type ChainRecord,
  joinedByWords,
  roleWords,
  type SessionRecord,
} from "../../src/model/archive.ts";
import type { ChainLink } from "../../src/model/session.ts";
import { clock, time } from "../../src/text/clock.ts";
import { length } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

const mostShown = 9;

/** The chain over a session; it gets the chain, the session, the archive, and the page it stands on. */
export const chainLine = part(
  "chainLine",
  (chain: ChainRecord, current: SessionRecord, archive: ArchiveLookup, path: string): SafeHtml => {
    const at = chain.links.findIndex(({ session }) => session === current.id);
    const shown = window(chain.links, at);
    const items = shown.map((each) =>
      typeof each === "number"
        ? html`<li class="gap"><span class="step">${each} more</span></li>`
        : chainStep(each, current, archive, path),
    );
    const story = html`<p class="whole"><a href="${link(path, storyPath(chain))}">The whole story in one page</a></p>`;
    return html`<nav class="chain" aria-label="Chain of sessions"><ol>${items}</ol>${story}</nav>\n`;
  },
);

/** By which evidence a session stands in its chain. */
export const joinedBy = ({ joinedBy: by }: Pick<ChainLink, "joinedBy">): SafeHtml =>
  by === "start" ? html`` : html`<br><span class="by">${joinedByWords[by]}</span>`;

/** One session of a chain, with how we know; it gets the link, the page's session, the archive, and the page. */
export const chainStep = part(
  "chainStep",
  (each: ChainLink, current: SessionRecord, archive: ArchiveLookup, path: string): SafeHtml => {
    const session = archive.session(each.session);
    if (session === undefined) return html`<li><span class="step">Not in this archive</span></li>`;
    const when = session.span?.from;
    const { shortDay, time: hour } = clock(archive.timeZone);
    const facts = html`<small>${time(when, (iso) => `${shortDay(iso)}, ${hour(iso)}`)}, ${length(session.activeMs)}${joinedBy(each)}</small>`;
    const mark = session.role === "planning" ? html` class="plan"` : "";
    const role = roleWords[session.role];
    if (session.id === current.id) {
      return html`<li${mark} aria-current="page"><span class="step">${role}, you are here</span><strong>${session.title}</strong>${facts}</li>`;
    }
    return html`<li${mark}><span class="step">${role}</span><a href="${link(path, sessionPath(session))}">${session.title}</a>${facts}</li>`;
  },
);

/** First, last and the neighbours; a number stands for those left out. */
function window(links: readonly ChainLink[], at: number): readonly (ChainLink | number)[] {
  if (links.length <= mostShown) return links;
  const keep = new Set([0, at - 2, at - 1, at, at + 1, at + 2, links.length - 1]);
  const shown: (ChainLink | number)[] = [];
  let skipped = 0;
  links.forEach((each, index) => {
    if (!keep.has(index)) {
      skipped++;
      return;
    }
    if (skipped > 0) shown.push(skipped);
    skipped = 0;
    shown.push(each);
  });
  return shown;
}

/** "Implementation, 2 of 3" with its pips, for a row in a list; it gets the session and the archive. */
export const chainBadge = part("chainBadge", (session: SessionRecord, archive: ArchiveLookup): SafeHtml => {
  const chain = session.chain === undefined ? undefined : archive.chain(session.chain);
  if (chain === undefined || chain.links.length < 2) return html``;
  const at = chain.links.findIndex((each) => each.session === session.id);
  const all = chain.links.length;
  const pips =
    all > 8
      ? ""
      : html`<span class="pips" aria-hidden="true">${chain.links.map((_, index) => html`<span${index === at ? html` class="on"` : ""}></span>`)}</span>`;
  return html`<span class="steps">${pips}${roleWords[session.role]}, ${at + 1} of ${all}</span>`;
});
