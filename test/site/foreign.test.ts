/** A site that somebody else made, or that is damaged: nothing of it is run, and what can be read is. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { annals, complaint } from "../cli/in-process.ts";
import { changedArchive } from "../join/hostile.ts";
import { samplePath } from "../support/site.ts";

let site = "";
beforeEach(() => {
  site = join(mkdtempSync(join(tmpdir(), "annals-foreign-test-")), "site");
  for (const name of ["index.html", "pagefind", "assets"])
    cpSync(join(samplePath(), name), join(site, name), { recursive: true });
});

describe("annals search", () => {
  test("runs no engine but our own", async () => {
    appendFileSync(join(site, "assets/search-engine.js"), "\nglobalThis.process.exit(7)\n");
    const ran = await annals("search", "tide", "--in", site);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(complaint(ran)).toMatch(/its search engine is not that of this version of annals; build it again/);
  });
  test.each(["", 'annalsPiece("boot","nothing")', "alert(1)"])(
    "a beginning such as %j is one sentence",
    async (text) => {
      writeFileSync(join(site, "pagefind/boot.js"), text);
      const ran = await annals("search", "tide", "--in", site);
      expect(ran.code).toBe(2);
      expect(complaint(ran)).toMatch(/cannot be read: pagefind\/boot\.js is/);
    },
  );
  test("sessions whose texts are damaged are found all the same, and that is said", async () => {
    const texts = join(site, "pagefind/fragment");
    for (const name of readdirSync(texts)) writeFileSync(join(texts, name), "damaged");
    const { code, stdout } = await annals("search", "slack", "water", "--in", site);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Slack water in the calendar feed\n[\s\S]*cannot be read; the session itself is there/);
  });
  test("pieces that are damaged are told", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const pieces = join(site, "pagefind/index");
    for (const name of readdirSync(pieces)) writeFileSync(join(pieces, name), "damaged");
    const ran = await annals("search", "tide", "--in", site);
    warned.mockRestore();
    expect(ran.code).toBe(2);
    expect(complaint(ran)).toMatch(/15 sessions could not be searched/);
  });
  test("an index that is there as scripts only gives the same", async () => {
    const { stdout } = await annals("search", "tide", "--in", site, "--json");
    const scripts = join(site, "../scripts");
    changedArchive(site, scripts, (boot) => Object.assign(boot, { forms: { pagefind: false, offline: true } }));
    for (const name of ["index", "fragment"]) rmSync(join(scripts, "pagefind", name), { recursive: true });
    const told = await annals("search", "tide", "--in", scripts, "--json");
    expect(told.stdout.replaceAll("/scripts/", "/site/")).toBe(stdout);
    expect(JSON.parse(stdout).results[0].moments).not.toEqual([]);
  });
});
