/** Every address in every page of the sample, followed on disk: it is relative, the file is there, and so is the place. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { beforeAll, describe, expect, test } from "vitest";
import { samplePath } from "../support/site.ts";

interface Place {
  readonly from: string;
  readonly written: string;
  readonly to: string;
  readonly fragment: string;
}

let files: ReadonlySet<string>;
const texts = new Map<string, string>();
const ids = new Map<string, ReadonlySet<string>>();
let places: Place[] = [];
const external: string[] = [];
const text = (path: string): string => {
  const known = texts.get(path) ?? readFileSync(join(samplePath(), path), "utf8");
  texts.set(path, known);
  return known;
};

beforeAll(() => {
  files = new Set(
    readdirSync(samplePath(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(samplePath().length + 1)),
  );
  for (const path of files) if (path.endsWith(".html")) places.push(...addressesIn(path, text(path)));
  // Parts and cut texts carry markup of their own; their addresses are those of the page beside them.
  for (const path of files)
    if (/\/(?:part-\d+|text\/[\w-]+)\.js$/.test(path)) {
      const page = path.replace(/(?:text\/[\w-]+|part-\d+)\.js$/, "index.html");
      places.push(...addressesIn(page, unpacked(text(path))));
    }
  places = places.filter(({ to }) => to !== "");
});

const attribute = / (?:href|src|action|data-src|poster)="([^"]*)"/g;

function addressesIn(from: string, markup: string): Place[] {
  return [...markup.matchAll(attribute)].flatMap(([, escaped = ""]) => {
    const written = escaped.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
    if (/^data:/.test(written)) return [];
    if (/^(?:https?|mailto):/.test(written)) {
      external.push(written);
      return [];
    }
    const [path = "", fragment = ""] = written.split("#");
    const to = path === "" ? from : normalize(join(dirname(from), decodeURIComponent(path)));
    return [{ from, written, to, fragment }];
  });
}

/** The markup that a part's script hands over. */
function unpacked(script: string): string {
  const slots = /^annalsPart\("[^"]*",(\[.*\])\)\n$/s.exec(script)?.[1];
  return slots === undefined ? "" : (JSON.parse(slots) as string[]).join("\n");
}

/** Ids of a page, and of what its table of places can find. */
function idsOf(path: string): ReadonlySet<string> {
  const known = ids.get(path);
  if (known !== undefined) return known;
  const found = new Set([...text(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ""));
  const table = join(dirname(path), "places.js");
  if (path.endsWith("/index.html") && files.has(table)) {
    const written = /^annalsPlaces\((\{.*\})\)\n$/s.exec(text(table))?.[1] ?? "{}";
    for (const id of Object.keys(JSON.parse(written) as object)) found.add(id);
  }
  ids.set(path, found);
  return found;
}

describe("addresses", () => {
  test("there are pages, and they link", () => {
    expect([...files].filter((path) => path.endsWith(".html")).length).toBeGreaterThan(40);
    expect(places.length).toBeGreaterThan(1500);
  });
  test("all are relative, none leads to a folder", () => {
    expect(places.filter(({ written }) => /^\/|^[a-z][a-z0-9+.-]*:|\/(?:#|$)/i.test(written))).toEqual([]);
  });
  test("every file is there", () => {
    expect(places.filter(({ to }) => !files.has(to))).toEqual([]);
  });
  test("every place is there", () => {
    const lost = places.filter(
      ({ to, fragment }) => fragment !== "" && to.endsWith(".html") && files.has(to) && !idsOf(to).has(fragment),
    );
    expect(lost).toEqual([]);
  });
  test("no page has an id twice", () => {
    for (const path of files) {
      if (!path.endsWith(".html")) continue;
      const all = [...text(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(all.length - new Set(all).size, path).toBe(0);
    }
  });
  test("every page is reached from the index", () => {
    const next = new Map<string, Set<string>>();
    for (const { from, to } of places) next.set(from, (next.get(from) ?? new Set()).add(to));
    const reached = new Set<string>();
    const open = ["index.html"];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      open.push(...(next.get(path) ?? []));
    }
    const pages = [...files].filter((path) => path.endsWith(".html") && path !== "404.html");
    expect(pages.filter((path) => !reached.has(path))).toEqual([]);
    expect([...files].filter((path) => /^media\//.test(path) && !reached.has(path))).toEqual([]);
  });
  test("what leads elsewhere is only a link, and says nothing of the reader", () => {
    expect(external.length).toBeGreaterThan(0);
    for (const path of files) {
      if (!path.endsWith(".html")) continue;
      for (const [tag] of text(path).matchAll(/<[a-z]+[^>]* (?:href|src)="https?:[^>]*>/g))
        expect(tag, path).toMatch(/^<a [^>]*rel="noreferrer noopener"/);
    }
  });
});
