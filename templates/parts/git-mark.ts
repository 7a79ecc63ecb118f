/** Commits and pull requests on the page of a session: at their places, and as its outcome. */
import { gitDigests } from "../../src/archive/digest/git.ts";
import { walk } from "../../src/archive/digest/walk.ts";
import type { SessionRecord } from "../../src/model/archive.ts";
import type { GitEvent } from "../../src/model/git.ts";
import type { Session, Step } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { count, excerpt } from "../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { addedRemoved, type Fact } from "./facts.ts";
import type { PageView } from "./page-view.ts";
import { amendedWords, forgeUrl, gitGlyph, pullName, shortSha } from "./tale/git.ts";

/** A commit, a push or a pull request at its place; it gets the event, the step that made it, and the page. */
export const gitMark = part("gitMark", (event: GitEvent, step: Pick<Step, "time">, view: PageView): SafeHtml => {
  const when = step.time === undefined ? "" : time(step.time, view.clock.time);
  return html`<p class="event mark">${gitGlyph(event)}<b>${reference(event, forgeUrl(event, view.web))}</b><span>${about(event)}</span>${counts(event)}${when}</p>\n`;
});

function reference(event: GitEvent, href: string | undefined): SafeHtml {
  const name =
    event.kind === "pull-request"
      ? html`${pullName(event)}`
      : html`<code>${event.sha === undefined ? event.kind : shortSha(event.sha)}</code>`;
  return href === undefined
    ? html`<span class="gitref">${name}</span>`
    : html`<a class="gitref" href="${href}" rel="noreferrer noopener">${name}</a>`;
}

function about(event: GitEvent): SafeHtml {
  switch (event.kind) {
    case "commit":
      return html`${excerpt(event.subject, 160)}${amendedWords(event)}`;
    case "push":
      return html`pushed${event.branch === undefined ? "" : html` to <code>${event.branch}</code>`}`;
    case "pull-request":
      return html`${event.action}${event.title === undefined ? "" : `: ${excerpt(event.title, 160)}`}`;
  }
}

const counts = (event: GitEvent): SafeHtml =>
  event.kind !== "commit" || event.files === undefined
    ? html``
    : html`<span>${count(event.files, "file")} ${addedRemoved({ added: event.added ?? 0, removed: event.removed ?? 0 })}</span>`;

const mostShown = 5;

/** The commits and pull requests of a session for its head; undefined where there are none. */
export function outcomeFact(session: Session, view: PageView): Fact | undefined {
  const found = gitDigests(walk(session), session).git.filter(
    ({ event }) => event.kind !== "push" && !(event.kind === "commit" && event.replaced !== undefined),
  );
  if (found.length === 0) return undefined;
  const shown = found.slice(-mostShown).map(({ event, anchor, agent }) => {
    const own = agent === undefined ? undefined : view.agent(agent);
    return html`<a class="gitref" href="${own === undefined ? "" : own.href}#${anchor}">${gitGlyph(event)}${event.kind === "pull-request" ? html`<b>${pullName(event)}</b>` : html`<code>${event.kind === "commit" && event.sha !== undefined ? shortSha(event.sha) : "commit"}</code>`}</a> ${event.kind === "commit" ? excerpt(event.subject, 60) : event.kind === "pull-request" ? event.action : ""}`;
  });
  const before = found.length - shown.length;
  return ["Outcome", html`${before > 0 ? html`${before} earlier, ` : ""}${join(shown, ", ")}`];
}

/** Commits and pull requests in the row of a session; it gets the session. Nothing where there are none. */
export const gitFacts = part("gitFacts", ({ git }: SessionRecord): SafeHtml => {
  if (git === undefined) return html``;
  const sign = (kind: "commit" | "pr", words: string): SafeHtml =>
    html`<li><span class="mk"><span class="g k-${kind}" aria-hidden="true"></span>${words}</span></li>`;
  return html`${git.commits === 0 ? "" : sign("commit", count(git.commits, "commit"))}${git.pulls.slice(0, 3).map((number) => sign("pr", `#${number}`))}`;
});
