/** Days are those of the zone that is shown; figures hold only what lies between them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cost, costText } from "../../src/archive/cost.ts";
import { readArguments } from "../../src/cli/arguments.ts";
import { since, until } from "../../src/cli/dates.ts";
import { progress } from "../../src/cli/progress.ts";
import type { ModelUsage } from "../../src/model/session.ts";
import { tokens, totals } from "../../src/text/format.ts";
import { usagePage } from "../../templates/pages/usage.11ty.ts";
import { archiveFrom, fixtures } from "../support/archive.ts";
import { byTag, dom, textOf } from "../support/dom.ts";
import { annals, log } from "./in-process.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-days-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const iso = (time: number): string => new Date(time).toISOString();

describe("a day", () => {
  it.each([
    ["2026-02-17", "UTC", "2026-02-17T00:00:00.000Z", "2026-02-18T00:00:00.000Z"],
    ["2026-02-17", "Asia/Tokyo", "2026-02-16T15:00:00.000Z", "2026-02-17T15:00:00.000Z"],
    ["2026-02-17", "Pacific/Kiritimati", "2026-02-16T10:00:00.000Z", "2026-02-17T10:00:00.000Z"],
    ["2026-02-17", "Pacific/Pago_Pago", "2026-02-17T11:00:00.000Z", "2026-02-18T11:00:00.000Z"],
    ["2026-02-17", "Asia/Kathmandu", "2026-02-16T18:15:00.000Z", "2026-02-17T18:15:00.000Z"],
    // Clocks are put forward in the night: a day of 23 hours.
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    // And at midnight: the day begins at one o'clock.
    ["2024-04-26", "Africa/Cairo", "2024-04-25T22:00:00.000Z", "2024-04-26T21:00:00.000Z"],
    // The last day of a year and of a month.
    ["2025-12-31", "Europe/Lisbon", "2025-12-31T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
  ])("%s in %s", (day, zone, first, next) => {
    expect(iso(since("since", day, zone))).toBe(first);
    expect(iso(until("until", day, zone))).toBe(next);
  });

  it("or a time in it, of the zone or of its own", () => {
    expect(iso(since("since", "2026-02-17T10:30", "Asia/Tokyo"))).toBe("2026-02-17T01:30:00.000Z");
    expect(iso(since("since", "2026-02-17T10:30:00Z", "Asia/Tokyo"))).toBe("2026-02-17T10:30:00.000Z");
    expect(until("until", "2026-02-17T10:30:00+02:00", "UTC")).toBe(Date.parse("2026-02-17T08:30:00Z") + 1);
  });

  it.each(["2026-02-30", "2026-13-01", "17.02.2026", "2026-2-1", "2026-02-17T25:00", ""])("%s is none", (text) => {
    expect(() => since("since", text, "UTC")).toThrow(/is not a date such as/);
  });
});

describe("annals stats", () => {
  const logs = join(scratch, "logs");
  beforeAll(() => {
    log(logs, 1, "/home/ines/tides", [
      { time: "2026-01-31T10:00:00Z", prompt: "Over the end of the month" },
      { time: "2026-01-31T10:01:00Z", output: 1 },
      // The first of February in Tokyo.
      { time: "2026-01-31T20:00:00Z", output: 10 },
      { time: "2026-02-10T10:00:00Z", output: 100 },
      { time: "2026-03-02T10:00:00Z", output: 1000 },
    ]);
    log(logs, 2, "/home/ines/harbour", [
      { time: "2026-01-05T10:00:00Z", prompt: "Before, and after" },
      { time: "2026-01-05T10:01:00Z", output: 7 },
      { time: "2026-04-05T10:01:00Z", output: 7 },
    ]);
  });
  const february = ["--since", "2026-02-01", "--until", "2026-02-28"];
  const figures = async (...args: readonly string[]) =>
    JSON.parse((await annals("stats", logs, "--json", ...args)).stdout);

  it("counts only what lies inside, by days of the zone", async () => {
    const all = await figures("--time-zone", "UTC");
    expect(all.totals).toMatchObject({ sessions: 2, output: 1125, messages: 6 });
    const utc = await figures("--time-zone", "UTC", ...february);
    expect(utc.totals).toMatchObject({ sessions: 1, projects: 1, output: 100, messages: 1 });
    expect(utc.days.map(({ date }: { date: string }) => date)).toEqual(["2026-02-10"]);
    expect(utc.sessions[0]).toMatchObject({ output: 100 });
    expect(utc.projects[0]).toMatchObject({ name: "tides", output: 100 });
    const tokyo = await figures("--time-zone", "Asia/Tokyo", ...february);
    expect(tokyo.totals).toMatchObject({ output: 110 });
    expect(tokyo.days.map(({ date }: { date: string }) => date)).toEqual(["2026-02-01", "2026-02-10"]);
  });

  it("tells the cost of each, and their sum is that of all", async () => {
    const { totals, days, models, projects, sessions } = await figures("--time-zone", "UTC");
    for (const rows of [days, models, projects, sessions])
      expect(rows.reduce((sum: number, row: { usd: number }) => sum + row.usd, 0)).toBeCloseTo(totals.usd, 10);
  });

  it("tells of each tool what the usage page tells", async () => {
    const sources = [join(fixtures, "sample"), join(fixtures, "agents/home")];
    const { archive } = await archiveFrom(sources);
    const rows = byTag(dom(usagePage({ archive, version: "test" })), "section")
      .filter((section) => section.attributes.get("aria-labelledby") === "s-tools")
      .flatMap((section) => byTag(section, "tr"))
      .map((row) =>
        row.children.flatMap((each) => (typeof each === "string" ? [] : [each])).map((cell) => textOf(cell).trim()),
      )
      .filter((cells) => cells[0] !== "Tool");
    const { tools }: { tools: readonly { tool: string | null; models: readonly ModelUsage[] }[] } = JSON.parse(
      (await annals("stats", ...sources, "--time-zone", "UTC", "--json")).stdout,
    );
    const told = new Map(
      tools.map(({ tool, models }) => [
        tool ?? "No tool",
        [tokens(totals(models).all), costText(cost(models)) ?? "–"] as readonly string[],
      ]),
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const [name = "", ...cells] of rows)
      expect(cells.slice(-2), name).toEqual(told.get(name.startsWith("No tool") ? "No tool" : name) ?? ["–", "–"]);
    const names = new Set(rows.map(([name = ""]) => name.replace(/^No tool.*/s, "No tool")));
    expect([...told.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  it("prints sessions, days, projects, models and cost", async () => {
    const { stdout } = await annals("stats", logs, "--time-zone", "UTC");
    for (const head of ["Session", "Day", "Project", "Model", "Tool"])
      expect(stdout).toMatch(new RegExp(`^${head} .*Messages +Input +Output +Cache read +Cache write +Cost$`, "m"));
    expect(stdout).toMatch(/^2026-01-31 Over the end of the month +4 +4 +1,111 .*\$/m);
    expect(stdout).toMatch(/^2026-02-10 +1 +1 +100 /m);
    expect(stdout).toMatch(/^harbour +2 +2 +14 /m);
    expect(stdout).toMatch(/^All +6 +6 +1,125 .*≈\$/m);
    expect(stdout).toMatch(/2 sessions in 2 projects, 2026-01-05 to 2026-04-05\. An API-equivalent estimate/);
  });

  it("and inspect show secrets, unless asked to redact", async () => {
    const secret = `ghp_${"aB3dE5gH7j".repeat(4).slice(0, 36)}`;
    const own = join(scratch, "secret");
    log(own, 3, "/home/ines/app", [{ time: "2026-01-31T10:00:00Z", prompt: `Token ${secret}` }]);
    for (const args of [
      ["inspect", own, "--json"],
      ["inspect", own],
      ["stats", own, "--json"],
      ["stats", own],
    ]) {
      const [plain, redacted] = [await annals(...args), await annals(...args, "--redact")];
      expect([plain.code, plain.stdout.includes("ghp_")]).toEqual([0, true]);
      expect([redacted.code, redacted.stdout.includes("ghp_")]).toEqual([0, false]);
      expect(redacted.stdout).toMatch(/redacted: GitHub token/);
      expect(redacted.stdout).not.toContain("/home/ines");
    }
  });
});

