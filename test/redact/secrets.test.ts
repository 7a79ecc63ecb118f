import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Detector } from "../../src/redact/detector.ts";
import type { Redactor } from "../../src/redact/index.ts";
import { cut } from "../../src/redact/replace.ts";
import { type Kind, kinds, placeKinds } from "./kinds.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor } from "./redactors.ts";
import { floors, type Group, isGone, type Shape, shapes } from "./shapes.ts";

const samples = 2;
type Count = [gone: number, all: number];
const rows: Record<string, { own: string; rest: string; all: string }> = {};
const groups: Record<Group, Count> = { labelled: [0, 0], wrapped: [0, 0], "URL userinfo": [0, 0], bare: [0, 0] };
/** Kinds that did not go every time, by shape; bare values without a format of their own pass all, and are left out. */
const misses: Record<string, string[]> = {};
const percent = ([gone, all]: Count): string => `${((100 * gone) / all).toFixed(1)} %`;

/** A URL has no room for a URL or for lines, and a cookie or a Sidekiq pair has its own place. */
const isWritten = ({ group }: Shape, secret: string): boolean => group !== "URL userinfo" || !/\n|:\/\//.test(secret);

describe("secrets of every kind, in every shape", () => {
  let redactor: Redactor;
  beforeAll(async () => {
    redactor = await ownRedactor();
  });

  const detector = new Detector({});
  const cleaned = (text: string): string =>
    cut(
      text,
      detector.detect(text).map(({ spans }) => ({ spans, standIn: "[redacted]" })),
      false,
    );

  function count(shape: Shape, kind: Kind, index: number): Count {
    const random = randomFrom(20_260_101 + index);
    const result: Count = [0, 0];
    for (let sample = 0; sample < samples; sample++) {
      const secret = kind.make(random);
      const vendor = kind.id.split("-")[0]?.replace(/^\d/, "one") ?? "app";
      const name = random.pick(["deploy", "name", "app", vendor]);
      if (!isWritten(shape, secret)) continue;
      result[1]++;
      if (isGone(secret, cleaned(shape.write(secret, name)))) result[0]++;
    }
    return result;
  }

  it.each(shapes)("$id: enough of them are gone", (shape) => {
    const [own, rest]: [Count, Count] = [
      [0, 0],
      [0, 0],
    ];
    const missed: string[] = [];
    const isBare = shape.group === "bare";
    for (const [index, kind] of kinds.entries()) {
      const [gone, all] = count(shape, kind, index);
      const sum = kind.isOwn ? own : rest;
      sum[0] += gone;
      sum[1] += all;
      if (gone === all || (isBare && !kind.isOwn)) continue;
      missed.push(kind.id);
      misses[kind.id] = [...(misses[kind.id] ?? []), shape.id];
    }
    const all: Count = [own[0] + rest[0], own[1] + rest[1]];
    rows[shape.id] = { own: percent(own), rest: percent(rest), all: percent(all) };
    // Bare values without a shape of their own cannot be told from hashes; the table says how many pass.
    const judged = isBare ? own : all;
    groups[shape.group][0] += judged[0];
    groups[shape.group][1] += judged[1];
    expect(judged[0] / judged[1], `missed: ${missed.join(", ")}`).toBeGreaterThanOrEqual(shape.floor);
  });

  it.each(Object.entries(floors))("%s shapes together", (group, floor) => {
    const [gone, all] = groups[group as Group];
    expect(all).toBeGreaterThan(1000);
    expect(gone / all).toBeGreaterThanOrEqual(floor);
  });

  afterAll(() => {
    console.log(`${kinds.length} kinds x ${shapes.length} shapes x ${samples} samples: how many are gone`);
    console.table(rows);
    for (const [group, count] of Object.entries(groups))
      console.log(`${group}: ${((100 * count[0]) / count[1]).toFixed(2)} % of ${count[1]}`);
    console.log("kinds that were left at times", misses);
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

it("has more than 320 kinds of secrets, each once, most of them by rules of our own", () => {
  const ids = [...kinds, ...placeKinds].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(kinds.filter(({ isOwn }) => isOwn).length).toBeGreaterThan(180);
  expect(ids.length).toBeGreaterThan(320);
});
