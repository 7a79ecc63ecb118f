/** Sessions of one day, as a section of a list. */
import type { Day } from "../../src/archive/by-day.ts";
import type { Archive } from "../../src/model/archive.ts";
import { clock } from "../../src/text/clock.ts";
import { count, length } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { sessionRow } from "./session-row.ts";

/** The sessions of a day; it gets the day, the archive, the page it stands on, and the day that stands before it. */
export const daySection = part("daySection", (day: Day, archive: Archive, path: string, before?: Day): SafeHtml => {
  const id = `d-${day.date === "" ? "undated" : day.date}`;
  const active = day.sessions.reduce((sum, session) => sum + session.activeMs, 0);
  const { weekday } = clock(archive.timeZone);
  const full = weekday(day.sessions[0]?.span?.from);
  // The month is said once.
  const isSameMonth = before !== undefined && before.date.slice(0, 7) === day.date.slice(0, 7);
  const name = day.date === "" ? "Undated" : isSameMonth ? full.replace(/ [A-Z]\w+$/, "") : full;
  const rows = day.sessions.map((session) =>
    sessionRow(session, { archive, path, heading: 4, hasProject: true, hasBadge: true }),
  );
  return html`<section class="annal sticky${before === undefined ? " bare" : ""}" aria-labelledby="${id}"><div class="label"><h3 id="${id}">${name}</h3><p>${count(day.sessions.length, "session")}, ${length(active)}</p></div><div>${rows}</div></section>\n`;
});
