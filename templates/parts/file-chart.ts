/** Edits of a file over time: lines added above the line, removed below. */
import type { FileEdit } from "../../src/model/file-history.ts";
import { clock, shortMonth } from "../../src/text/clock.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

const width = 1296;
const middle = 47;
const mostBars = 200;

/** The chart over a file's history; it gets its edits, the newest first, and the archive's zone. */
export const editChart = part("editChart", (edits: readonly FileEdit[], timeZone: string): SafeHtml => {
  const dated = edits
    .filter(({ edit }) => edit.outcome === "ok" && edit.time !== undefined)
    .map(({ edit }) => ({ at: Date.parse(edit.time ?? ""), added: edit.added, removed: edit.removed }));
  const [last, first] = [dated[0]?.at, dated.at(-1)?.at];
  if (dated.length < 3 || last === undefined || first === undefined || last - first < 3_600_000) return html``;
  const bars = new Map<number, { added: number; removed: number }>();
  for (const { at, added, removed } of dated) {
    const slot = Math.round(((at - first) / (last - first)) * mostBars);
    const sum = bars.get(slot) ?? { added: 0, removed: 0 };
    bars.set(slot, { added: sum.added + added, removed: sum.removed + removed });
  }
  const most = Math.max(4, ...[...bars.values()].flatMap(({ added, removed }) => [added, removed]));
  const high = (lines: number): number => (lines === 0 ? 0 : Math.max(2, Math.round(Math.sqrt(lines / most) * 38)));
  const x = (slot: number): number => Math.round(20 + (slot / mostBars) * (width - 60));
  const path = (draw: (slot: number, sum: { added: number; removed: number }) => string): string =>
    [...bars].map(([slot, sum]) => draw(slot, sum)).join("");
  const up = path((slot, { added }) => (added === 0 ? "" : `M${x(slot)} ${middle - 1}v-${high(added)}`));
  const down = path((slot, { removed }) => (removed === 0 ? "" : `M${x(slot)} ${middle + 1}v${high(removed)}`));
  const { day } = clock(timeZone);
  const label = `${count(dated.length, "edit")} from ${day(new Date(first).toISOString())} to ${day(new Date(last).toISOString())}: lines added above the line, removed below.`;
  return html`<figure class="fig edits-chart"><figcaption class="vh">Edits over time</figcaption><svg class="chart crop" viewBox="0 0 ${width} 108" preserveAspectRatio="xMaxYMin slice" role="img" aria-label="${label}"><path class="grid" d="M0 ${middle}H${width}"/><path class="plus-bars" d="${up}"/><path class="minus-bars" d="${down}"/>${labels(first, last, timeZone, x)}</svg></figure>\n`;
});

/** Six or so names of months, or of days where it is all within some weeks. */
function labels(first: number, last: number, timeZone: string, x: (slot: number) => number): SafeHtml {
  const { shortDay, key } = clock(timeZone);
  const isShort = last - first < 75 * 86_400_000;
  let before = "";
  const made: SafeHtml[] = [];
  for (let step = 0; step < 6; step++) {
    const iso = new Date(first + ((last - first) * step) / 6).toISOString();
    const month = key(iso) ?? "";
    const year = month.slice(0, 4);
    const name = isShort ? shortDay(iso) : `${shortMonth(month)}${before.endsWith(year) ? "" : ` ${year}`}`;
    if (name !== before.slice(0, -4))
      made.push(html`<text x="${x((mostBars * step) / 6) - 10}" y="104">${name}</text>`);
    before = `${name}${year}`;
  }
  return html`${made}`;
}
