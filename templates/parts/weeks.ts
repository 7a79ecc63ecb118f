/** Sessions per week: a spark in a table, a chart over a project. */

import { dateOf, dayNumber, dayOf, weekOf } from "../../src/archive/by-day.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import { shortMonth } from "../../src/text/clock.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";

const mostWeeks = 53;

/** The last week of the whole archive, so that sparks of all projects line up. */
export function lastWeekOf(archive: Archive): number {
  return archive.sessions.reduce((last, session) => Math.max(last, weekIn(session, archive) ?? 0), 0);
}

function weekIn(session: SessionRecord, archive: Archive): number | undefined {
  const date = dayOf(session, archive);
  return date === "" ? undefined : weekOf(dayNumber(date));
}

function perWeek(sessions: readonly SessionRecord[], archive: Archive, last: number): number[] {
  const counts = new Array<number>(mostWeeks).fill(0);
  for (const session of sessions) {
    const week = weekIn(session, archive);
    const at = week === undefined ? -1 : mostWeeks - 1 - (last - week);
    if (at >= 0 && at < mostWeeks) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

export function spark(sessions: readonly SessionRecord[], archive: Archive, last: number): SafeHtml {
  const counts = perWeek(sessions, archive, last);
  const most = counts.reduce((high, value) => Math.max(high, value), 4);
  const d = counts
    .map((value, index) => (value === 0 ? "" : `M${index * 3 + 2} 22V${Math.round(22 - (value / most) * 20)}`))
    .join("");
  return html`<svg class="spark" viewBox="0 0 160 22" aria-hidden="true"><path d="${d}"/><path class="base" d="M0 22H160"/></svg>`;
}

export function weekChart(sessions: readonly SessionRecord[], archive: Archive): SafeHtml {
  const weeks = sessions.map((session) => weekIn(session, archive)).filter((week) => week !== undefined);
  const last = weeks.reduce((high, week) => Math.max(high, week), 0);
  if (weeks.length < 3 || last === 0) return html``;
  const counts = perWeek(sessions, archive, last);
  const most = counts.reduce((high, value) => Math.max(high, value), 1);
  const busiest = counts.lastIndexOf(most);
  const width = 1296;
  const pitch = width / mostWeeks;
  let month = "";
  let labelled = -10;
  const bars: SafeHtml[] = [];
  const labels: SafeHtml[] = [];
  counts.forEach((value, index) => {
    const x = index * pitch + 1;
    const date = dateOf((last - (mostWeeks - 1 - index)) * 7 - 3);
    const height = Math.round((value / most) * 44);
    if (value > 0)
      bars.push(
        html`<rect class="soft${index === mostWeeks - 1 ? " now" : ""}" x="${x.toFixed(1)}" y="${50 - height}" width="18" height="${height}"><title>Week of ${date}: ${count(value, "session")}</title></rect>`,
      );
    if (date.slice(0, 7) !== month && index < mostWeeks - 2) {
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
  const label = `Sessions per week over a year, at most ${most}, in the week of ${dateOf((last - (mostWeeks - 1 - busiest)) * 7 - 3)}`;
  return html`<figure class="fig weeks"><svg class="chart crop" viewBox="0 0 ${width} 70" role="img" aria-label="${label}" preserveAspectRatio="xMaxYMin slice"><path class="grid" d="M0 50.5H${width}"/>${bars}${labels}</svg></figure>\n`;
}
