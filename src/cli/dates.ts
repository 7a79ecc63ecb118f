/** `--since` and `--until`: days, or times, of the zone that pages show. */
import { UsageError } from "../system/usage-error.ts";

const form = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const hour = 60 * 60_000;
/** No zone is further from UTC. */
const furthest = 15 * hour;

/** The first moment of a day, or the moment that a time names. */
export function since(option: string, value: string, zone: string): number {
  return moment(option, value, zone, 0);
}

/** The first moment that is too late: `--until 2026-02-17` includes that day, a time includes itself. */
export function until(option: string, value: string, zone: string): number {
  return value.includes("T") ? moment(option, value, zone, 0) + 1 : moment(option, value, zone, 1);
}

function moment(option: string, value: string, zone: string, daysLater: number): number {
  const parts = form.exec(value);
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = (parts ?? [])
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const plain = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  const isReal = parts !== null && plain.getUTCMonth() === month - 1 && plain.getUTCDate() === day && hours < 24;
  if (!isReal || minutes > 59 || seconds > 59)
    throw new UsageError(`--${option}: "${value}" is not a date such as 2026-02-17.`);
  if (parts[7] !== undefined) return Date.parse(value);
  return firstMoment(plain.getTime() + daysLater * 24 * hour, zone);
}

/**
 * When the clocks of a zone first show this time or a later one; `shown` is that time as if it were UTC. A day may begin
 * at one o'clock, or be missing altogether, where clocks are put forward at midnight.
 */
function firstMoment(shown: number, zone: string): number {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "iso8601",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const clockAt = (time: number): number => {
    const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  };
  let [before, after] = [shown - furthest, shown + furthest];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clockAt(middle) < shown) before = middle;
    else after = middle;
  }
  return after;
}
