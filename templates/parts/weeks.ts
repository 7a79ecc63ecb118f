/** Sessions per week: a spark in a table, a chart over a project. */

import { datedCount, lastWeek, perWeek, weekDate, weeksOfYear } from "../../src/archive/weeks.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import { shortMonth } from "../../src/text/clock.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

/** A year of a project in a table, a bar for each week; it gets how many sessions each week had. */
export const sparkline = part("sparkline", (counts: readonly number[]): SafeHtml => {
  const most = counts.reduce((high, value) => Math.max(high, value), 4);
  const d = counts
    .map((value, index) => (value === 0 ? "" : `M${index * 3 + 2} 22V${Math.round(22 - (value / most) * 20)}`))
    .join("");
  return html`<svg class="spark" viewBox="0 0 160 22" aria-hidden="true"><path d="${d}"/><path class="base" d="M0 22H160"/></svg>`;
});

/** The weeks over a project's page; it gets the project's sessions and the archive. Nothing where they are too few. */
export const weekChart = part("weekChart", (sessions: readonly SessionRecord[], archive: Archive): SafeHtml => {
  const last = lastWeek(sessions, archive);
  if (datedCount(sessions, archive) < 3 || last === 0) return html``;
  const counts = perWeek(sessions, archive, last);
  const dateAt = (index: number): string => weekDate(last - (weeksOfYear - 1 - index));
  const most = counts.reduce((high, value) => Math.max(high, value), 1);
  const width = 1296;
  const pitch = width / weeksOfYear;
  let month = "";
  let labelled = -10;
  const bars: SafeHtml[] = [];
  const labels: SafeHtml[] = [];
  counts.forEach((value, index) => {
    const x = index * pitch + 1;
    const date = dateAt(index);
    const height = Math.round((value / most) * 44);
    if (value > 0)
      bars.push(
        html`<rect class="soft${index === weeksOfYear - 1 ? " now" : ""}" x="${x.toFixed(1)}" y="${50 - height}" width="18" height="${height}"><title>Week of ${date}: ${count(value, "session")}</title></rect>`,
      );
    if (date.slice(0, 7) !== month && index < weeksOfYear - 2) {
      const name = date.slice(0, 7);
      if (index - labelled >= 4) {
        labelled = index;
        labels.push(
          html`<text x="${x.toFixed(0)}" y="66">${month === "" || name.endsWith("-01") ? `${shortMonth(name)} ${name.slice(0, 4)}` : shortMonth(name)}</text>`,
        );
      }
      month = name;
    }
  });
  const label = `Sessions per week over a year, at most ${most}, in the week of ${dateAt(counts.lastIndexOf(most))}`;
  return html`<figure class="fig weeks"><svg class="chart crop" viewBox="0 0 ${width} 70" role="img" aria-label="${label}" preserveAspectRatio="xMaxYMin slice"><path class="grid" d="M0 50.5H${width}"/>${bars}${labels}</svg></figure>\n`;
});
