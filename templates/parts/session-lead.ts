/** What began a session and what it left, between its head and its transcript. */

import { anchor, planId } from "../../src/address/anchor.ts";
import type { Plan, Session } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { count, excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { changedFiles } from "./changed-files.ts";
import type { PageView } from "./page-view.ts";
import { planChip } from "./plan.ts";
import { finalTasks } from "./tasks.ts";

/** What began a session and what it left: origin, plans, tasks, files. It gets the session and the page. */
export const sessionLead = part("sessionLead", (session: Session, view: PageView): SafeHtml => {
  const left = [
    sessionOrigin(session, view),
    continuesFrom(session, view),
    continuedIn(session, view),
    planLinks(session.plans),
    finalTasks(view.record.tasks),
  ].filter((part) => String(part) !== "");
  const right = changedFiles(session.files, view);
  if (left.length === 0 && String(right) === "") return html``;
  if (left.length === 0) return html`<div class="lead one">${right}</div>\n`;
  return html`<div class="lead"><div>${left}</div>\n${right}</div>\n`;
});

/** The prompt that began the chain of a session; it gets the session and the page. */
export const sessionOrigin = part("sessionOrigin", ({ origin: source }: Session, view: PageView): SafeHtml => {
  if (source === undefined) return html``;
  const found = view.session(source.session);
  const where =
    found === undefined
      ? html`The prompt that began it. Its session is not in this archive.`
      : html`The prompt that began it, from <a href="${found.href}" title="${found.record.title}">${found.record.role === "planning" ? "the planning session" : "the session before"}</a>, ${time(found.record.span?.from, view.clock.time)}`;
  if (source.prompt === undefined) {
    return found === undefined
      ? html`<p class="origin-none">What began this is in a session that is not in this archive.</p>`
      : html``;
  }
  return html`<figure class="origin"><blockquote>${view.prose(cutPrompt(source.prompt), { breaks: true })}</blockquote><figcaption>${where}</figcaption></figure>`;
});

const cutPrompt = (text: string): string =>
  text.length > 1200 ? `${text.slice(0, 1200).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** The session that this one was resumed or forked from; it gets the session and the page. */
export const continuesFrom = part("continuesFrom", ({ continues }: Session, view: PageView): SafeHtml => {
  if (continues === undefined) return html``;
  const found = view.session(continues.session);
  if (found === undefined)
    return html`<p class="resumed">Continues a session that is not in this archive. Only what is new is shown here.</p>`;
  const place = continues.entry === undefined ? "" : `#${anchor(continues.entry)}`;
  return html`<p class="resumed">Continues from <a href="${found.href}${place}">${found.record.title}</a>. What it shares with that session is shown there; here is only what is new.</p>`;
});

/** The session that this one went on in; it gets the session and the page. */
export const continuedIn = part("continuedIn", ({ continuedIn: next }: Session, view: PageView): SafeHtml => {
  if (next === undefined) return html``;
  const found = view.session(next);
  return found === undefined
    ? html`<p class="resumed">Went on in the background, in a session that is not in this archive.</p>`
    : html`<p class="resumed">Went on in the background: <a href="${found.href}">${found.record.title}</a>.</p>`;
});

/** The plans of a session as links to their cards; it gets the plans. */
export const planLinks = part("planLinks", (plans: readonly Plan[]): SafeHtml => {
  if (plans.length === 0) return html``;
  const items = plans.map(
    (plan) => html`<li><a href="#${anchor(planId(plan))}">${excerpt(plan.title, 90)}</a>${planChip(plan)}</li>`,
  );
  return html`<section class="plans" aria-labelledby="pl-h"><h2 id="pl-h">${count(plans.length, "plan")}</h2><ul>${items}</ul></section>`;
});
