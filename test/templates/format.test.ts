import { describe, expect, test } from "vitest";
import { link, root } from "../../src/address/paths.ts";
import { shortPath } from "../../src/address/short-path.ts";
import { cost, costText } from "../../src/archive/cost.ts";
import { clock, time } from "../../src/text/clock.ts";
import { bytes, duration, length, modelName, tokens } from "../../src/text/format.ts";
import { layBars } from "../../templates/parts/strip.ts";
import { iso, usage } from "./support.ts";

test("tokens, bytes and lengths are short", () => {
  expect([0, 950, 8400, 296_000, 999_600, 1_410_000, 142_000_000].map(tokens)).toEqual([
    "0",
    "950",
    "8.4k",
    "296k",
    "1M",
    "1.41M",
    "142M",
  ]);
  expect([12, 301_000, 2_400_000].map(bytes)).toEqual(["12 B", "301 kB", "2.4 MB"]);
  expect([400, 6200, 59_600, 108_000, 700_000, 4_740_000].map(duration)).toEqual([
    "0.4 s",
    "6.2 s",
    "1 min",
    "1 min 48 s",
    "11 min 40 s",
    "1 h 19",
  ]);
  expect([14_000, 48 * 60_000, 106 * 60_000, 164 * 3_600_000, -1].map(length)).toEqual([
    "14 s",
    "48 min",
    "1 h 46",
    "164 h",
    "unknown",
  ]);
});

test("models have short names", () => {
  const names = [
    "claude-opus-4-6",
    "claude-opus-4-5-20251101",
    "claude-sonnet-4-20250514",
    "claude-3-5-sonnet-20241022",
    "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "claude-opus-4-6[1m]",
    "claude-opus-5-5-fast",
    "claude-opus-4-6-20260205-fast",
    "grok-code-fast",
    "qwen3:8b",
  ];
  expect(names.map(modelName)).toEqual([
    "opus-4.6",
    "opus-4.5",
    "sonnet-4",
    "sonnet-3.5",
    "sonnet-4.5",
    "opus-4.6",
    "opus-5.5-fast",
    "opus-4.6-fast",
    "grok-code-fast",
    "qwen3:8b",
  ]);
});

describe("times", () => {
  test("are in the archive's zone, with the instant in full", () => {
    const lisbon = clock("Europe/Lisbon");
    expect(String(time(iso("2026-07-01T23:30:00Z"), lisbon.time))).toBe(
      '<time datetime="2026-07-01T23:30:00.000Z">00:30</time>',
    );
    expect(lisbon.day("2026-07-01T23:30:00Z")).toBe("2 July 2026");
    expect(clock("America/New_York").key("2026-07-01T03:30:00Z")).toBe("2026-06-30");
  });
  test("that are none say so", () => {
    expect(clock("UTC").time("yesterday")).toBe("unknown");
    expect(String(time(iso("not a time"), clock("UTC").time))).toBe("unknown");
    expect(clock("Not/AZone").zone).toBe("UTC");
  });
});

describe("cost", () => {
  test("counts each kind of token at its price", () => {
    const use = usage("claude-opus-4-6", {
      input: 1e6,
      output: 1e6,
      cacheRead: 1e6,
      cacheWrite5m: 1e6,
      cacheWrite1h: 1e6,
    });
    expect(cost([use]).usd).toBeCloseTo(5 + 25 + 0.5 + 6.25 + 10);
    expect(costText(cost([use]))).toBe("≈$46.75");
  });
  test("of a model without a price is unpriced, never zero", () => {
    const unknown = usage("qwen3:8b", { input: 10 });
    expect(cost([unknown])).toEqual({ unpriced: ["qwen3:8b"] });
    expect(costText(cost([unknown]))).toBe("unpriced");
    expect(costText(cost([]))).toBeUndefined();
    expect(costText(cost([unknown, usage("claude-haiku-4-5", { output: 1e6 })]))).toBe("≈$5.00+");
  });
});

test("links lead from any page to any other without a root", () => {
  expect(root("sessions/a/index.html")).toBe("../../");
  expect(link("sessions/a/index.html", "sessions/b/index.html", "s-1")).toBe("../b/index.html#s-1");
  expect(link("index.html", "projects/x/index.html")).toBe("projects/x/index.html");
  expect(link("sessions/a/agents/z/index.html", "media/1.png")).toBe("../../../../media/1.png");
  expect(link("sessions/a/index.html", "sessions/a/index.html", "t")).toBe("#t");
});

test("paths are as the project sees them", () => {
  expect(shortPath("/home/mara/src/tidemark/src/a.ts", ["/home/mara/src/tidemark"])).toBe("src/a.ts");
  expect(shortPath("/home/mara/src/tidemark2/a.ts", ["/home/mara/src/tidemark"])).toBe("~/src/tidemark2/a.ts");
  expect(shortPath("C:\\Users\\ana\\app\\a.ts", ["C:\\Users\\ana\\app"])).toBe("a.ts");
});

test("when bars merge, the rarer kind wins and failures never vanish", () => {
  const marks = ["prompt", ...Array.from({ length: 2000 }, (_, index) => (index === 1234 ? "fail" : "look"))] as const;
  const { bars } = layBars(marks as never, 100);
  expect(bars.length).toBeLessThanOrEqual(100);
  expect(bars.filter(({ kind }) => kind === "fail")).toHaveLength(1);
});
