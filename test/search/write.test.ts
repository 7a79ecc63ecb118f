import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type SearchDocument, type SearchSource, writeSearch } from "../../src/search/index.ts";
import { engineScript } from "../../src/search/pagefind-index/index.ts";
import { asset } from "../../src/system/asset.ts";
// @ts-expect-error the page's own script has no types
import { piecesBetween, rangesOf } from "../../templates/assets/search/ranges.js";
import { document, said, sourceOf, temporary, writeDocuments } from "./documents.ts";
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

function expectSame(site: string, other: string): void {
  expect(files(site)).toEqual(files(other));
  for (const name of files(other))
    expect(readFileSync(join(site, name)).equals(readFileSync(join(other, name))), name).toBe(true);
}

const day = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
const many = (count: number): SearchDocument[] =>
  Array.from({ length: count }, (_, number) =>
    document(`s${number}`, [{ text: `common word${number} ${"filler text here ".repeat(60)}` }], { time: day(number) }),
  );
const small = { batchSize: 2500, shardSize: 6000 };

describe("the files of an index", () => {
  test("are those of Pagefind where every client looks, and scripts for file://", async () => {
    const site = folder();
    await writeDocuments([said("one", "walrus")], site);
    const names = files(site);
    expect(names).toContain("pagefind/pagefind.js");
    expect(names).toContain("pagefind/pagefind-entry.json");
    expect(names.filter((name) => /^pagefind\/offline\/\w+\/index\/.*\.js$/.test(name))).toHaveLength(1);
    expect(names).toContain("assets/search.js");
  });
  test("name pages so that those of many indexes do not meet", async () => {
    const site = folder();
    await writeDocuments(many(20), site, small);
    const names = files(site).flatMap((name) => /fragment\/en_(.*)\.pf_fragment$/.exec(name)?.[1] ?? []);
    expect(new Set(names).size).toBe(20);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{10}$/);
    const search = await openSearch(site);
    const found = await search("word7");
    expect(found.keys).toEqual(["s7"]);
  });
  test("either form can be left out", async () => {
    const [binary, scripts] = [folder(), folder()];
    await writeDocuments([said("one", "walrus")], binary, { offline: false });
    await writeDocuments([said("one", "walrus")], scripts, { pagefind: false });
    expect(files(binary).filter((name) => name.includes("offline/"))).toEqual([]);
    expect(files(scripts).filter((name) => /\.pf_|pagefind\.js/.test(name))).toEqual([]);
  });
  test("take any word for a project, a model, a branch or a tool", async () => {
    const site = temporary();
    const odd = ["constructor", "__proto__", "toString", "a:b, c"];
    const documents = odd.map((word) =>
      document(word.replace(/\W/g, ""), [{ text: "tide", kind: "command", tool: word, verb: "run" }], {
        project: word,
        models: [word],
        branches: odd,
      }),
    );
    const { sessions } = await writeDocuments(documents, site);
    expect(sessions).toBe(odd.length);
    const found = await (await openSearch(site))("tide");
    expect([...(found.counts.project?.keys() ?? [])].sort()).toEqual([...odd].sort());
    rmSync(site, { recursive: true });
  });
  test("are the same, byte for byte, from the same documents", async () => {
    const [one, two] = [folder(), folder()];
    await writeDocuments(many(20), one, small);
    await writeDocuments([...many(20)].reverse(), two, small);
    expectSame(two, one);
  });
  test("of an archive without sessions are there too", async () => {
    const site = folder();
    await writeDocuments([], site);
    expect((await (await openSearch(site))("walrus")).keys).toEqual([]);
  });
});

describe("batches", () => {
  test("joined give what one run of Pagefind gives: the same pages, words and places", async () => {
    const [one, joined] = [folder(), folder()];
    const documents = many(12).map((each, number) => ({
      ...each,
      title: number % 3 === 0 ? "naïve façade" : each.title,
    }));
    await writeDocuments(documents, one);
    const { shards } = await writeDocuments(documents, joined, { batchSize: 4000, shardSize: 1e9 });
    expect(shards).toHaveLength(1);
    expectSame(joined, one);
  });

  test("have pieces that do not overlap, also where one word begins with another", async () => {
    const site = folder();
    const letters = [..."bcdfgklmnprtvz"];
    const words = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => `${one}${two}o${three}`)));
    const longer = words.flatMap((word) => [word, `${word}x`, `${word}xo`, `${word}xoz`]);
    await writeDocuments([document("words", [{ text: longer.join(" ") }])], site);
    const pagefind = join(site, "pagefind");
    const meta = readdirSync(pagefind).find((name) => name.endsWith(".pf_meta")) ?? "";
    const { ranges } = rangesOf(gunzipSync(readFileSync(join(pagefind, meta))).subarray("pagefind_dcd".length));
    expect(ranges.length).toBeGreaterThan(3);
    for (const [number, [from, to]] of ranges.entries()) {
      expect(from <= to).toBe(true);
      if (number > 0) expect(ranges[number - 1][1] < from, `${ranges[number - 1][1]} before ${from}`).toBe(true);
    }
    for (const word of longer) expect(piecesBetween(ranges, word, word), word).toHaveLength(1);
  });
});

