/** A cache that is never wrong: whatever happens between two builds, the site is the one that a build from nothing makes. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheFolder } from "../../../src/build/cache/folder.ts";
import { fingerprintOf } from "../../../src/build/cache/log-fingerprint.ts";
import { read, write } from "../../../src/system/checked-file.ts";
import { run } from "../../support/run.ts";

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
  it("give the same bytes after random edits, and draw less", { timeout: 600_000 + 60_000 * Number(rounds) }, () => {
    const output = execFileSync(
      process.execPath,
      ["--import", "tsx", "test/build/cache/random-edits.ts", join(scratch, "edits"), seed, rounds],
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
    expect(run(scratch, args).stdout).toContain("unchanged");
    expect(existsSync(join(scratch, "same/mine.html"))).toBe(true);
  });
});

describe("a build where little changed", () => {
  it("writes into no file that readers have open, and takes over the files that did not change", () => {
    const logs = join(scratch, "little/logs");
    cpSync(join(process.cwd(), "fixtures/sample/projects"), logs, { recursive: true });
    const log = readdirSync(logs, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(".jsonl")) ?? "";
    const site = join(scratch, "little/site");
    const files = (): readonly string[] =>
      readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(site, name)).isFile());
    const build = (): string => run(scratch, ["build", logs, "-o", site, "--cache", "little/cache"]).stdout;
    expect(build()).toContain("all drawn");
    for (const words of ["Once more", "And once more"]) {
      const held = files().map((name, at) => {
        linkSync(join(site, name), join(scratch, `little/held-${words.length}-${at}`));
        return { name, at, text: readFileSync(join(site, name), "latin1") };
      });
      const line = {
        type: "user",
        uuid: words,
        timestamp: "2026-03-01T10:00:00Z",
        message: { role: "user", content: words },
      };
      appendFileSync(join(logs, log), `${JSON.stringify(line)}\n`);
      expect(build()).toMatch(/\b[1-3] sessions? drawn anew/);
      const inodes = new Set(files().map((name) => statSync(join(site, name)).ino));
      const kept = held.filter(({ at }) =>
        inodes.has(statSync(join(scratch, `little/held-${words.length}-${at}`)).ino),
      );
      expect(kept.length).toBeGreaterThan(held.length / 2);
      const read = ({ at }: { at: number }) =>
        readFileSync(join(scratch, `little/held-${words.length}-${at}`), "latin1");
      expect(held.filter((each) => read(each) !== each.text).map(({ name }) => name)).toEqual([]);
    }
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

  it.each<[string, (text: string) => string]>([
    ["cut by a letter", (text) => text.slice(0, -1)],
    ["cut in the middle", (text) => text.slice(0, text.length / 2)],
    ["changed", (text) => text.replace("one", "two")],
    ["longer", (text) => `${text} `],
    ["of another hash", (text) => text.replace(/^./, (first) => (first === "A" ? "B" : "A"))],
    ["without a hash", (text) => text.slice(text.indexOf("\n") + 1)],
    ["nothing but a hash", (text) => text.slice(0, text.indexOf("\n") + 1)],
    ["empty", () => ""],
  ])("is not believed when it is %s", (_name, damage) => {
    const file = join(scratch, "damaged.json");
    write(file, { word: "one" });
    const whole = readFileSync(file, "utf8");
    const damaged = damage(whole);
    expect(damaged).not.toBe(whole);
    writeFileSync(file, damaged);
    expect(read(file)).toBe("damaged");
    writeFileSync(file, whole);
    expect(read(file)).toEqual({ word: "one" });
  });

  it("is told from one that is not there", () => {
    expect(read(join(scratch, "nowhere.json"))).toBe("absent");
  });
});

describe("what the file system says of a log", () => {
  it("is not enough when the log was written just now", () => {
    const log = join(scratch, "log.jsonl");
    writeFileSync(log, "{}\n");
    const written = statSync(log).mtimeMs;
    expect(fingerprintOf([log], written + 1000).isFresh).toBe(true);
    expect(fingerprintOf([log], written + 60_000).isFresh).toBe(false);
  });
});
