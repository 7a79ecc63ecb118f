/** P3: the old site or the new one, never a mix, never none. `ANNALS_KILLS=500` for the long run. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildSync } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { randomFrom } from "../../redact/random.ts";
import { run } from "../../support/run.ts";
import { contents, goodLog, id, newScratch, put, start } from "./support.ts";

const kills = Number(process.env.ANNALS_KILLS ?? 24);
const ofBuilds = Math.ceil(kills * 0.1);
const ofMoves = kills - ofBuilds;
const scratch = newScratch();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const random = randomFrom(7);

/**
 * The moves are made by a process that outlives the build. Both name the site's folder in their arguments: when none
 * that does is left, all is still.
 */
async function still(site: string): Promise<void> {
  const isAtWork = (): boolean => {
    const { status, stdout } = spawnSync("ps", ["-A", "-ww", "-o", "args="], { encoding: "utf8", maxBuffer: 1 << 26 });
    expect(status).toBe(0);
    return stdout.includes(site);
  };
  while (isAtWork()) await wait(20);
}

/** Waits for what a process does, not for a time; a process that ended does nothing more. */
async function until(is: () => boolean, child: ChildProcess): Promise<void> {
  while (!is() && child.exitCode === null && child.signalCode === null) await wait(5);
}

async function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill(signal);
  await gone;
}

