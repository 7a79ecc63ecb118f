/** Charts of the usage page, drawn while the site is built; each stands over a table with its numbers. */
import { cost } from "../../src/archive/cost.ts";
import type { PeriodUsage } from "../../src/archive/usage-page.ts";
import { clock, shortMonth } from "../../src/text/clock.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

const width = 1050;
const floor = 170;
const top = 20;

/** To the cent where the whole dollar would be another height of the chart. */
const dollars = (value: number, step = value < 10 ? 0 : value): string =>
  value === 0 ? "0" : step < 1 ? `$${value.toFixed(2)}` : `$${Math.round(value).toLocaleString("en-GB")}`;

/** 1, 2 or 5 times a power of ten: about four steps to the highest. */
function stepFor(most: number): number {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
}

/** Cost per week as bars; it gets the weeks. */
export const costChart = part("costChart", (weeks: readonly PeriodUsage[]): SafeHtml => {
  const values = weeks.map(({ usage }) => cost(usage).usd ?? 0);
  const most = Math.max(...values, 0);
  if (weeks.length === 0 || most === 0) return html``;
  const step = stepFor(most);
  const high = Math.ceil(most / step) * step;
  const y = (value: number): number => Math.round((floor - (value / high) * (floor - top)) * 10) / 10;
  const lines = Array.from({ length: Math.round(high / step) + 1 }, (_, at) => at * step).map(
    (value) =>
      html`<path class="grid" d="M0 ${y(value) + 0.5}H${width}"/><text x="${width + 6}" y="${y(value) + 4}">${dollars(value, step)}</text>`,
  );
  const pitch = width / Math.max(weeks.length, 12);
  const wide = Math.max(2, Math.min(14, pitch * 0.68));
  const peak = values.indexOf(most);
  const bars = weeks.map(({ date }, at) => {
    const value = values[at] ?? 0;
    if (value === 0) return "";
    const height = Math.max(1, floor - y(value));
    return html`<rect class="soft${at === peak ? " now" : ""}" x="${round(at * pitch + 2)}" y="${round(floor - height)}" width="${round(wide)}" height="${round(height)}"><title>Week of ${date}: ≈${dollars(value)}</title></rect>`;
  });
  const { day } = clock("UTC");
  const [first, last] = [weeks[0]?.date, weeks.at(-1)?.date];
  const label = `Cost per week, ${day(first)} to the week of ${day(last)}, at most ≈${dollars(most)}, in the week of ${day(weeks[peak]?.date)}.`;
  return html`<svg class="chart crop cost" viewBox="0 0 ${width + 42} 196" preserveAspectRatio="xMaxYMin slice" role="img" aria-label="${label}">${lines}${bars}<text class="peak" x="${round(peak * pitch + 2 + wide / 2)}" y="${round(y(most) - 6)}" text-anchor="middle">${dollars(most)}</text>${monthLabels(weeks, pitch)}</svg>`;
});

function monthLabels(weeks: readonly PeriodUsage[], pitch: number): SafeHtml {
  let before = "";
  let last = -1000;
  const labels: SafeHtml[] = [];
  weeks.forEach(({ date }, at) => {
    const month = date.slice(0, 7);
    if (month === before) return;
    const x = at * pitch + 2;
    const isYear = before === "" || month.endsWith("-01");
    before = month;
    // With a year it takes 62 px.
    if (x - last < 66 || x > width - 40) return;
    last = x;
    labels.push(
      html`<text x="${round(x)}" y="190">${isYear ? `${shortMonth(month)} ${month.slice(0, 4)}` : shortMonth(month)}</text>`,
    );
  });
  return html`${labels}`;
}

/** How a model's tokens went over the weeks; it gets them. */
export const weekArea = part("weekArea", (weeks: readonly number[]): SafeHtml => {
  const most = Math.max(1, ...weeks);
  const at = (index: number): number =>
    Math.round((weeks.length < 2 ? 0 : (index / (weeks.length - 1)) * 200) * 10) / 10;
  const points = weeks.map((value, index) => `L${at(index)} ${Math.round(38 - (value / most) * 34)}`).join("");
  const single = weeks.length < 2 ? `L200 ${weeks[0] === 0 ? 38 : 4}` : "";
  return html`<svg class="area" viewBox="0 0 200 40" preserveAspectRatio="none" aria-hidden="true"><path d="M0 38${points}${single}L200 38Z"/></svg>`;
});

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** When prompts were sent, by weekday and hour; it gets the counts, from Monday. */
export const hourChart = part("hourChart", (hours: readonly (readonly number[])[]): SafeHtml => {
  const most = Math.max(1, ...hours.flat());
  const marks: SafeHtml[] = [];
  hours.forEach((row, day) => {
    const y = 14 + day * 22;
    marks.push(html`<text x="40" y="${y + 4}" text-anchor="end">${weekdays[day] ?? ""}</text>`);
    row.forEach((value, hour) => {
      const x = 57 + hour * 20.5;
      const size = value === 0 ? 2 : 3 + 15 * Math.sqrt(value / most);
      marks.push(
        html`<rect class="${value === 0 ? "dot0" : "fill"}" x="${round(x - size / 2)}" y="${round(y - size / 2)}" width="${round(size)}" height="${round(size)}" rx="1">${value === 0 ? "" : html`<title>${weekdays[day] ?? ""} ${String(hour).padStart(2, "0")}:00: ${count(value, "prompt")}</title>`}</rect>`,
      );
    });
  });
  const names = [0, 3, 6, 9, 12, 15, 18, 21].map(
    (hour) =>
      html`<text x="${round(57 + hour * 20.5)}" y="186" text-anchor="middle">${String(hour).padStart(2, "0")}</text>`,
  );
  const busiest = hours
    .flatMap((row, day) => row.map((value, hour) => ({ value, day, hour })))
    .sort((a, b) => b.value - a.value)[0];
  const label = `Prompts by weekday and hour, most of them on ${weekdays[busiest?.day ?? 0] ?? ""} from ${busiest?.hour ?? 0} to ${(busiest?.hour ?? 0) + 1}.`;
  return html`<svg class="chart hours" viewBox="0 0 548 196" role="img" aria-label="${label}">${marks}${names}</svg>`;
});

const round = (value: number): string => String(Math.round(value * 10) / 10);
