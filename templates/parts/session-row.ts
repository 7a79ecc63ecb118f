/** A session in a list: title, first prompt, facts, strip and numbers. The whole row leads to it. */

import { link, sessionPath } from "../../src/address/paths.ts";
import { cost, costText } from "../../src/archive/cost.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, excerpt, length, modelName, tokens, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { chainBadge } from "./chain-line.ts";
import { filesFact } from "./facts.ts";
import { smallStrip } from "./strip.ts";

export interface RowOptions {
  readonly archive: Archive;
  /** The page it stands on. */
  readonly path: string;
  readonly heading: 3 | 4;
  readonly hasProject?: boolean;
  readonly hasBadge?: boolean;
}

export function sessionRow(session: SessionRecord, options: RowOptions): SafeHtml {
  const { archive, path, heading, hasProject = false, hasBadge = false } = options;
  const { time: hour } = clock(archive.timeZone);
  const branch = session.gitBranches.at(-1);
  const model = session.models[0];
  const agents = session.agents.filter((agent) => !agent.internal).length;
  const facts = [
    hasProject ? html`<li><b>${archive.projectOf(session).name}</b></li>` : "",
    session.span === undefined ? "" : html`<li><span class="vh">Started </span>${time(session.span.from, hour)}</li>`,
    branch === undefined ? "" : html`<li><span class="vh">Branch </span><code>${excerpt(branch, 40)}</code></li>`,
    model === undefined ? "" : html`<li><span class="vh">Model </span>${modelName(model)}</li>`,
    html`<li>${filesFact(session.files)}</li>`,
    agents === 0 ? "" : html`<li>${count(agents, "subagent")}</li>`,
    session.failures === 0 ? "" : html`<li class="err">${session.failures} failed</li>`,
  ];
  const total = totals(session.usage).all;
  const spent = costText(cost(session.usage));
  const nums = [
    length(session.activeMs),
    count(session.prompts, "prompt"),
    total === 0 ? "" : `${tokens(total)} tok`,
    spent ?? "",
  ];
  const title = html`<a href="${link(path, sessionPath(session))}">${session.title}</a>${hasBadge ? chainBadge(session, archive) : ""}`;
  const head = heading === 3 ? html`<h3 class="srow-t">${title}</h3>` : html`<h4 class="srow-t">${title}</h4>`;
  return html`<article class="srow"><div>${head}
${firstPrompt(session)}<ul class="facts">${facts}</ul></div>
<div class="srow-side">${smallStrip(session.marks)}<ul class="nums">${nums.map((each) => html`<li>${each}</li>`)}</ul></div></article>
`;
}

function firstPrompt(session: SessionRecord): SafeHtml {
  const text = beyondTitle(session.firstPrompt ?? session.origin?.prompt ?? "", session.title);
  if (text === "") return html``;
  if (/^\/[\w:-]+(?:\s|$)/.test(text))
    return html`<p class="srow-q"><span class="cmd">${excerpt(text, 80)}</span></p>\n`;
  return html`<p class="srow-q">${excerpt(text, 260)}</p>\n`;
}

/** A title that is the beginning of the prompt is not said twice: the row goes on where it ends. */
function beyondTitle(prompt: string, title: string): string {
  const [text, start] = [oneLine(prompt), oneLine(title).replace(/…$/, "").trimEnd()];
  if (start === "" || !text.startsWith(start)) return text;
  const rest = text.slice(start.length);
  // Only where the title ends with a word is what follows another one.
  if (/^[\p{L}\p{N}]/u.test(rest)) return text;
  const more = rest.replace(/^[\s.:;,…–-]+/u, "");
  return more === "" || /^[^\p{L}\p{N}]*$/u.test(more) ? "" : `… ${more}`;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");
