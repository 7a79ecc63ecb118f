/** Every plan, question and rejected call by date, with the words and what became of it. */
import { indexPath, link } from "../../src/address/paths.ts";
import { type DecisionPage, decisionChoices, decisionPages } from "../../src/archive/decision-pages.ts";
import type { Archive, ChainRecord } from "../../src/model/archive.ts";
import type { Collections } from "../../src/model/collections.ts";
import { monthName } from "../../src/text/clock.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { decisionDays, decisionForm, decisionRules } from "../parts/decisions.ts";
import { part } from "../theme.ts";
import { fitting, withinPage } from "../within-page.ts";
import { drawn, type TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly about: DecisionPage;
}

export const data = {
  pagination: {
    // The front page is there even where nothing was decided.
    data: "annals.projects",
    size: 1,
    alias: "about",
    before: (_: readonly ChainRecord[], { annals }: TemplateData): DecisionPage[] =>
      decisionPages(annals.decisions, annals),
  },
  permalink: ({ about }: Data): string => about.path,
  eleventyExcludeFromCollections: true,
};

export const render = ({ annals, about }: Data): string =>
  drawn(annals, (site) => decisionsPage(about, site, annals.decisions));

export function decisionsPage(about: DecisionPage, site: Site<Archive>, all: Collections["decisions"]): SafeHtml {
  return withinPage(() =>
    pageFrame({
      ...site,
      path: about.path,
      title: titleOf(about),
      description: `${count(about.all, "decision")}: plans, answered questions and rejected calls.`,
      body: decisionsBody(about, site.archive, all),
      current: "decisions",
      rules: decisionRules(decisionChoices(about.decisions)),
    }),
  );
}

const monthWords = ({ month = "", part, parts }: DecisionPage): string =>
  `${month === "undated" ? "undated" : monthName(month)}${parts > 1 ? `, part ${part} of ${parts}` : ""}`;

const titleOf = (about: DecisionPage): string =>
  about.month === undefined ? "Decisions" : `Decisions, ${monthWords(about)}`;

/** Decisions by date; it gets the page with its decisions, the archive, and all decisions. */
export const decisionsBody = part(
  "decisionsBody",
  (about: DecisionPage, archive: Archive, all: Collections["decisions"]): SafeHtml => {
    const { path, decisions } = about;
    const choices = decisionChoices(decisions);
    const crumbs = breadcrumb([{ words: "Sessions", href: link(path, indexPath) }, { words: "Decisions" }]);
    const pages = decisionPages(all, archive).filter(({ month }) => month !== undefined);
    const { drawn: links, left } = fitting(pages, (each) =>
      each.path === path
        ? html`<li><b>${monthWords(each)}</b></li>`
        : html`<li><a href="${link(path, each.path)}">${monthWords(each)}</a></li>`,
    );
    const months =
      pages.length === 0
        ? ""
        : html`<nav class="pages" aria-label="Decisions by month"><h2>By month</h2><ul>${links}${left.length === 0 ? "" : html`<li>and ${count(left.length, "more page")}</li>`}</ul></nav>`;
    const lede =
      about.all === 0
        ? "No plan, no question and no rejected call is in this archive."
        : `What was decided, when, and what became of it: plans, answers to questions, and calls that somebody did not allow. ${decisions.length === about.all ? `All ${number(about.all)} of them.` : `${number(decisions.length)} of ${number(about.all)} are on this page.`}`;
    return html`<div class="page filterable decisions">
<div class="head">${crumbs}
<h1>${titleOf(about)}</h1><p class="lede">${lede}</p></div>
${decisions.length === 0 ? "" : decisionForm(choices, archive)}
${decisions.length === 0 ? "" : html`<div class="counted">${decisionDays(decisions, choices, archive, path)}<p class="tally"> decisions shown on this page.</p></div>`}
${months}</div>`;
  },
);