describe("shards", () => {
  test("that are unchanged are taken over, in place or from another folder", async () => {
    const [one, two] = [folder(), folder()];
    const first = await writeDocuments(many(19), one, small);
    expect(first.shards.length).toBeGreaterThan(2);
    const again = await writeDocuments(many(20), one, small);
    expect(again.shards.map(({ reused }) => reused)).toEqual([...again.shards.slice(1).map(() => true), false]);
    expect(again.joined).toBe(again.shards.at(-1)?.sessions);
    await writeDocuments(many(20), two, { ...small, previous: one });
    const fresh = folder();
    await writeDocuments(many(20), fresh, small);
    for (const site of [one, two]) expectSame(site, fresh);
    expect((await (await openSearch(two))("word19")).keys).toEqual(["s19"]);
  });
  test("that grow into several leave nothing behind", async () => {
    const [site, fresh] = [folder(), folder()];
    await writeDocuments(many(5), site, small);
    await writeDocuments(many(20), site, small);
    await writeDocuments(many(20), fresh, small);
    expect(files(site)).toEqual(files(fresh));
  });
  test.each(["missing", "damaged"])("one that is %s costs its sessions and says so", async (how) => {
    const site = folder();
    const { shards } = await writeDocuments(many(20), site, small);
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

describe("with a cache", () => {
  const loaded: string[] = [];
  const sources = (documents: readonly SearchDocument[], fingerprint = (_: string): string => "1"): SearchSource[] =>
    documents.map((each) => {
      const source = sourceOf(each, fingerprint(each.key));
      const load = () => {
        loaded.push(each.key);
        return source.load();
      };
      return { ...source, load };
    });
  const build = async (documents: readonly SearchSource[], cache: string, previous: string) => {
    loaded.length = 0;
    const site = folder();
    return { site, ...(await writeSearch(documents, site, { ...small, cache, previous })) };
  };
  const cold = async (documents: readonly SearchDocument[]): Promise<string> => {
    const site = folder();
    await writeDocuments(documents, site, small);
    return site;
  };

  test("no session of an unchanged shard is loaded, and the files are those of a cold build", async () => {
    const cache = folder();
    const first = await build(sources(many(20)), cache, cache);
    expect(new Set(loaded).size).toBe(20);
    expectSame(first.site, await cold(many(20)));
    const same = await build(sources(many(20)), cache, first.site);
    expect([loaded, same.joined]).toEqual([[], 0]);
    expectSame(same.site, first.site);
    const more = await build(sources(many(25)), cache, same.site);
    expect(loaded).not.toContain("s0");
    expect(more.joined).toBeLessThanOrEqual(9);
    expectSame(more.site, await cold(many(25)));
  });
  test("the site before is not needed: sessions are joined again", async () => {
    const cache = folder();
    const { site } = await build(sources(many(20)), cache, cache);
    const again = await build(sources(many(20)), cache, cache);
    expect(again.joined).toBe(20);
    expect(again.shards.every(({ reused }) => !reused)).toBe(true);
    expectSame(again.site, site);
  });
  test("a changed session costs its shard, one that is gone leaves nothing", async () => {
    const cache = folder();
    const { site } = await build(sources(many(20)), cache, cache);
    const changed = many(20).map((each) => (each.key === "s3" ? { ...each, title: "Renamed narwhal" } : each));
    const again = await build(
      sources(changed, (key) => (key === "s3" ? "2" : "1")),
      cache,
      site,
    );
    expect(again.shards.filter(({ reused }) => !reused)).toHaveLength(1);
    expect(loaded).not.toContain("s19");
    expectSame(again.site, await cold(changed));
    expect((await (await openSearch(again.site))("narwhal")).keys).toEqual(["s3"]);
    const gone = await build(
      sources(changed.slice(0, 4), () => "2"),
      cache,
      again.site,
    );
    expectSame(gone.site, await cold(changed.slice(0, 4)));
  });
  test("other options make other documents", async () => {
    const cache = folder();
    await build(sources(many(4)), cache, cache);
    loaded.length = 0;
    await writeSearch(sources(many(4)), folder(), { ...small, cache, toolOutput: "none" });
    expect(new Set(loaded).size).toBe(4);
  });
});

describe("the engine", () => {
  test("is refused when Pagefind is another one", () => {
    expect(() => engineScript('const pagefind_version="1.7.0";')).toThrow(/1\.6\.0/);
  });
});

describe("the client", () => {
  test("is one script that a browser can read", async () => {
    const script = await asset("search.js");
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toMatch(/^(?:import|export)\b/m);
    expect(script).not.toContain("innerHTML");
  });
});
