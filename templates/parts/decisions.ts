/** Decisions in a list, by day, with native filters. */
import { link, sessionPath } from "../../src/address/paths.ts";
import { type DecisionChoice, decisionToken, fateWords, kindWords } from "../../src/archive/decision-pages.ts";
import { namesakes } from "../../src/archive/namesakes.ts";
import type { Archive } from "../../src/model/archive.ts";
import type { DecisionRecord } from "../../src/model/decisions.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, excerpt } from "../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { fitting } from "../within-page.ts";
import { glyph } from "./glyph.ts";

function valueWords({ name }: DecisionChoice, value: string, projects: ReadonlyMap<string, string>): string {
  if (name === "kind") return kindWords[value as DecisionRecord["kind"]];
  if (name === "fate") return fateWords[value as DecisionRecord["fate"]];
  return projects.get(value) ?? value;
}

/** What decisions can be filtered by; it gets the choices and the archive. */
export const decisionForm = part("decisionForm", (choices: readonly DecisionChoice[], archive: Archive): SafeHtml => {
  if (choices.length === 0) return html``;
  const place = namesakes(archive.projects);
  const projects = new Map(archive.projects.map((project) => [project.id, place(project) ?? project.name]));
  const selects = choices.map((choice) => {
    const options = choice.values.map(
      (value, index) =>
        html`<option value="${decisionToken(choice, index)}">${excerpt(valueWords(choice, value, projects), 48)}</option>`,
    );
    return html`<label for="f-${choice.name}">${choice.label}<select id="f-${choice.name}"><option value="">Any</option>${options}</select></label>`;
  });
  return html`<form class="filters" aria-label="Filter decisions">${selects}<button class="btn" type="reset">Clear</button></form>`;
});

/** The rules that hide what a filter leaves out, as CSS; it gets the choices. */
export const decisionRules = part("decisionRules", (choices: readonly DecisionChoice[]): SafeHtml => {
  const rules = choices.flatMap((choice) =>
    choice.values.map((_, index) => {
      const token = decisionToken(choice, index);
      return html`.filterable:has(#f-${choice.name} [value="${token}"]:checked) .decided:not([data-${choice.name}="${token}"])`;
    }),
  );
  return rules.length === 0 ? html`.filterable{}` : html`${join(rules, ",")}{display:none}`;
});

/** Decisions by day; it gets them, the choices, the archive, and the page. */
export const decisionDays = part(
  "decisionDays",
  (
    decisions: readonly DecisionRecord[],
    choices: readonly DecisionChoice[],
    archive: Archive,
    path: string,
  ): SafeHtml => {
    const { key, weekday, date } = clock(archive.timeZone);
    const days: { day: string; list: DecisionRecord[] }[] = [];
    for (const each of decisions) {
      const day = key(each.time) ?? "";
      if (days.at(-1)?.day === day) days.at(-1)?.list.push(each);
      else days.push({ day, list: [each] });
    }
    return html`${days.map(({ day, list }, at) => {
      const first = list[0]?.time;
      const heading =
        first === undefined ? html`Undated` : time(first, (iso) => `${weekday(iso)}${date(iso).slice(-5)}`);
      const { drawn, left } = fitting(list, (each) => decisionRow(each, choices, archive, path));
      const more =
        left.length === 0
          ? ""
          : html`<li>and ${count(left.length, "more decision")}, for which this page has no room: they are in the sessions of this day.</li>`;
      return html`<section class="annal sticky" aria-labelledby="day-${at}"><div class="label"><h2 id="day-${at}"${day === "" ? "" : html` data-day="${day}"`}>${heading}</h2></div><ol class="decided-l">${drawn}${more}</ol></section>\n`;
    })}`;
  },
);

/** One decision: when, where, the words, and what became of it. It gets the decision, the choices, the archive, and the page. */
export const decisionRow = part(
  "decisionRow",
  (each: DecisionRecord, choices: readonly DecisionChoice[], archive: Archive, path: string): SafeHtml => {
    const session = archive.session(each.session);
    const { date, time: hour } = clock(archive.timeZone);
    const tokens = choices.map((choice) => {
      const at = choice.values.indexOf(each[choice.name]);
      return at < 0 ? "" : html` data-${choice.name}="${decisionToken(choice, at)}"`;
    });
    const answers = (each.chosen ?? []).map((label) => html`<b>${label}</b>`);
    const words = each.words === undefined ? "" : html`<blockquote><p>${each.words}</p></blockquote>`;
    const facts = [
      ...(session === undefined
        ? []
        : [
            html`<li>${archive.projectOf(session).name}</li>`,
            html`<li>in <a href="${link(path, sessionPath(session))}">${excerpt(session.title, 90)}</a></li>`,
          ]),
      ...(each.time === undefined
        ? []
        : [html`<li><span class="day">${date(each.time)}, </span>${time(each.time, hour)}</li>`]),
    ];
    return html`<li class="decided"${tokens}><p class="what">${glyph(each.kind === "rejection" ? "fail" : "decide")}<span><span class="kind">${kindWords[each.kind]}</span> <a href="${link(path, each.path, each.anchor)}">${each.title === "" ? "Without words" : each.title}</a> ${decisionFate(each, archive, path)}</span></p>${answers.length === 0 ? "" : html`<p class="chose">${join(answers, ", ")}</p>`}${words}<ul class="facts">${facts}</ul></li>\n`;
  },
);

const chips = {
  implemented: "is-ok",
  answered: "is-ok",
  rejected: "is-no",
  changed: "is-no",
  "proposed-again": "is-no",
  refused: "is-no",
} as Readonly<Record<string, string>>;

/** What became of a decision; it gets the decision, the archive, and the page. */
export const decisionFate = part("decisionFate", (each: DecisionRecord, archive: Archive, path: string): SafeHtml => {
  const chip = html`<span class="chip${chips[each.fate] === undefined ? "" : ` ${chips[each.fate]}`}">${fateWords[each.fate]}</span>`;
  if (each.implementedIn === undefined || each.implementedIn === each.session)
    return html`${chip}${each.isFromElsewhere ? html` <small>written in a session that is not in this archive</small>` : each.fate === "implemented" ? html` <small>in the same session</small>` : ""}`;
  const where = archive.session(each.implementedIn);
  if (where === undefined) return html`${chip} <small>in a session that is not in this archive</small>`;
  return html`${chip} <small>in <a href="${link(path, sessionPath(where))}">${excerpt(where.title, 90)}</a></small>`;
});
