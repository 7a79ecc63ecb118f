import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { clientScript, joined } from "../../src/search/client.ts";
import { engineScript } from "../../src/search/engine.ts";
import { type SearchDocument, type SearchSource, writeSearch } from "../../src/search/index.ts";
import { document, said, temporary } from "./documents.ts";
import { openSearch } from "./open-search.ts";

const made: string[] = [];
const folder = (): string => {
  made.push(temporary());
  return made.at(-1) as string;
};
afterEach(() => {
  for (const site of made.splice(0)) rmSync(site, { recursive: true, force: true });
});

const files = (site: string): string[] =>
  readdirSync(site, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(site, name)).isFile())
    .sort();

const day = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
const many = (count: number): SearchDocument[] =>
  Array.from({ length: count }, (_, number) =>
    document(`s${number}`, [{ text: `common word${number} ${"filler text here ".repeat(60)}` }], { time: day(number) }),
  );
const small = { shardSize: 8000 };

describe("the files of an index", () => {
  test("are those of Pagefind where every client looks, and scripts for file://", async () => {
    const site = folder();
    await writeSearch([said("one", "walrus")], site);
    const names = files(site);
    expect(names).toContain("pagefind/pagefind.js");
    expect(names).toContain("pagefind/pagefind-entry.json");
    expect(names.filter((name) => /^pagefind\/offline\/\w+\/index\/.*\.js$/.test(name))).toHaveLength(1);
    expect(names).toContain("assets/search.js");
  });
  test("either form can be left out", async () => {
    const [binary, scripts] = [folder(), folder()];
    await writeSearch([said("one", "walrus")], binary, { offline: false });
    await writeSearch([said("one", "walrus")], scripts, { pagefind: false });
    expect(files(binary).filter((name) => name.includes("offline/"))).toEqual([]);
    expect(files(scripts).filter((name) => /\.pf_|pagefind\.js/.test(name))).toEqual([]);
  });
  test("are the same, byte for byte, from the same documents", async () => {
    const [one, two] = [folder(), folder()];
    await writeSearch(many(20), one, small);
    await writeSearch([...many(20)].reverse(), two, small);
    expect(files(two)).toEqual(files(one));
    for (const name of files(one))
      expect(readFileSync(join(two, name)).equals(readFileSync(join(one, name))), name).toBe(true);
  });
  test("of an archive without sessions are there too", async () => {
    const site = folder();
    await writeSearch([], site);
    expect((await (await openSearch(site))("walrus")).keys).toEqual([]);
  });
});

describe("shards", () => {
  test("that are unchanged are taken over, in place or from another folder", async () => {
    const [one, two] = [folder(), folder()];
    const first = await writeSearch(many(20), one, small);
    expect(first.shards.length).toBeGreaterThan(2);
    const again = await writeSearch(many(21), one, small);
    expect(again.shards.map(({ reused }) => reused)).toEqual([...again.shards.slice(1).map(() => true), false]);
    await writeSearch(many(21), two, { ...small, previous: one });
    const fresh = folder();
    await writeSearch(many(21), fresh, small);
    for (const site of [one, two]) expect(files(site)).toEqual(files(fresh));
    expect((await (await openSearch(two))("word20")).keys).toEqual(["s20"]);
  });
  test("sessions of unchanged shards are not even loaded", async () => {
    const site = folder();
    const loaded: string[] = [];
    const sources = (documents: readonly SearchDocument[]): SearchSource[] =>
      documents.map((each) => ({
        key: each.key,
        ...(each.time === undefined ? {} : { time: each.time }),
        stamp: "1",
        load: async () => {
          loaded.push(each.key);
          return each;
        },
      }));
    const { shards } = await writeSearch(sources(many(20)), site, small);
    loaded.length = 0;
    await writeSearch(sources(many(21)), site, small);
    expect(loaded.length).toBeLessThanOrEqual(1 + (shards.at(-1)?.sessions ?? 0));
    expect(loaded).not.toContain("s0");
    expect((await (await openSearch(site))("common")).keys).toHaveLength(21);
  });
  test("that grow into several leave nothing behind", async () => {
    const [site, fresh] = [folder(), folder()];
    await writeSearch(many(5), site, small);
    await writeSearch(many(20), site, small);
    await writeSearch(many(20), fresh, small);
    expect(files(site)).toEqual(files(fresh));
  });
  test.each(["missing", "damaged"])("one that is %s costs its sessions and says so", async (how) => {
    const site = folder();
    const { shards } = await writeSearch(many(20), site, small);
    const index = join(site, "pagefind", shards[0]?.name ?? "", "index");
    for (const name of readdirSync(index)) {
      if (how === "missing") rmSync(join(index, name));
      else writeFileSync(join(index, name), readFileSync(join(index, name)).fill(7, 20, 60));
    }
    const { keys, lost } = await (await openSearch(site))("common");
    expect(lost).toBe(shards[0]?.sessions);
    expect(keys).toHaveLength(20 - (shards[0]?.sessions ?? 0));
  });
});

describe("the engine", () => {
  test("is refused when Pagefind is another one", () => {
    expect(() => engineScript('const pagefind_version="1.7.0";')).toThrow(/1\.6\.0/);
  });
});

describe("the client", () => {
  test("is one script that a browser can read", async () => {
    const script = await clientScript();
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toMatch(/^(?:import|export)\b/m);
    expect(script).not.toContain("innerHTML");
  });
  test("two files must not declare the same name", () => {
    const files = [
      { name: "a.js", source: "const most = 1;\n" },
      { name: "b.js", source: "export function most() {}\n" },
    ];
    expect(() => joined(files)).toThrow("b.js and a.js both declare most.");
  });
});
