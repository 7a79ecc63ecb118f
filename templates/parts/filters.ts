/** Filters of a project page: native controls and rules that are made for them. No script, and no log text in a rule. */

import type { Story } from "../../src/archive/stories.ts";
import type { SessionRecord } from "../../src/model/archive.ts";
import { excerpt, modelName } from "../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../src/text/html.ts";

const mostChoices = 24;

interface Choice {
  readonly name: "model" | "branch" | "tool";
  readonly label: string;
  readonly values: readonly string[];
  readonly of: (session: SessionRecord) => readonly string[];
}

export interface Filters {
  readonly form: SafeHtml;
  readonly styles: SafeHtml;
  /** The attributes of a story that the rules ask for. */
  readonly attributes: (story: Story) => SafeHtml;
}

export function filters(stories: readonly Story[]): Filters {
  const choices = [
    choice("model", "Model", stories, (session) => session.models.map(modelName)),
    choice("branch", "Branch", stories, (session) => session.gitBranches),
    choice("tool", "Used tool", stories, (session) => session.tools.map(([name]) => name)),
  ].filter(({ values }) => values.length > 1);
  const rules = [
    ...choices.flatMap(({ name, values }) =>
      values.map(
        (_, index) =>
          html`.filterable:has(#f-${name} [value="${name[0]}${index}"]:checked) .story:not([data-${name}~="${name[0]}${index}"])`,
      ),
    ),
    html`.filterable:has(#f-plan:checked) .story:not([data-plan])`,
    html`.filterable:has(#f-err:checked) .story:not([data-err])`,
  ];
  const selects = choices.map(
    ({ name, label, values }) =>
      html`<label for="f-${name}">${label}<select id="f-${name}"><option value="">Any</option>${values.map((value, index) => html`<option value="${name[0]}${index}">${excerpt(value, 48)}</option>`)}</select></label>`,
  );
  return {
    form: html`<form class="filters" aria-label="Filter sessions">${selects}<label class="check"><input type="checkbox" id="f-plan"> has a plan</label><label class="check"><input type="checkbox" id="f-err"> has failures</label><button class="btn" type="reset">Clear</button><label class="end js-only" for="sort">Sort<select id="sort" data-sort><option value="date">Newest</option><option value="long">Longest</option><option value="cost">Costliest</option></select></label></form>`,
    styles: html`${join(rules, ",")}{display:none}`,
    attributes: (story) => {
      const marks = choices.map(({ name, values, of }) => {
        const has = new Set(story.sessions.flatMap(of));
        const tokens = values.flatMap((value, index) => (has.has(value) ? [`${name[0]}${index}`] : []));
        return html` data-${name}="${tokens.join(" ")}"`;
      });
      const hasPlan = story.sessions.some((session) => session.plans.length > 0 || session.role === "implementation");
      const hasFailures = story.sessions.some((session) => session.failures > 0);
      return html`${marks}${hasPlan ? html` data-plan` : ""}${hasFailures ? html` data-err` : ""}`;
    },
  };
}

function choice(name: Choice["name"], label: string, stories: readonly Story[], of: Choice["of"]): Choice {
  const uses = new Map<string, number>();
  for (const story of stories)
    for (const session of story.sessions) for (const value of of(session)) uses.set(value, (uses.get(value) ?? 0) + 1);
  const values = [...uses]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, mostChoices)
    .map(([value]) => value);
  return { name, label, values, of };
}
