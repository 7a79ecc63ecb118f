/** Times in the archive's zone. `<time datetime>` always has the full instant. */
import type { IsoTime, Span } from "../model/session.ts";
import { html, type SafeHtml } from "./html.ts";

export interface Clock {
  readonly zone: string;
  /** "14:02" */
  time(iso: string | undefined): string;
  /** "17 February 2026" */
  day(iso: string | undefined): string;
  /** "17 Feb" */
  shortDay(iso: string | undefined): string;
  /** "17 Feb 2026" */
  date(iso: string | undefined): string;
  /** "Tuesday 17 February" */
  weekday(iso: string | undefined): string;
  /** "2026-02-17"; undefined where there is no time. */
  key(at: string | undefined): string | undefined;
  /** The same for milliseconds since 1970. */
  keyOf(instant: number): string;
}

const clocks = new Map<string, Clock>();

export function clock(zone: string): Clock {
  let known = clocks.get(zone);
  if (known === undefined) {
    known = makeClock(zone);
    clocks.set(zone, known);
  }
  return known;
}

/** Every zone is whole quarters of an hour from UTC, since the last one was not. */
export const quarterMs = 15 * 60_000;
const quartersFrom = Date.UTC(1972, 1);
const mostQuarters = 10_000;

/** Of dates: pages say the same few again and again, and the engine takes two microseconds for each. */
function byQuarter(format: (instant: number) => string): (instant: number) => string {
  const known = new Map<number, string>();
  return (instant) => {
    if (instant < quartersFrom) return format(instant);
    const quarter = Math.floor(instant / quarterMs);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    if (known.size >= mostQuarters) known.clear();
    const made = format(instant);
    known.set(quarter, made);
    return made;
  };
}

function makeClock(zone: string): Clock {
  const timeZone = isZone(zone) ? zone : "UTC";
  const orUnknown =
    (words: (instant: number) => string) =>
    (iso: string | undefined): string => {
      const instant = Date.parse(iso ?? "");
      return Number.isNaN(instant) ? "unknown" : words(instant);
    };
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format;
  const dates = (options: Intl.DateTimeFormatOptions) => orUnknown(byQuarter(formatter(options)));
  // Swedish dates are ISO dates.
  const keyOf = byQuarter(
    new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format,
  );
  const weekday = dates({ weekday: "long", day: "numeric", month: "long" });
  return {
    zone: timeZone,
    time: orUnknown(formatter({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })),
    day: dates({ day: "numeric", month: "long", year: "numeric" }),
    shortDay: dates({ day: "numeric", month: "short" }),
    date: dates({ day: "numeric", month: "short", year: "numeric" }),
    weekday: (iso) => weekday(iso).replace(",", ""),
    key: (iso) => {
      const instant = Date.parse(iso ?? "");
      return Number.isNaN(instant) ? undefined : keyOf(instant);
    },
    keyOf,
  };
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const months = "January February March April May June July August September October November December".split(" ");

/** "2026-02" → "February 2026" */
export function monthName(month: string): string {
  return `${months[Number(month.slice(5, 7)) - 1] ?? "unknown"} ${month.slice(0, 4)}`;
}

export const shortMonth = (month: string): string => monthName(month).slice(0, 3);

export function time(iso: IsoTime | undefined, words: (iso: string) => string, label = ""): SafeHtml {
  const instant = Date.parse(iso ?? "");
  if (iso === undefined || Number.isNaN(instant)) return html`unknown`;
  return html`<time datetime="${new Date(instant).toISOString()}">${label}${words(iso)}</time>`;
}

/** "14:02–14:50", "14:02" for less than a minute, or with days where it ends on another one. */
export function span(at: Span | undefined, clock: Clock): SafeHtml {
  if (at === undefined) return html`unknown`;
  if (clock.key(at.from) === clock.key(at.to)) {
    const isOne = clock.time(at.from) === clock.time(at.to);
    return html`${time(at.from, clock.time)}${isOne ? "" : html`–${time(at.to, clock.time)}`}`;
  }
  const words = (iso: string) => `${clock.shortDay(iso)}, ${clock.time(iso)}`;
  return html`${time(at.from, words)} – ${time(at.to, words)}`;
}

/** "17–19 Feb 2026", "28 Jan – 3 Feb 2026". */
export function dayRange(from: string | undefined, to: string | undefined, clock: Clock): string {
  const [first, last] = [clock.date(from), clock.date(to)];
  if (first === last) return first;
  const [day, month, year] = first.split(" ");
  const [, lastMonth, lastYear] = last.split(" ");
  if (year === lastYear && month === lastMonth) return `${day}–${last}`;
  return year === lastYear ? `${day} ${month} – ${last}` : `${first} – ${last}`;
}

export function elapsed(from: string | undefined, to: string | undefined): number | undefined {
  const ms = Date.parse(to ?? "") - Date.parse(from ?? "");
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}
