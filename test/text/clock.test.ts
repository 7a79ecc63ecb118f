import { describe, expect, it } from "vitest";
import { clock } from "../../src/text/clock.ts";

/** Dates as the engine itself gives them, without what the clock remembers. */
const dayIn = (timeZone: string, instant: number): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short", year: "numeric" }).format(instant);

describe("A clock", () => {
  it("gives the day of every minute around midnight, in zones that are odd quarters from UTC", () => {
    for (const zone of ["UTC", "Asia/Kathmandu", "Pacific/Chatham", "America/St_Johns", "Pacific/Apia"]) {
      const { date, key } = clock(zone);
      const found = new Set<string>();
      for (let minute = 0; minute < 24 * 60; minute += 7) {
        const at = Date.parse("2026-02-16T12:00:00Z") + minute * 60_000;
        const iso = new Date(at).toISOString();
        expect(date(iso)).toBe(dayIn(zone, at));
        expect(key(iso)).toBe(clock(zone).keyOf(at));
        found.add(date(iso));
      }
      expect(found.size).toBe(2);
    }
  });

  it("asks the engine where a zone was no whole quarter from UTC", () => {
    // 44 minutes and 30 seconds behind UTC, until 1972.
    const { date } = clock("Africa/Monrovia");
    expect(date("1971-03-02T00:44:00Z")).toBe("1 Mar 1971");
    expect(date("1971-03-02T00:44:40Z")).toBe("2 Mar 1971");
  });

  it("has a word for what is no time", () => {
    const { date, key } = clock("UTC");
    expect([date("yesterday"), date(undefined), key("yesterday")]).toEqual(["unknown", "unknown", undefined]);
  });
});
