/** The head of a story: its facts, its sessions, the prompt that began it, and what is in it. */

import { originId, partId } from "../../../src/address/anchor.ts";
import { indexPath, projectPath } from "../../../src/address/paths.ts";
import { cost, costText } from "../../../src/archive/cost.ts";
import type { TwinSizes } from "../../../src/export/twins.ts";
import { roleWords } from "../../../src/model/archive.ts";
import type { GitEvent } from "../../../src/model/git.ts";
import type { StoryDocument, StoryPart } from "../../../src/model/story.ts";
import { dayRange, elapsed, time } from "../../../src/text/clock.ts";
import { count, excerpt, length, number } from "../../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../../src/text/html.ts";
import { part } from "../../theme.ts";
import { breadcrumb } from "../breadcrumb.ts";
import { joinedBy } from "../chain-line.ts";
import { addedRemoved, costFact, factList, tokenFact } from "../facts.ts";
import { storyMenu } from "../share.ts";
import { endCounts } from "./ends.ts";
import { forgeUrl, gitGlyph, pullName, shortSha } from "./git.ts";
import { sign } from "./rows.ts";
import { taskCounts } from "./tasks.ts";
import type { StoryView } from "./view.ts";

/** Breadcrumb, title and facts of a story; it gets the story's page, and the sizes of its exports. */
export const taleHead = part("taleHead", (view: StoryView, sizes?: TwinSizes): SafeHtml => {
  const { story, archive } = view;
  const first = story.parts[0]?.session;
  const project = first === undefined ? undefined : archive.projectOf(first);
  const crumbs = breadcrumb([
    { words: "Sessions", href: view.link(indexPath) },
    ...(project === undefined ? [] : [{ words: project.name, href: view.link(projectPath(project)) }]),
    { words: "Story" },
  ]);
  const facts = factList([
    story.first === undefined ? undefined : ["Days", html`${dayRange(story.first, story.last, view.clock)}`],
    ["With the agent", html`${length(story.activeMs)}`],
    ["Sessions", html`${number(story.sessions.length)}`],
    ["Prompts", html`${number(story.prompts)}${promptKinds(story)}`],
    ["Files", html`${number(story.filesChanged.length)} <small>${addedRemoved(fileSums(story))}</small>`],
    tokenFact(story.usage),
    costFact(story.usage),
  ]);
  return html`<div class="head">
${storyMenu(sizes)}${crumbs}
<h1>${story.title}</h1>
${facts}${storyOutcome(view)}
</div>`;
});

/** Which of the prompts nobody said to the agent: "3 of them local, 1 a plan". */
function promptKinds({ parts }: StoryDocument): SafeHtml {
  const beats = parts.flatMap((each) => each.beats);
  const local = beats.flatMap(({ kind, turns }) => (kind === "local" ? turns : [])).length;
  const plans = beats.flatMap(({ turns }) => turns.filter(({ kind }) => kind === "plan")).length;
  const words = [
    ...(local === 0 ? [] : [`${number(local)} of them local`]),
    ...(plans === 0 ? [] : [`${number(plans)} ${local === 0 ? "of them " : ""}a plan`]),
  ];
  return words.length === 0 ? html`` : html` <small>${words.join(", ")}</small>`;
}

export const fileSums = ({ filesChanged }: Pick<StoryDocument, "filesChanged">) => ({
  added: filesChanged.reduce((sum, file) => sum + file.added, 0),
  removed: filesChanged.reduce((sum, file) => sum + file.removed, 0),
});

/** In sight; the others are counted. */
const mostRefs = 6;

/** The commits and pull requests that came of a story; it gets the story's page. */
export const storyOutcome = part("storyOutcome", (view: StoryView): SafeHtml => {
  const { story } = view;
  const made = story.git.filter(({ event }) => event.kind === "commit" && event.replaced === undefined);
  const pulls = story.git.filter(({ event }) => event.kind === "pull-request");
  if (made.length + pulls.length === 0) return html``;
  const shown = [...pulls, ...made].slice(0, mostRefs).map(({ event, session, ...at }) => {
    const forge = forgeUrl(event, story.web);
    const outside = forge === undefined ? "" : html` <a href="${forge}" rel="noreferrer noopener">on the forge</a>`;
    return html`<a class="gitref" href="${view.moment(session, at)}">${gitGlyph(event)}${refName(event)}</a> ${refTitle(event)}<small>${outside}</small>`;
  });
  const rest = made.length + pulls.length - shown.length;
  const pushed = story.git.some(({ event }) => event.kind === "push" || event.kind === "pull-request");
  const branches = [...new Set(made.flatMap(({ event }) => (event.kind === "commit" ? (event.branch ?? []) : [])))];
  const state = [
    rest === 0 ? undefined : html`and ${number(rest)} more`,
    branches.length === 0
      ? undefined
      : html`on ${branches.length === 1 ? html`<code>${branches[0]}</code>` : count(branches.length, "branch", "branches")}`,
    pushed ? undefined : html`not pushed`,
    pulls.length > 0 ? undefined : html`no pull request`,
  ].filter((each) => each !== undefined);
  const states = state.length === 0 ? "" : html`<small>${join(state, ", ")}</small>`;
  const refs =
    shown.length === 1
      ? html`${shown} ${states}`
      : html`<ul class="refs">${[...shown, states].map((each) => (each === "" ? "" : html`<li>${each}</li>`))}</ul>`;
  return html`<dl class="colophon"><div class="wide"><dt>Outcome</dt><dd>${refs}</dd></div></dl>`;
});

