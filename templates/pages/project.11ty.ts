/** A project: its facts, its weeks, and its sessions as stories. */

import { indexPath, link, projectFilesPath, projectPath } from "../../src/address/paths.ts";
import { shortPath } from "../../src/address/short-path.ts";
import { filesOf } from "../../src/archive/source-files.ts";
import { type ProjectPage, projectPages, type Story, type StoryPage } from "../../src/archive/stories.ts";
import { storyRecords } from "../../src/archive/story/index.ts";
import { filterChoices } from "../../src/archive/story-filters.ts";
import { sumsOf } from "../../src/archive/sums.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import type { Project } from "../../src/model/session.ts";
import { clock, monthName, time } from "../../src/text/clock.ts";
import { count, length, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { addedRemoved, costFact, factList, tokenFact } from "../parts/facts.ts";
import { filterForm, filterRules } from "../parts/filters.ts";
import { storySection } from "../parts/story.ts";
import { storyList } from "../parts/tale/list.ts";
import { weekChart } from "../parts/weeks.ts";
import { part } from "../theme.ts";
import { fitting, withinPage } from "../within-page.ts";
import { drawn, type TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly about: ProjectPage;
}

export const data = {
  pagination: {
    data: "annals.projects",
    size: 1,
    alias: "about",
    before: (projects: readonly Project[], { annals }: TemplateData): ProjectPage[] =>
      projects.flatMap((project) => projectPages(project, annals)),
  },
  permalink: ({ about }: Data): string => about.path,
  eleventyExcludeFromCollections: true,
};

export const render = ({ annals, about }: Data): string => drawn(annals, (site) => projectPage(about, site));

export function projectPage(about: ProjectPage, site: Site<Archive>): SafeHtml {
  const { project, path, stories } = about;
  const { archive } = site;
  return withinPage(() =>
    pageFrame({
      ...site,
      path,
      title: titleOf(about),
      description: `${count(sessionsOf(project, archive).length, "session")} in ${project.name}.`,
      body: projectBody(about, archive),
      current: "projects",
      rules: filterRules(filterChoices(stories)),
    }),
  );
}

const sessionsOf = (project: Project, archive: Archive): readonly SessionRecord[] =>
  project.sessions.map((id) => archive.session(id)).filter((session) => session !== undefined);

const titleOf = (about: ProjectPage): string =>
  about.month === undefined ? about.project.name : `${about.project.name}, ${monthWords(about)}`;

const monthWords = ({ month = "", part, parts }: StoryPage): string =>
  `${month === "undated" ? "undated" : monthName(month)}${parts > 1 ? `, part ${part} of ${parts}` : ""}`;

/** The page of a project, or of a month of a large one; it gets the project with its stories, and the archive. */
export const projectBody = part("projectBody", (about: ProjectPage, archive: Archive): SafeHtml => {
  const { project, path, stories, month } = about;
  const sessions = sessionsOf(project, archive);
  const choices = filterChoices(stories);
  const isFront = month === undefined;
  const crumbs = breadcrumb([
    { words: "Sessions", href: link(path, indexPath) },
    isFront
      ? { words: "Projects", href: link(path, indexPath, "projects") }
      : { words: project.name, href: link(path, projectPath(project)) },
  ]);
  return html`<div class="page filterable">
<div class="head">${crumbs}
<h1>${titleOf(about)}</h1>${isFront ? html`<p class="lede"><code>${shortPath(project.path, [])}</code></p>\n${projectFacts(project, sessions, archive)}` : ""}</div>
${isFront ? html`${projectStories(project, archive, path)}${weekChart(sessions, archive)}` : ""}<h2 class="vh">Sessions</h2>
${filterForm(choices)}
<div class="sessions counted">
${stories.map((story: Story) => storySection(story, choices, archive, path))}<p class="tally"> sessions shown on this page.</p>
</div>${projectMonths(about, archive)}</div>`;
});

/** The stories of a project; it gets the project, the archive, and the page. Nothing where there are none. */
export const projectStories = part("projectStories", (project: Project, archive: Archive, path: string): SafeHtml => {
  const stories = storyRecords(archive).filter((story) => story.project === project.id);
  if (stories.length === 0) return html``;
  return html`<section class="project-stories" aria-labelledby="st-h"><h2 id="st-h">${count(stories.length, "story", "stories")} of several sessions</h2>${storyList(stories, archive, path)}</section>\n`;
});

/** The facts of a project; it gets the project, its sessions and the archive. */
export const projectFacts = part(
  "projectFacts",
  (project: Project, sessions: readonly SessionRecord[], archive: Archive): SafeHtml => {
    const { usage, activeMs, first, last } = sumsOf(sessions);
    const stories = storyRecords(archive).filter((story) => story.project === project.id);
    const chained = stories.reduce((sum, story) => sum + story.sessions.length, 0);
    const files = filesOf(project, archive.files);
    const added = files.reduce((sum, file) => sum + file.added, 0);
    const removed = files.reduce((sum, file) => sum + file.removed, 0);
    const { date } = clock(archive.timeZone);
    return factList([
      [
        "Sessions",
        html`${number(sessions.length)}${stories.length === 0 ? "" : html` <small>${number(chained)} of them in ${count(stories.length, "story", "stories")}</small>`}`,
      ],
      ["Time", html`${length(activeMs)}`],
      tokenFact(usage),
      costFact(usage),
      files.length === 0
        ? undefined
        : [
            "Files changed",
            html`<a href="${link(projectPath(project), projectFilesPath(project))}">${number(files.length)}</a> <small>${addedRemoved({ added, removed })}</small>`,
          ],
      first === undefined
        ? undefined
        : ["Active", date(first) === date(last) ? time(first, date) : html`${time(first, date)}–${time(last, date)}`],
    ]);
  },
);

/** The other pages of a project that has several; it gets the project's page, and the archive. */
export const projectMonths = part("projectMonths", (about: ProjectPage, archive: Archive): SafeHtml => {
  const pages = projectPages(about.project, archive).filter((each) => each.month !== undefined);
  if (pages.length === 0) return html``;
  const { drawn: links, left } = fitting(pages, (each) =>
    each.path === about.path
      ? html`<li><b>${monthWords(each)}</b></li>`
      : html`<li><a href="${link(about.path, each.path)}">${monthWords(each)}</a></li>`,
  );
  return html`<nav class="pages" aria-label="Sessions by month"><h2>By month</h2><ul>${links}${left.length === 0 ? "" : html`<li>and ${count(left.length, "more page")}</li>`}</ul></nav>`;
});
