/** A year of days: the size of a square is how much happened, so it works without colour. */

import { link, monthPath } from "../../src/address/paths.ts";
import { dateOf } from "../../src/archive/by-day.ts";
import type { Calendar, MonthSum } from "../../src/archive/calendar.ts";
import { mondayOf, weekDate } from "../../src/archive/weeks.ts";
import { monthName, shortMonth } from "../../src/text/clock.ts";
import { count, length, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { fitting } from "../within-page.ts";
import { caret } from "./glyph.ts";

// 53 weeks and the names of the days just fill the column of a wide screen.
const pitch = 19.8;
const row = 16;

/** A year of days as squares; it gets the numbers, and the page it stands on. */
export const calendar = part("calendar", (year: Calendar, path: string): SafeHtml => {
  const { firstWeek, lastWeek, lastDay, sessions, most, months } = year;
  const squares: SafeHtml[] = [];
  const labels: SafeHtml[] = [];
  let month = "";
  let labelled = -10;
  for (let week = firstWeek; week <= lastWeek; week++) {
    const x = (week - firstWeek) * pitch + 8;
    const name = weekDate(week).slice(0, 7);
    if (name !== month && week - labelled > 3) {
      const words = month === "" || name.endsWith("-01") ? `${shortMonth(name)} ${name.slice(0, 4)}` : shortMonth(name);
      const text = html`<text x="${round(x - 8)}" y="11">${words}</text>`;
      labels.push(months.has(name) ? html`<a href="${link(path, monthPath(name))}">${text}</a>` : text);
      labelled = week;
    }
    month = name;
    for (let weekday = 0; weekday < 7; weekday++) {
      const day = mondayOf(week) + weekday;
      if (day > lastDay) break;
      squares.push(square(x, 28 + weekday * row, sessions.get(day) ?? 0, most, day));
    }
  }
  const width = (lastWeek - firstWeek + 1) * pitch + 42;
  const names = ["Mon", "", "Wed", "", "Fri", "", "Sun"].map((name, index) =>
    name === "" ? "" : html`<text x="${round(width - 34)}" y="${32 + index * row}">${name}</text>`,
  );
  return html`<svg class="chart crop year" viewBox="0 0 ${round(width)} 136" preserveAspectRatio="xMaxYMin slice" role="group" aria-label="Sessions per day, ${monthName(weekDate(firstWeek))} to ${monthName(dateOf(lastDay))}">${labels}${squares}${names}</svg>\n`;
});

function square(x: number, y: number, sessions: number, most: number, day: number): SafeHtml {
  if (sessions === 0) return html`<rect class="dot0" x="${round(x - 1)}" y="${y - 1}" width="2" height="2"/>`;
  const size = 4 + 11.5 * Math.sqrt(sessions / most);
  return html`<rect class="fill" x="${round(x - size / 2)}" y="${round(y - size / 2)}" width="${round(size)}" height="${round(size)}" rx="1"><title>${dateOf(day)}: ${count(sessions, "session")}</title></rect>`;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** The calendar's numbers by month, each a way to that month; it gets them, and the page it stands on. */
export const monthTable = part("monthTable", (months: readonly MonthSum[], path: string): SafeHtml => {
  const { drawn: rows, left } = fitting(
    months,
    ({ month, sessions, activeMs }) =>
      html`<tr><th scope="row"><a href="${link(path, monthPath(month))}">${monthName(month)}</a></th><td class="n">${number(sessions)}</td><td class="n">${length(activeMs)}</td></tr>`,
  );
  return html`<details class="data"><summary>Sessions by month, as a table${caret()}</summary><table class="tbl small narrow"><thead><tr><th scope="col">Month</th><th scope="col" class="n">Sessions</th><th scope="col" class="n">Time</th></tr></thead><tbody>${rows}</tbody></table>${left.length === 0 ? "" : html`<p class="remark">and ${count(left.length, "more month")}</p>`}</details>`;
});