const refName = (event: GitEvent): SafeHtml =>
  event.kind === "pull-request"
    ? html`<b>${pullName(event)}</b>`
    : html`<code>${event.kind === "commit" && event.sha !== undefined ? shortSha(event.sha) : "commit"}</code>`;

const refTitle = (event: GitEvent): SafeHtml =>
  event.kind === "commit"
    ? html`${excerpt(event.subject, 80)}`
    : event.kind === "pull-request"
      ? html`${event.action}${event.title === undefined ? "" : `: ${excerpt(event.title, 80)}`}`
      : html``;

const mostSteps = 9;

/** The sessions of a story, and what lies between them; it gets the story's page. */
export const storyChain = part("storyChain", (view: StoryView): SafeHtml => {
  const { parts } = view.story;
  const shown = parts.length <= mostSteps ? parts : [...parts.slice(0, mostSteps - 2), undefined, ...parts.slice(-1)];
  const items = shown.map((each) => {
    if (each === undefined)
      return html`<li class="gap"><span class="step">${parts.length - mostSteps + 1} more</span></li>`;
    return chainItem(each, parts[parts.indexOf(each) - 1], view);
  });
  return html`<nav class="chain" aria-label="Sessions of this story"><ol>${items}</ol></nav>\n`;
});

function chainItem(each: StoryPart, before: StoryPart | undefined, view: StoryView): SafeHtml {
  const { session } = each;
  const mark =
    session.role === "planning" ? html` class="plan"` : session.role === "implementation" ? html` class="impl"` : "";
  const gap = before === undefined ? undefined : elapsed(before.session.span?.to, session.span?.from);
  const first = each.beats[0];
  const isCleared = first?.same !== undefined && first.same !== "origin";
  const between = [
    roleWords[session.role],
    ...(gap === undefined ? [] : [`${gapWords(gap)} later`]),
    ...(isCleared ? ["context cleared"] : []),
  ].join(", ");
  const spent = costText(cost(session.usage));
  const joined = view.archive.chain(view.story.chain)?.links.find((link) => link.session === session.id);
  const facts = html`${view.dayHour(session.span?.from)}, ${length(session.activeMs)}${spent === undefined ? "" : `, ${spent}`}`;
  return html`<li${mark}><span class="step">${between}</span><a href="${view.session(session)}">${session.title}</a><small>${facts}${joined === undefined ? "" : joinedBy(joined)}</small></li>`;
}

/** "7 min", "5 h 20", "2 days". */
function gapWords(ms: number): string {
  const days = Math.round(ms / 86_400_000);
  return ms < 36 * 3_600_000 ? length(ms) : count(days, "day");
}

/** The prompt that began a story, and what is in it; it gets the story's page. */
export const storyLead = part("storyLead", (view: StoryView): SafeHtml => {
  const { origin } = view.story;
  const began =
    origin === undefined
      ? html`<div></div>`
      : html`<figure class="origin" id="${originId}"><blockquote>${view.typed(origin.words, 2400)}</blockquote><figcaption>The prompt that began it, <a href="${view.moment(origin.session, origin)}">${origin.time === undefined ? "undated" : time(origin.time, (iso) => `${view.clock.day(iso)}, ${view.clock.time(iso)}`)}</a></figcaption></figure>`;
  return html`<div class="lead">${began}\n${storyLedger(view)}</div>\n`;
});

const mendedWords = (mended: number, of: number): string =>
  mended === 0 ? "" : mended < of ? `, ${mended} mended` : of === 1 ? ", mended" : ", all mended";

/** What is in a story, with its counts; it gets the story's page. */
export const storyLedger = part("storyLedger", (view: StoryView): SafeHtml => {
  const { story } = view;
  const rows: SafeHtml[] = story.parts.map((each, index) => {
    const failures = each.beats.flatMap(({ came }) =>
      came.flatMap((one) => (one.kind === "failure" ? [one.failure] : [])),
    );
    const mended = failures.filter((failure) => failure.mended !== undefined).length;
    const plans = story.plans.filter(({ session }) => session === each.session.id);
    const rejected = plans.filter(({ plan }) => plan.status === "rejected").length;
    const facts = [
      count(each.session.prompts, "prompt"),
      ...(plans.length === 0
        ? []
        : [
            `${plans.some(({ versions }) => versions > 1) ? count(plans.length, "version") : count(plans.length, "plan")}${rejected === 0 ? "" : `, ${rejected} rejected`}`,
          ]),
      ...(failures.length === 0 ? [] : [`${count(failures.length, "failure")}${mendedWords(mended, failures.length)}`]),
    ];
    return html`<li><a href="#${partId(index)}">${roleWords[each.session.role]}</a><span>${facts.join(", ")}</span></li>`;
  });
  if (story.tasks.rows.length > 0)
    rows.push(html`<li><a href="#tasks">Tasks</a><span>${taskCounts(story.tasks)}</span></li>`);
  if (story.filesChanged.length > 0)
    rows.push(
      html`<li><a href="#files">Files</a><span>${number(story.filesChanged.length)}, ${addedRemoved(fileSums(story))}</span></li>`,
    );
  const open = endCounts(story.ends);
  rows.push(
    html`<li class="open"><a href="#ends">Open ends</a><span>${story.ends.length === 0 ? "none" : html`${sign("open")}${open}`}</span></li>`,
  );
  const most = 14;
  const kept =
    rows.length <= most
      ? rows
      : [
          ...rows.slice(0, most - 4),
          html`<li><span>${rows.length - most} more sessions</span></li>`,
          ...rows.slice(-3),
        ];
  return html`<nav class="ledger" aria-labelledby="in-h"><h2 id="in-h">In this story</h2><ol>${kept}</ol></nav>`;
});
