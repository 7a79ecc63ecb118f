/** A session in a list: title, first prompt, facts, strip and numbers. The whole row leads to it. */

import { link, sessionPath } from "../../src/address/paths.ts";
import { cost, costText } from "../../src/archive/cost.ts";
import { firstWords } from "../../src/archive/first-words.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, excerpt, length, modelName, tokenText, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { agentBadge } from "./agent-badge.ts";
import { chainBadge } from "./chain-line.ts";
import { fileCount } from "./facts.ts";
import { gitFacts } from "./git-mark.ts";
import { keptWords, promptsStrip } from "./kept.ts";
import { ownerStar } from "./owner-note.ts";
import { strip } from "./strip.ts";

export interface RowOptions {
  readonly archive: Archive;
  /** The page it stands on. */
  readonly path: string;
  readonly heading: 3 | 4;
  readonly hasProject?: boolean;
  readonly hasBadge?: boolean;
}

/** A session in a list; it gets the session, and the list's archive, page and level of headings. */
export const sessionRow = part("sessionRow", (session: SessionRecord, options: RowOptions): SafeHtml => {
  const { archive, path, heading, hasProject = false, hasBadge = false } = options;
  const { time: hour } = clock(archive.timeZone);
  const branch = session.gitBranches.at(-1);
  const model = session.models[0];
  const agents = session.agents.filter((agent) => !agent.internal).length;
  const isPromptsOnly = session.kept?.isPromptsOnly === true;
  const facts = [
    hasProject ? html`<li><b>${archive.projectOf(session).name}</b></li>` : "",
    ...keptWords(session),
    session.span === undefined ? "" : html`<li><span class="vh">Started </span>${time(session.span.from, hour)}</li>`,
    branch === undefined ? "" : html`<li><span class="vh">Branch </span><code>${excerpt(branch, 40)}</code></li>`,
    model === undefined ? "" : html`<li><span class="vh">Model </span>${modelName(model)}</li>`,
    isPromptsOnly ? "" : html`<li>${fileCount(session.files)}</li>`,
    agents === 0 ? "" : html`<li>${count(agents, "subagent")}</li>`,
    gitFacts(session),
    ...(session.notes?.tags ?? []).map(
      (tag) => html`<li><span class="vh">Tag </span><span class="chip tagged">${tag}</span></li>`,
    ),
    session.failures === 0 ? "" : html`<li class="err">${session.failures} failed</li>`,
  ];
  const total = totals(session.usage).all;
  const spent = costText(cost(session.usage));
  const nums = [
    isPromptsOnly ? "" : length(session.activeMs),
    count(session.prompts, "prompt"),
    total === 0 ? "" : `${tokenText(session.usage)} tok`,
    spent ?? "",
  ];
  const title = html`${ownerStar(session.notes)}<a href="${link(path, sessionPath(session))}">${session.title}</a>${agentBadge(session.agent)}${isPromptsOnly ? html`<span class="chip">prompts only</span>` : ""}${hasBadge ? chainBadge(session, archive) : ""}`;
  const head = heading === 3 ? html`<h3 class="srow-t">${title}</h3>` : html`<h4 class="srow-t">${title}</h4>`;
  return html`<article class="srow"><div>${head}
${sessionPrompt(session)}<ul class="facts">${facts}</ul></div>
<div class="srow-side">${isPromptsOnly ? promptsStrip(session.prompts) : strip(session.marks)}<ul class="nums">${nums.map((each) => html`<li>${each}</li>`)}</ul></div></article>
`;
});

/** How a session began, in its row; it gets the session. Nothing where its title says it all. */
export const sessionPrompt = part("sessionPrompt", (session: SessionRecord): SafeHtml => {
  const text = firstWords(session);
  if (text === "") return html``;
  if (/^\/[\w:-]+(?:\s|$)/.test(text))
    return html`<p class="srow-q"><span class="cmd">${excerpt(text, 80)}</span></p>\n`;
  return html`<p class="srow-q">${excerpt(text, 260)}</p>\n`;
});
