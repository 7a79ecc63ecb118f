/** `--shard 2/3`: every session in exactly one shard, those of a chain in the same. */
import { describe, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { readArguments } from "../../src/cli/arguments.ts";
import { selectionOf } from "../../src/cli/filter.ts";
import { packageFile } from "../../src/package.ts";
import { annals, complaint } from "./in-process.ts";

const sources = [packageFile("fixtures/sample/projects")];
const wanted = { projects: [], agents: [], timeZone: "UTC" };

const shard = (number: number, of: number) =>
  readArchive({ sources, title: "", timeZone: "UTC", ...selectionOf({ ...wanted, shard: { number, of } }, sources) });

describe("three shards of the sample", () => {
  it("hold every session once, and whole chains", async () => {
    const all = await readArchive({ sources, title: "", timeZone: "UTC" });
    const shards = await Promise.all([1, 2, 3].map((number) => shard(number, 3)));
    const keys = shards.map(({ sessions }) => sessions.map(({ key }) => key));
    expect(keys.flat().sort()).toEqual(all.sessions.map(({ key }) => key).sort());
    expect(keys.filter((each) => each.length > 0)).toHaveLength(3);
    const chains = shards.flatMap((each) => each.chains.map(({ links }) => links.map((link) => link.session)));
    expect(chains.sort()).toEqual(all.chains.map(({ links }) => links.map((link) => link.session)).sort());
    expect(chains.some((links) => links.length > 2)).toBe(true);
  });
  it("one of one is everything", async () => {
    expect((await shard(1, 1)).sessions).toHaveLength(15);
  });
});

describe("what is typed", () => {
  it.each(["0/3", "4/3", "3", "a/b", "1/0", "1/99999", "-1/3"])("%s is refused", (text) => {
    expect(() => readArguments(["build", `--shard=${text}`])).toThrow(/--shard/);
  });
  it("a shard without a session is one sentence", async () => {
    const ran = await annals("build", ...sources, "--shard", "1/9000", "-o", "nowhere", "--no-keep", "--no-cache");
    expect(ran.code).toBe(2);
    expect(complaint(ran)).toMatch(/None of the 15 sessions is in shard 1\/9000/);
  });
});
