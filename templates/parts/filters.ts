/** Filters of a project page: native controls and rules that are made for them. No script, and no log text in a rule. */

import type { Story } from "../../src/archive/stories.ts";
import { type FilterChoice, filterToken, hasFailures, hasPlan, storyTokens } from "../../src/archive/story-filters.ts";
import { excerpt } from "../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

/** What the stories of a project can be filtered and sorted by; it gets the choices. */
export const filterForm = part("filterForm", (choices: readonly FilterChoice[]): SafeHtml => {
  const selects = choices.map((choice) => {
    const options = choice.values.map(
      (value, index) => html`<option value="${filterToken(choice, index)}">${excerpt(value, 48)}</option>`,
    );
    return html`<label for="f-${choice.name}">${choice.label}<select id="f-${choice.name}"><option value="">Any</option>${options}</select></label>`;
  });
  return html`<form class="filters" aria-label="Filter sessions">${selects}<label class="check"><input type="checkbox" id="f-plan"> has a plan</label><label class="check"><input type="checkbox" id="f-err"> has failures</label><button class="btn" type="reset">Clear</button><label class="end js-only" for="sort">Sort<select id="sort" data-sort><option value="date">Newest</option><option value="long">Longest</option><option value="cost">Costliest</option></select></label></form>`;
});

/** The rules that hide what a filter leaves out, as CSS; it gets the choices. */
export const filterRules = part("filterRules", (choices: readonly FilterChoice[]): SafeHtml => {
  const rules = [
    ...choices.flatMap((choice) =>
      choice.values.map((_, index) => {
        const token = filterToken(choice, index);
        return html`.filterable:has(#f-${choice.name} [value="${token}"]:checked) .story:not([data-${choice.name}~="${token}"])`;
      }),
    ),
    html`.filterable:has(#f-plan:checked) .story:not([data-plan])`,
    html`.filterable:has(#f-err:checked) .story:not([data-err])`,
  ];
  return html`${join(rules, ",")}{display:none}`;
});

/** The attributes of a story that the rules ask for. */
export function filterAttributes(story: Story, choices: readonly FilterChoice[]): SafeHtml {
  const marks = choices.map((choice) => html` data-${choice.name}="${storyTokens(story, choice).join(" ")}"`);
  return html`${marks}${hasPlan(story) ? html` data-plan` : ""}${hasFailures(story) ? html` data-err` : ""}`;
}
