/** A project: its facts, its weeks, and its sessions as stories. */

import { indexPath, link, projectPath } from "../../src/address/paths.ts";
import { shortPath } from "../../src/address/short-path.ts";
import { cost, costText } from "../../src/archive/cost.ts";
import { type Story, type StoryPage, storiesOf, storyPages } from "../../src/archive/stories.ts";
import { addUsage } from "../../src/conversation/usage.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import type { Project } from "../../src/model/session.ts";
import { clock, dayRange, monthName, time } from "../../src/text/clock.ts";
import { count, length, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { page } from "../layouts/page.ts";
import { addedRemoved, colophon, costFact, type Fact, roleWords, tokenFact } from "../parts/facts.ts";
import { filters } from "../parts/filters.ts";
import { sessionRow } from "../parts/session-row.ts";
import { weekChart } from "../parts/weeks.ts";

export interface ProjectPage extends StoryPage {
  readonly project: Project;
  readonly path: string;
}

/** Every page of a project; Eleventy paginates over them. */
export function projectPages(project: Project, archive: Archive): ProjectPage[] {
  return storyPages(storiesOf(project, archive)).map((each) => ({
    ...each,
    project,
    path: projectPath(project, each.month, each.part),
  }));
}

export function projectPage(about: ProjectPage, archive: Archive, version: string): SafeHtml {
  const { project, path, stories, month } = about;
  const sessions = project.sessions.map((id) => archive.session(id)).filter((session) => session !== undefined);
  const all = storiesOf(project, archive);
  const filter = filters(stories);
  const isFront = month === undefined;
  const shown = stories.map((story) => storySection(story, filter.attributes(story), archive, path));
  const name = isFront ? project.name : `${project.name}, ${monthWords(about)}`;
  const crumbs = html`<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="${link(path, indexPath)}">Sessions</a></li><li>${isFront ? html`<a href="${link(path, indexPath, "projects")}">Projects</a>` : html`<a href="${link(path, projectPath(project))}">${project.name}</a>`}</li></ol></nav>`;
  const body = html`<div class="page filterable">
<div class="head">${crumbs}
<h1>${name}</h1>${isFront ? html`<p class="lede"><code>${shortPath(project.path, [])}</code></p>\n${facts(sessions, all, project, archive)}` : ""}</div>
${isFront ? weekChart(sessions, archive) : ""}<h2 class="vh">Sessions</h2>
${filter.form}
<div class="sessions">
${shown}<p class="tally"> sessions shown on this page.</p>
</div>${others(about, archive)}</div>`;
  return page({
    archive,
    version,
    path,
    title: name,
    description: `${count(sessions.length, "session")} in ${project.name}.`,
    body,
    current: "projects",
    styles: filter.styles,
  });
}

function facts(
  sessions: readonly SessionRecord[],
  stories: readonly Story[],
  project: Project,
  archive: Archive,
): SafeHtml {
  const usage = addUsage(sessions.map((session) => session.usage));
  const active = sessions.reduce((sum, session) => sum + session.activeMs, 0);
  const files = archive.files.filter((file) => file.project === project.id);
  const lines = files.reduce((sum, file) => ({ added: sum.added + file.added, removed: sum.removed + file.removed }), {
    added: 0,
    removed: 0,
  });
  const starts = sessions.flatMap((session) => (session.span === undefined ? [] : [session.span.from])).sort();
  const [first, last] = [starts[0], starts.at(-1)];
  const { date } = clock(archive.timeZone);
  const list: (Fact | undefined)[] = [
    ["Sessions", html`${number(sessions.length)} <small>in ${count(stories.length, "story", "stories")}</small>`],
    ["Time", html`${length(active)}`],
    tokenFact(usage),
    costFact(usage),
    files.length === 0
      ? undefined
      : ["Files changed", html`${number(files.length)} <small>${addedRemoved(lines)}</small>`],
    first === undefined
      ? undefined
      : ["Active", date(first) === date(last) ? time(first, date) : html`${time(first, date)}–${time(last, date)}`],
  ];
  return colophon(list);
}

function storySection(story: Story, marks: SafeHtml, archive: Archive, path: string): SafeHtml {
  const { shortDay } = clock(archive.timeZone);
  const usd = cost(story.sessions.flatMap((session) => session.usage)).usd ?? 0;
  const active = story.sessions.reduce((sum, session) => sum + session.activeMs, 0);
  const sort = html` data-date="${story.date.replaceAll("-", "") || "0"}" data-cost="${Math.round(usd * 100)}" data-long="${Math.round(active / 60_000)}"`;
  const isChain = story.chain !== undefined && story.sessions.length > 1;
  const items = story.sessions.map((session) => {
    const day = session.span === undefined ? html`undated` : time(session.span.from, shortDay);
    const step =
      story.chain === undefined
        ? day
        : html`${roleWords[session.role]}<small>${day}${session.role === "implementation" ? ", from a plan" : ""}</small>`;
    const mark =
      session.role === "planning" ? html` class="plan"` : session.role === "implementation" ? html` class="impl"` : "";
    return html`<li${mark}><p class="step">${step}</p>${sessionRow(session, { archive, path, heading: isChain ? 4 : 3 })}</li>`;
  });
  return html`<section class="story${isChain ? "" : " one"}"${sort}${marks}>${isChain ? storyHead(story, active, archive) : ""}<ol class="line">${items}</ol></section>\n`;
}

function storyHead({ chain, sessions }: Story, active: number, archive: Archive): SafeHtml {
  const starts = sessions.flatMap((session) => (session.span === undefined ? [] : [session.span.from])).sort();
  const [first, last] = [starts[0], starts.at(-1)];
  const files = sessions.reduce(
    (sum, session) => ({ added: sum.added + session.files.added, removed: sum.removed + session.files.removed }),
    { added: 0, removed: 0 },
  );
  const spent = costText(cost(sessions.flatMap((session) => session.usage)));
  return html`<div class="story-h"><h3>${chain?.title}</h3><ul class="facts">${
    first === undefined ? "" : html`<li>${dayRange(first, last, clock(archive.timeZone))}</li>`
  }<li>${count(sessions.length, "session")}</li><li>${length(active)}</li>${spent === undefined ? "" : html`<li>${spent}</li>`}${files.added + files.removed === 0 ? "" : html`<li>${addedRemoved(files)}</li>`}</ul></div>`;
}

const monthWords = ({ month = "", part, parts }: StoryPage): string =>
  `${month === "undated" ? "undated" : monthName(month)}${parts > 1 ? `, part ${part} of ${parts}` : ""}`;

/** The other pages of a project that has several. */
function others(about: ProjectPage, archive: Archive): SafeHtml {
  const pages = projectPages(about.project, archive).filter((each) => each.month !== undefined);
  if (pages.length === 0) return html``;
  const links = pages.map((each) =>
    each.path === about.path
      ? html`<li><b>${monthWords(each)}</b></li>`
      : html`<li><a href="${link(about.path, each.path)}">${monthWords(each)}</a></li>`,
  );
  return html`<nav class="pages" aria-label="Sessions by month"><h2>By month</h2><ul>${links}</ul></nav>`;
}
