import { beforeAll, describe, expect, it } from "vitest";
import type { Redactor } from "../../src/redact/index.ts";
import { kinds, placeKinds } from "./kinds.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor } from "./redactors.ts";
import { isGone, shapes } from "./shapes.ts";

const samples = 4;
const rows: Record<string, { own: string; rest: string; all: string }> = {};
/** Kinds that did not go every time, by shape; bare values without a format of their own pass all, and are left out. */
const misses: Record<string, Record<string, string>> = {};
const percent = ([gone, all]: readonly [number, number]): string => `${((100 * gone) / all).toFixed(1)} %`;

describe("secrets of every kind, in every shape", () => {
  let redactor: Redactor;
  beforeAll(async () => {
    redactor = await ownRedactor();
  });

  it.each(shapes)("$id: enough of them are gone", ({ id, floor, write }) => {
    const random = randomFrom(20_260_101);
    const own: [number, number] = [0, 0];
    const rest: [number, number] = [0, 0];
    const missed = new Set<string>();
    for (const kind of kinds) {
      let left = 0;
      for (let sample = 0; sample < samples; sample++) {
        const secret = kind.make(random);
        const name = random.pick(["deploy", "name", "app", kind.id.split("-")[0]?.replace(/^\d/, "one") ?? "app"]);
        const gone = isGone(secret, redactor.redact(write(secret, name)));
        const count = kind.isOwn ? own : rest;
        count[1]++;
        if (gone) count[0]++;
        else left++;
      }
      if (left === 0) continue;
      missed.add(kind.id);
      if (kind.isOwn || id !== "bare in prose") misses[kind.id] = { ...misses[kind.id], [id]: `${left} of ${samples}` };
    }
    const all: [number, number] = [own[0] + rest[0], own[1] + rest[1]];
    rows[id] = { own: percent(own), rest: percent(rest), all: percent(all) };
    // Bare values without a shape of their own cannot be told from hashes; the table says how many pass.
    const judged = id === "bare in prose" ? own : all;
    expect(judged[0] / judged[1], `missed: ${[...missed].join(", ")}`).toBeGreaterThanOrEqual(floor);
    if (id !== shapes.at(-1)?.id) return;
    console.log(`${kinds.length} kinds x ${shapes.length} shapes x ${samples} samples: how many are gone`);
    console.table(rows);
    console.log("kinds that were left at times, by shape");
    console.table(misses);
  });

  it.each(placeKinds)("$id shows itself by its place", ({ make }) => {
    const random = randomFrom(7);
    for (let sample = 0; sample < 20; sample++) {
      const text = make(random);
      const after = redactor.redact(text);
      expect(after).toMatch(/\[redacted: [^\]]+ #\d+\]/);
    }
  });
});

it("covers the check list of SECURITY.md section 7", () => {
  const ids = [...kinds, ...placeKinds].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(kinds.filter(({ isOwn }) => isOwn).length).toBeGreaterThan(140);
  expect(ids.length).toBeGreaterThan(225);
});