describe("P3: the old site or the new one", () => {
  it(`after each of ${ofMoves} kills while sites take each other's place`, {
    timeout: 600_000 + kills * 10_000,
  }, async () => {
    const folder = join(scratch, "moves");
    const site = join(folder, "site");
    mkdirSync(folder);
    // One plain file: most of a kill's time would go into compiling otherwise.
    const child = join(scratch, "kill-child.mjs");
    buildSync({
      entryPoints: [join(import.meta.dirname, "kill-child.ts")],
      outfile: child,
      bundle: true,
      platform: "node",
      format: "esm",
    });
    const wrong: string[] = [];
    let version = 1;
    let published = 0;
    for (let turn = 0; turn < ofMoves; turn++) {
      const running = spawn(process.execPath, [child, site, String(version)], { stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      let complaints = "";
      running.stdout?.on("data", (data) => {
        said += data;
      });
      running.stderr?.on("data", (data) => {
        complaints += data;
      });
      // From its first site on, so that there is an old one to lose; then at any moment of the next ones.
      const wanted = version + random.below(3);
      await until(() => said.split("\n").includes(String(wanted)), running);
      await wait(random.below(60));
      await killed(running, "SIGKILL");
      if (complaints !== "") wrong.push(`${turn}: ${complaints.slice(0, 300)}`);
      await still(site);
      const files = existsSync(site) ? readdirSync(site).filter((name) => name.endsWith(".html")) : [];
      const versions = [...new Set(files.map((name) => readFileSync(join(site, name), "utf8")))];
      if (files.length !== 10 || versions.length !== 1) {
        wrong.push(`${turn}: neither the one nor the other, but ${files.length} files of ${versions.join(", ")}`);
        continue;
      }
      const now = Number(versions[0]?.split(" ")[1]);
      const told = Number(said.trim().split("\n").at(-1));
      if (told < wanted) wrong.push(`${turn}: ended by itself at ${told}`);
      if (now < told) wrong.push(`${turn}: back from ${told} to ${now}`);
      if (now > told + 1) wrong.push(`${turn}: ${now} after ${told}`);
      published += now - version;
      version = now + 1;
    }
    expect(wrong).toEqual([]);
    expect(published).toBeGreaterThan(0);
    // What kills left lying about is gone after the next build.
    const source = put(join(scratch, "moves-source", "-p", `${id(1)}.jsonl`), goodLog(id(1)));
    expect(run(scratch, ["build", source, "-o", site, "--no-search", "--quiet"]).code).toBe(0);
    expect(readdirSync(folder)).toEqual(["site"]);
  });

  it(`after each of ${ofBuilds} builds that were killed or stopped at random`, {
    timeout: 600_000 + ofBuilds * 60_000,
  }, async () => {
    const folder = join(scratch, "builds");
    const site = join(folder, "site");
    mkdirSync(folder);
    const source = join(scratch, "builds-source");
    cpSync(join(process.cwd(), "fixtures/sample/projects"), source, { recursive: true });
    const log = join(source, "-home-ines-code-gauge-lab", `${id(1)}.jsonl`);
    // A log that comes and goes: most pages stay, by way of the copy that the cache keeps of the site.
    const turnTo = (state: number): void =>
      state === 0 ? rmSync(log, { force: true }) : void put(log, goodLog(id(1)));
    // Kept, the log would not go.
    const args = ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-search", "--no-keep"];
    const known = [0, 1, 0, 1].map((state) => {
      turnTo(state);
      const began = Date.now();
      expect(run(scratch, args).code).toBe(0);
      return { text: JSON.stringify([...contents(site)]), took: Date.now() - began };
    });
    const longest = Math.max(...known.map(({ took }) => took));
    const wrong: string[] = [];
    let cut = 0;
    // More where each was over before the signal came.
    for (let turn = 0; turn < ofBuilds || (cut === 0 && turn < ofBuilds * 10); turn++) {
      turnTo(turn % 2);
      const { child, ended } = start(scratch, args);
      // Once it writes its site aside; from the second time on at any moment after that.
      await until(() => readdirSync(folder).some((name) => name.startsWith(".site.new-")), child);
      if (turn > 0) await Promise.race([wait(random.below(longest)), ended]);
      child.kill(["SIGKILL", "SIGTERM", "SIGINT", "SIGKILL"][turn % 4] as NodeJS.Signals);
      if ((await ended) !== 0) cut++;
      await still(site);
      const now = JSON.stringify([...contents(site)]);
      if (!known.some(({ text }) => text === now)) wrong.push(`${turn}: neither the one nor the other`);
    }
    expect(wrong).toEqual([]);
    expect(cut).toBeGreaterThan(0);
    turnTo(0);
    expect(run(scratch, args).code).toBe(0);
    expect(JSON.stringify([...contents(site)])).toBe(known[0]?.text);
    expect(readdirSync(folder)).toEqual(["site"]);
  });

  it("an old site that was moved away and never replaced comes back, with what people keep in it", () => {
    const folder = join(scratch, "aside");
    const site = join(folder, "site");
    const source = put(join(scratch, "aside-source", "-p", `${id(1)}.jsonl`), goodLog(id(1)));
    put(join(folder, ".site.old-999999", "CNAME"), "tides.example");
    put(join(folder, ".site.old-999999", ".git", "HEAD"), "ref: refs/heads/main");
    put(join(folder, ".site.old-999999", ".annals.json"), "{}");
    put(join(folder, ".site.new-999998", "index.html"), "half");
    expect(run(scratch, ["build", source, "-o", site, "--no-search", "--quiet"]).code).toBe(0);
    expect(readFileSync(join(site, "CNAME"), "utf8")).toBe("tides.example");
    expect(readFileSync(join(site, ".git", "HEAD"), "utf8")).toBe("ref: refs/heads/main");
    expect(readdirSync(folder)).toEqual(["site"]);
    // Killed after the moves, before the kept files followed.
    put(join(folder, ".site.old-999997", ".git", "HEAD"), "other");
    put(join(folder, ".site.old-999997", "CNAME"), "other");
    rmSync(join(site, "CNAME"));
    expect(run(scratch, ["build", source, "-o", site, "--no-search", "--quiet"]).code).toBe(0);
    expect(readFileSync(join(site, "CNAME"), "utf8")).toBe("other");
    expect(readFileSync(join(site, ".git", "HEAD"), "utf8")).toBe("ref: refs/heads/main");
    // A repository is never thrown away, even where there are two.
    expect(readFileSync(join(folder, ".site.old-999997", ".git", "HEAD"), "utf8")).toBe("other");
  });
});
