/** Sessions of several archives by day; each row says which archive it is of. */
import { link } from "../../src/address/paths.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, excerpt, modelName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { PortalRow } from "./view.ts";

interface Day {
  readonly date: string;
  readonly rows: readonly PortalRow[];
}

function byDay(rows: readonly PortalRow[], timeZone: string): readonly Day[] {
  const { key } = clock(timeZone);
  const days = new Map<string, PortalRow[]>();
  for (const row of rows) {
    const date = key(row.time) ?? "";
    const known = days.get(date) ?? [];
    days.set(date, known);
    known.push(row);
  }
  return [...days].map(([date, own]) => ({ date, rows: own }));
}

export function daysOf(rows: readonly PortalRow[], timeZone: string, path: string): SafeHtml {
  const { weekday, day: whole } = clock(timeZone);
  let year = "";
  const sections = byDay(rows, timeZone).map(({ date, rows: own }, at) => {
    const id = `d-${date === "" ? "undated" : date}`;
    const first = own[0]?.time;
    // The year is said where it changes.
    const isNewYear = date.slice(0, 4) !== year;
    year = date.slice(0, 4);
    const name = date === "" ? "Undated" : isNewYear ? whole(first) : weekday(first);
    return html`<section class="annal sticky${at === 0 ? " bare" : ""}" aria-labelledby="${id}"><div class="label"><h3 id="${id}">${name}</h3><p>${count(own.length, "session")}</p></div><div>${own.map((row) => rowOf(row, timeZone, path))}</div></section>\n`;
  });
  return html`${sections}`;
}

function rowOf(row: PortalRow, timeZone: string, path: string): SafeHtml {
  const { time: hour } = clock(timeZone);
  const facts = [
    html`<li><span class="vh">Archive </span><b>${excerpt(row.archive.name, 60)}</b></li>`,
    html`<li><span class="vh">Project </span>${excerpt(row.project, 60)}</li>`,
    row.time === undefined ? "" : html`<li><span class="vh">Started </span>${time(row.time, hour)}</li>`,
    row.branch === undefined
      ? ""
      : html`<li><span class="vh">Branch </span><code>${excerpt(row.branch, 40)}</code></li>`,
    row.model === undefined ? "" : html`<li><span class="vh">Model </span>${modelName(row.model)}</li>`,
    html`<li>${count(row.prompts, "prompt")}</li>`,
    row.failures === 0 ? "" : html`<li class="err">${row.failures} failed</li>`,
  ];
  return html`<article class="srow whole"><div><h4 class="srow-t"><a href="${link(path, row.page)}">${row.title}</a></h4>
<ul class="facts">${facts}</ul></div></article>
`;
}
