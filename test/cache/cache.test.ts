/** A cache that is never wrong: whatever happens between two builds, the site is the one that a build from nothing makes. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheFolder } from "../../src/cache/folder.ts";
import { printOf } from "../../src/cache/print.ts";
import { read, write } from "../../src/files/checked.ts";
import { run } from "../support/run.ts";

let scratch = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-cache-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Round {
  readonly edit: string;
  readonly drawn: number;
  readonly all: number;
  readonly differing: readonly string[];
}

/** `ANNALS_EDITS=100` for a long walk, `FC_SEED` for another one. */
const rounds = process.env.ANNALS_EDITS ?? "6";
const seed = process.env.FC_SEED ?? "5";

describe("builds with and without a cache", () => {
  it("give the same bytes after random edits, and draw less", { timeout: 60_000 * Number(rounds) }, () => {
    const output = execFileSync(
      process.execPath,
      ["--import", "tsx", "test/cache/random-edits.ts", join(scratch, "edits"), seed, rounds],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
    const walked = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Round);
    expect(walked).toHaveLength(Number(rounds));
    expect(walked.filter(({ differing }) => differing.length > 0)).toEqual([]);
    expect(walked.some(({ drawn, all }) => drawn < all / 2)).toBe(true);
  });
});

describe("a build where nothing changed", () => {
  it("says so and leaves the site as it is", () => {
    const logs = join(process.cwd(), "fixtures/sample/projects");
    const args = ["build", logs, "-o", "same", "--no-search"];
    expect(run(scratch, args).stdout).toContain("all drawn");
    const before = statSync(join(scratch, "same/index.html"));
    expect(run(scratch, args).stdout).toContain("unchanged");
    expect(statSync(join(scratch, "same/index.html")).ino).toBe(before.ino);
    // Someone's own file in the site is not part of it.
    writeFileSync(join(scratch, "same/mine.html"), "mine");
    expect(run(scratch, args).stdout).toContain("0 sessions drawn anew");
    expect(existsSync(join(scratch, "same/mine.html"))).toBe(false);
  });
});

describe("where the cache lies", () => {
  it("is the user's own cache folder, one for each site", () => {
    const of = (output: string) => cacheFolder(output, { XDG_CACHE_HOME: "/cache" });
    expect(of("/one")).toMatch(/^\/cache\/annals\/[\w-]+$/);
    expect(of("/one")).not.toBe(of("/two"));
    expect(of("/one")).toBe(of("/one/"));
  });

  it("can be read by nobody else", () => {
    const file = join(scratch, "private", "facts.json");
    write(file, { secret: true });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(join(scratch, "private")).mode & 0o077).toBe(0);
    expect(readdirSync(join(scratch, "private"))).toEqual(["facts.json"]);
  });
});

describe("a file of the cache", () => {
  it("comes back as it was written", () => {
    const file = join(scratch, "whole.json");
    write(file, { text: "lone \ud800 surrogate", list: [1, null] });
    expect(read(file)).toEqual({ text: "lone \ud800 surrogate", list: [1, null] });
  });

  it.each([
    ["cut", (text: string) => text.slice(0, -1)],
    ["changed", (text: string) => text.replace("one", "two")],
    ["empty", () => ""],
  ])("is not believed when it is %s", (_name, damage) => {
    const file = join(scratch, "damaged.json");
    write(file, { word: "one" });
    const whole = `${JSON.stringify({ word: "one" })}`;
    writeFileSync(file, damage(`hash\n${whole}`));
    expect(read(file)).toBe("damaged");
    expect(read(join(scratch, "nowhere.json"))).toBe("absent");
  });
});

describe("what the file system says of a log", () => {
  it("is not enough when the log was written just now", () => {
    const log = join(scratch, "log.jsonl");
    writeFileSync(log, "{}\n");
    expect(printOf([log]).isFresh).toBe(true);
    expect(printOf([log], Date.now() + 60_000).isFresh).toBe(false);
  });
});
