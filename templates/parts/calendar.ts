/** A year of days: the size of a square is how much happened, so it works without colour. */

import { link, monthPath } from "../../src/address/paths.ts";
import { byDay, dateOf, dayNumber, weekOf } from "../../src/archive/by-day.ts";
import type { Archive } from "../../src/model/archive.ts";
import { monthName, shortMonth } from "../../src/text/clock.ts";
import { count, length, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { caret } from "./glyph.ts";

// 53 weeks and the names of the days just fill the column of a wide screen.
const pitch = 19.8;
const row = 16;
const mostWeeks = 53;

/** The last 53 weeks that have something in them; `path` is the page it stands on. */
export function calendar(archive: Archive, path: string): SafeHtml {
  const days = byDay(archive.sessions, archive).filter(({ date }) => date !== "");
  const numbers = days.map(({ date }) => dayNumber(date));
  const last = numbers.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(last)) return html``;
  const lastWeek = weekOf(last);
  const firstWeek = lastWeek - mostWeeks + 1;
  const counts = new Map(days.map(({ date, sessions }) => [dayNumber(date), sessions.length]));
  const most = [...counts.values()].reduce((high, value) => Math.max(high, value), 1);
  const squares: SafeHtml[] = [];
  const labels: SafeHtml[] = [];
  const months = new Set(days.map(({ date }) => date.slice(0, 7)));
  let month = "";
  let labelled = -10;
  for (let week = firstWeek; week <= lastWeek; week++) {
    const x = (week - firstWeek) * pitch + 8;
    const monday = week * 7 - 3;
    const name = dateOf(monday).slice(0, 7);
    if (name !== month && week - labelled > 3) {
      const words = month === "" || name.endsWith("-01") ? `${shortMonth(name)} ${name.slice(0, 4)}` : shortMonth(name);
      const text = html`<text x="${round(x - 8)}" y="11">${words}</text>`;
      labels.push(months.has(name) ? html`<a href="${link(path, monthPath(name))}">${text}</a>` : text);
      labelled = week;
    }
    month = name;
    for (let weekday = 0; weekday < 7; weekday++) {
      const day = monday + weekday;
      if (day > last) break;
      squares.push(square(x, 28 + weekday * row, counts.get(day) ?? 0, most, day));
    }
  }
  const width = (lastWeek - firstWeek + 1) * pitch + 42;
  const names = ["Mon", "", "Wed", "", "Fri", "", "Sun"].map((name, index) =>
    name === "" ? "" : html`<text x="${round(width - 34)}" y="${32 + index * row}">${name}</text>`,
  );
  return html`<svg class="chart crop year" viewBox="0 0 ${round(width)} 136" preserveAspectRatio="xMaxYMin slice" role="group" aria-label="Sessions per day, ${monthName(dateOf(firstWeek * 7 - 3))} to ${monthName(dateOf(last))}">${labels}${squares}${names}</svg>\n`;
}

function square(x: number, y: number, sessions: number, most: number, day: number): SafeHtml {
  if (sessions === 0) return html`<rect class="dot0" x="${round(x - 1)}" y="${y - 1}" width="2" height="2"/>`;
  const size = 4 + 11.5 * Math.sqrt(sessions / most);
  return html`<rect class="fill" x="${round(x - size / 2)}" y="${round(y - size / 2)}" width="${round(size)}" height="${round(size)}" rx="1"><title>${dateOf(day)}: ${count(sessions, "session")}</title></rect>`;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** The calendar's numbers, by month, each a way to that month. */
export function monthTable(archive: Archive, path: string): SafeHtml {
  const months = new Map<string, { sessions: number; active: number }>();
  for (const { date, sessions } of byDay(archive.sessions, archive)) {
    if (date === "") continue;
    const month = date.slice(0, 7);
    const sum = months.get(month) ?? { sessions: 0, active: 0 };
    months.set(month, {
      sessions: sum.sessions + sessions.length,
      active: sum.active + sessions.reduce((all, session) => all + session.activeMs, 0),
    });
  }
  const rows = [...months]
    .sort((a, b) => (a[0] < b[0] ? 1 : -1))
    .map(
      ([month, { sessions, active }]) =>
        html`<tr><th scope="row"><a href="${link(path, monthPath(month))}">${monthName(month)}</a></th><td class="n">${number(sessions)}</td><td class="n">${length(active)}</td></tr>`,
    );
  return html`<details class="data"><summary>Sessions by month, as a table${caret}</summary><table class="tbl small narrow"><thead><tr><th scope="col">Month</th><th scope="col" class="n">Sessions</th><th scope="col" class="n">Time</th></tr></thead><tbody>${rows}</tbody></table></details>`;
}
