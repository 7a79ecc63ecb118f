/** Stories and files are found by themselves, in the index that both ways of building write. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { planShards } from "../../src/search/shards.ts";
import { samplePath } from "../support/site.ts";
import { openSearch } from "./open-search.ts";

let search: Awaited<ReturnType<typeof openSearch>>;
beforeAll(async () => {
  search = await openSearch(samplePath());
});

describe("a story", () => {
  it("is found by its words and leads to its own page, at the session that they are from", async () => {
    const { results, places } = await search("tide", "?kind=story");
    const [hit] = results;
    if (hit === undefined) throw new Error("no story found");
    expect(hit.session.key).toMatch(/^stories\//);
    const [place] = await places(hit);
    expect(place?.kind).toBe("story");
    expect(place?.page).toBe(`${hit.session.key}/index.html`);
    const page = readFileSync(join(samplePath(), place?.page ?? ""), "utf8");
    expect(page).toContain(`id="${place?.anchor}"`);
  });

  it("is not among the sessions of a project or month where nobody asked for words", async () => {
    const { keys, counts } = await search("", "?failures=yes");
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key.includes("/"))).toEqual([]);
    const listed = await search("", "?failures=yes&kind=story");
    expect(listed.keys.map((key) => key.split("/")[0])).toEqual(["stories"]);
    const { kind } = counts;
    expect(kind?.get("story")).toBe(1);
  });
});

describe("a file", () => {
  it.each(["ics.ts", "feed/ics"])("is found by %s, and what is found leads to its page", async (query) => {
    const { results, places } = await search(query, "?kind=file");
    const [hit] = results;
    if (hit === undefined) throw new Error("no file found");
    expect(hit.session.key).toMatch(/^files\//);
    for (const { about, kind } of await places(hit)) {
      expect(kind).toBe("file");
      expect(existsSync(join(samplePath(), hit.session.key, about[0] ?? "", "index.html"))).toBe(true);
    }
  });
});

it("lists of files lie apart from sealed sessions, and with the rest of a small archive", () => {
  const sessions = Array.from({ length: 200 }, (_, number) => ({
    key: `s-${number}`,
    time: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
    ...{ size: 100, hash: `${number}` },
  }));
  const files = { key: "files/tides", size: 300, hash: "before", isApart: true as const };
  const sizes = { batchSize: 1000, shardSize: 8000 };
  const names = (hash: string) => planShards([...sessions, { ...files, hash }], sizes).map(({ name }) => name);
  expect(names("before").slice(0, -1)).toEqual(planShards(sessions, sizes).map(({ name }) => name));
  expect(names("after").slice(0, -1)).toEqual(names("before").slice(0, -1));
  expect(names("after").at(-1)).not.toBe(names("before").at(-1));
  expect(planShards([...sessions.slice(0, 5), files], sizes)).toHaveLength(1);
});
