/** Every class that the stylesheet knows is one that a page can have. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asset } from "../../src/system/asset.ts";

const sources = ["templates", "src/text"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((name) => /\.[jt]s$/.test(name))
  .map((name) => readFileSync(name, "utf8"))
  .join("\n");
const words = new Set(sources.match(/[A-Za-z][\w-]*/g));

/** Put together when a page is drawn: `k-run` of a verb, `n200` of a number of bars. */
const isPutTogether = (name: string): boolean => /^(?:k-[a-z]+|n\d+)$/.test(name);

test("no rule is for a class that nothing has", async () => {
  const selectors = (await asset("annals.css")).replace(/url\([^)]*\)|\{[^{}]*\}/g, " ");
  const classes = new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name));
  expect(classes.size).toBeGreaterThan(100);
  expect([...classes].filter((name) => !words.has(name) && !isPutTogether(name))).toEqual([]);
});

test("every part of the stylesheet is in it", () => {
  const folder = "templates/assets/css";
  const index = readFileSync(join(folder, "index.css"), "utf8");
  const parts = readdirSync(folder).filter((name) => name !== "index.css");
  expect(parts.filter((name) => !index.includes(`@import "./${name}";`))).toEqual([]);
});
