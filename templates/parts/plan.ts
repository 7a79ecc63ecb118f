/** A plan, in the state that people left it in. */

import { planId } from "../../src/address/anchor.ts";
import type { Plan, SessionId } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { allowed } from "../tools/allowed-prompts.ts";
import { reminders } from "../tools/result.ts";
import { wholeLines } from "../tools/whole-lines.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

export function planCard(plan: Plan, view: PageView, words = "Plan"): SafeHtml {
  const id = view.anchors.take(planId(plan));
  const hash = html`<a class="hash" href="#${id}" aria-label="Link to this plan">#</a>`;
  const title = html`<span class="kind">${glyph("decide")}${words}</span><h3 id="${id}-h">${plan.title}</h3>${planChip(plan)}`;
  const body = html`<div class="plan-b">${view.prose(withoutTitle(plan), { headingBase: 4 })}${allowed(plan.allowedPrompts)}</div>`;
  if (plan.status === "rejected") {
    return html`<section class="card plan rejected" id="${id}" role="group" aria-labelledby="${id}-h">${hash}<details><summary>${title}${caret}</summary>${body}</details>${feedback(plan.feedback)}${footer(plan, view)}</section>\n`;
  }
  return html`<section class="card plan" id="${id}" role="group" aria-labelledby="${id}-h">${hash}<header>${title}</header>${body}${footer(plan, view)}</section>\n`;
}

export function planChip(plan: Pick<Plan, "status"> & { readonly contextCleared?: true }): SafeHtml {
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
}

/** The user's own words with a "no". */
export function feedback(words: string | undefined): SafeHtml {
  return words === undefined || words.trim() === "" ? html`` : html`<p class="feedback"><b>Feedback</b>${words}</p>`;
}

function footer(plan: Plan, view: PageView): SafeHtml {
  const parts: SafeHtml[] = [];
  if (plan.status === "approved" && plan.plannedIn !== undefined) {
    parts.push(
      html`Written in ${sessionLink(plan.plannedIn, view, "the planning session")}. The conversation that led to it was not carried over; only this text was.`,
    );
  } else if (plan.origin === "plan-content") {
    parts.push(html`Written in a session that is not in this archive.`);
  }
  if (plan.status === "approved" && plan.implementedIn !== undefined) {
    parts.push(html`Implemented in ${sessionLink(plan.implementedIn, view, "the next session")}.`);
  }
  if (plan.file !== undefined) parts.push(html`Kept as <code>${view.path(plan.file)}</code>.`);
  const answer = loggedAnswer(plan, view);
  return parts.length === 0 && answer === undefined
    ? html``
    : html`<footer>${parts.map((part) => html`${part} `)}${answer}</footer>`;
}

/** What the log has as the answer: mostly words of the client to the model, with the plan in them once more. */
function loggedAnswer({ outcome, markdown }: Plan, view: PageView): SafeHtml | undefined {
  if (outcome === undefined || outcome.state === "none") return undefined;
  if (outcome.text.trim() === "") return outcome.reminders === undefined ? undefined : reminders(outcome, view);
  const plan = markdown.trim();
  const at = wholeLines(outcome.text, plan);
  const words =
    at === -1 ? outcome.text : `${outcome.text.slice(0, at)}[the plan]${outcome.text.slice(at + plan.length)}`;
  return html`<details class="logged"><summary>The answer as logged</summary>${view.output(words)}</details>${reminders(outcome, view)}`;
}

function sessionLink(id: SessionId, view: PageView, words: string): SafeHtml {
  const found = view.session(id);
  if (found === undefined) return html`a session that is not in this archive`;
  return html`<a href="${found.href}" title="${found.record.title}">${words}</a>`;
}

/** The title stands in the card's head already. */
function withoutTitle(plan: Plan): string {
  const heading = /^\s*#[ \t]+([^\n]*)\n?/.exec(plan.markdown);
  if (heading === null) return plan.markdown;
  const words = plainText(heading[1] ?? "").replace(/^plan:\s*/i, "");
  return words === plan.title || plainText(heading[1] ?? "") === plan.title
    ? plan.markdown.slice(heading[0].length)
    : plan.markdown;
}
