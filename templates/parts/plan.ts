/** A plan, in the state that people left it in. */

import { anchor, planId } from "../../src/address/anchor.ts";
import { planAnswer, planBody } from "../../src/conversation/plan-text.ts";
import type { Plan, SessionId } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { allowed } from "../tools/allowed-prompts.ts";
import { reminders } from "../tools/result.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

/** A plan and what became of it; it gets the plan and the page. */
export const planCard = part("planCard", (plan: Plan, view: PageView): SafeHtml => {
  const id = view.anchors.take(planId(plan));
  const hash = html`<a class="hash" href="#${id}" aria-label="Link to this plan">#</a>`;
  const title = html`<span class="kind">${glyph("decide")}Plan</span><h3 id="${id}-h">${plan.title}</h3>${planChip(plan)}`;
  const body = html`<div class="plan-b">${view.prose(planBody(plan), { headingBase: 4 })}${allowed(plan.allowedPrompts)}</div>`;
  if (plan.status === "rejected") {
    return html`<section class="card plan rejected" id="${id}" role="group" aria-labelledby="${id}-h">${hash}<details><summary>${title}${caret()}</summary>${body}</details>${feedback(plan.feedback)}${planFoot(plan, view)}</section>\n`;
  }
  return html`<section class="card plan" id="${id}" role="group" aria-labelledby="${id}-h">${hash}<header>${title}</header>${body}${planFoot(plan, view)}</section>\n`;
});

type PlanState = Pick<Plan, "status"> & { readonly contextCleared?: true };

/** What became of a plan: approved, rejected, no answer. It gets the plan. */
export const planChip = part("planChip", (plan: PlanState): SafeHtml => {
  switch (plan.status) {
    case "approved":
      return plan.contextCleared
        ? html`<span class="chip is-acc end">accepted, context cleared</span>`
        : html`<span class="chip is-ok end">approved</span>`;
    case "rejected":
      return html`<span class="chip is-no end">${glyph("fail")}rejected</span>`;
    case "pending":
      return html`<span class="chip end">no answer recorded</span>`;
  }
});

/** The user's own words with a "no"; it gets the words. */
export const feedback = part(
  "feedback",
  (words: string | undefined): SafeHtml =>
    words === undefined || words.trim() === "" ? html`` : html`<p class="feedback"><b>Feedback</b>${words}</p>`,
);

/** Where a plan was written, implemented and kept, and the answer as logged; it gets the plan and the page. */
export const planFoot = part("planFoot", (plan: Plan, view: PageView): SafeHtml => {
  const parts: SafeHtml[] = [];
  if (plan.status === "approved" && plan.plannedIn !== undefined) {
    parts.push(
      html`Written in ${sessionLink(plan.plannedIn, view, "the planning session")}. The conversation that led to it was not carried over; only this text was.`,
    );
  } else if (plan.status === "approved" && plan.proposedAs !== undefined) {
    parts.push(
      html`<a href="#${anchor(planId({ entry: plan.proposedAs }))}">Proposed before</a> with other words; these were carried out.`,
    );
  } else if (plan.origin === "plan-content") {
    parts.push(html`Written in a session that is not in this archive.`);
  }
  if (plan.status === "approved" && plan.implementedIn !== undefined) {
    parts.push(html`Implemented in ${sessionLink(plan.implementedIn, view, "the next session")}.`);
  }
  if (plan.file !== undefined) parts.push(html`Kept as <code>${view.path(plan.file)}</code>.`);
  const answer = planAnswer(plan);
  const logged =
    answer === undefined
      ? html``
      : html`<details class="logged"><summary>The answer as logged</summary>${view.output(answer)}</details>`;
  const { outcome } = plan;
  const said = outcome === undefined || outcome.state === "none" ? logged : html`${logged}${reminders(outcome, view)}`;
  if (parts.length === 0 && String(said) === "") return html``;
  return html`<footer>${parts.map((part) => html`${part} `)}${said}</footer>`;
});

/** A link to another session, or the words for one that is missing; it gets its id, the page, and the link's words. */
export const sessionLink = part("sessionLink", (id: SessionId, view: PageView, words: string): SafeHtml => {
  const found = view.session(id);
  if (found === undefined) return html`a session that is not in this archive`;
  return html`<a href="${found.href}" title="${found.record.title}">${words}</a>`;
});
