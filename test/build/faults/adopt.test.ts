/** P3 and P4 where folders of the old site move into the new one: whichever move fails, or is the last before a kill. */
import fs, { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { prepareOutput } from "../../../src/build/output/output-folder.ts";
import { contents, newScratch, put } from "./support.ts";

const scratch = newScratch();
const site = join(scratch, "site");
// A build that is killed does not take back what it listens to.
process.setMaxListeners(100);
const { renameSync } = fs;
const { execPath } = process;
afterEach(() => {
  failing(() => false);
  process.execPath = execPath;
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** `is` gets the number of the move, from 1. Gives how many there were. */
function failing(is: (move: number) => boolean): () => number {
  let count = 0;
  fs.renameSync = (from, to) => {
    if (is(++count)) throw Object.assign(new Error(`EIO: made up for a test, rename '${from}'`), { code: "EIO" });
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  return () => count;
}

const pages = (...folders: readonly string[]): readonly string[] => folders.map((name) => `${name}/index.html`);
const same = pages("sessions/a", "sessions/a/agents/x", "sessions/b", "files/p/src/one", "files/p/src/deep/two");
const changed = ["index.html", ...pages("sessions/c", "files", "files/p", "files/p/src/three")];
const gone = pages("sessions/d", "files/p/src/deep/gone", "files/q/old");
const added = pages("sessions/e", "files/p/src/deep/new", "files/r/new");
const theirs = ["CNAME", "sessions/a/notes.txt", "sessions/d/notes.txt", "files/mine/readme.txt"];

/** Text by path, without the marker. */
const state = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...contents(site).keys()]
      .filter((path) => path !== ".annals.json")
      .map((path) => [path, readFileSync(join(site, path), "utf8")]),
  );

const saying = (words: string, paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, `${words} ${path}`]));
const before = { ...saying("old", [...same, ...changed, ...gone]), ...saying("their", theirs) };
const after = {
  ...saying("old", same),
  ...saying("new", [...changed, ...added]),
  ...saying("their", theirs),
};

function newSite(): ReturnType<typeof prepareOutput> {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  const old = prepareOutput(site);
  for (const path of [...same, ...changed, ...gone]) put(join(old.folder, path), `old ${path}`);
  old.finish();
  for (const path of theirs) put(join(site, path), `their ${path}`);
  expect(state()).toEqual(before);
  const place = prepareOutput(site);
  for (const path of same) place.adopt(path);
  for (const path of [...changed, ...added]) put(join(place.folder, path), `new ${path}`);
  return place;
}

describe("a site that has folders of the old one", () => {
  it("has what is the same, what is new and what is a person's, and nothing that is gone", () => {
    const place = newSite();
    const inode = fs.statSync(join(site, same[0] ?? "")).ino;
    place.finish();
    expect(state()).toEqual(after);
    expect(fs.statSync(join(site, same[0] ?? "")).ino).toBe(inode);
    expect(readdirSync(scratch)).toEqual(["site"]);
  });

  it("leaves the old one as it is where a file of it went meanwhile", () => {
    const place = newSite();
    rmSync(join(site, same[1] ?? ""));
    const now = state();
    expect(() => place.finish()).toThrow(/went while the new one was built/);
    place.abandon();
    expect(state()).toEqual(now);
    expect(readdirSync(scratch)).toEqual(["site"]);
  });

  it("leaves the old one as it is whichever move fails", () => {
    let tried = 0;
    for (let at = 1; ; at++) {
      const place = newSite();
      // Without a process of its own for the moves.
      process.execPath = join(scratch, "nothing");
      const moves = failing((move) => move === at);
      let error: unknown;
      try {
        place.finish();
      } catch (thrown) {
        error = thrown;
      }
      const made = moves();
      failing(() => false);
      place.abandon();
      if (made < at) break;
      tried++;
      // After the last move of the site itself it is published: a person's file, or what is cleared away, is late then.
      expect([before, after]).toContainEqual({ ...saying("their", theirs), ...state() });
      if (error !== undefined && !("sessions/e/index.html" in state())) expect(state()).toEqual(before);
      prepareOutput(site).abandon();
      expect([before, after]).toContainEqual(state());
      expect(readdirSync(scratch)).toEqual(["site"]);
    }
    expect(tried).toBeGreaterThan(15);
  });

  it("is the old or the new one after the next build, whichever move was the last before a kill", () => {
    const ends = new Set<string>();
    for (let last = 0; ; last++) {
      const place = newSite();
      process.execPath = join(scratch, "nothing");
      const moves = failing((move) => move > last);
      try {
        place.finish();
      } catch {
        // As a process that is killed: it makes no other move.
      }
      const made = moves();
      failing(() => false);
      // Its lock is that of a process that lives.
      rmSync(join(scratch, ".site.lock"), { recursive: true, force: true });
      prepareOutput(site).abandon();
      expect([before, after]).toContainEqual(state());
      ends.add("sessions/e/index.html" in state() ? "new" : "old");
      expect(readdirSync(scratch)).toEqual(["site"]);
      if (made <= last) break;
    }
    expect([...ends]).toEqual(["old", "new"]);
  });
});