describe("arguments", () => {
  it("nothing, or nothing but options, builds", () => {
    expect(readArguments([])).toMatchObject({ command: "build", sources: [] });
    expect(readArguments(["-o", "x"])).toMatchObject({ command: "build", output: "x" });
    expect(readArguments(["--help"])).toBe("help");
    expect(() => readArguments(["fixtures"])).toThrow(/no command "fixtures".*annals build fixtures/);
  });
});

describe("progress", () => {
  const shown = (isTTY: boolean) => {
    let text = "";
    const write = (part: string): boolean => {
      text += part;
      return true;
    };
    const stream = { isTTY, write } as unknown as NodeJS.WriteStream;
    return { ...progress(false, stream), text: () => text };
  };

  it("on a terminal names each phase at once, also one that counts nothing", () => {
    const { phase, step, end, text } = shown(true);
    phase("Indexing for search", 0);
    expect(text()).toMatch(/Indexing for search$/);
    phase("Drawing pages", 3);
    step(3);
    expect(text()).toMatch(/Drawing pages 3 of 3$/);
    end();
    expect(text()).toMatch(/\u001b\[K$/);
  });

  it("elsewhere is one line for each phase", () => {
    const { phase, step, end, text } = shown(false);
    phase("Reading sessions", 0);
    phase("Reading sessions", 9);
    step(4);
    end();
    expect(text()).toBe("Reading sessions …\n");
  });
});
