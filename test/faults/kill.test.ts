/** P3: the old site or the new one, never a mix, never none. `ANNALS_KILLS=500` for the long run. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildSync } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { randomFrom } from "../redact/random.ts";
import { run } from "../support/run.ts";
import { contents, goodLog, id, newScratch, put, start } from "./support.ts";

const kills = Number(process.env.ANNALS_KILLS ?? 24);
const ofBuilds = Math.ceil(kills * 0.1);
const ofMoves = kills - ofBuilds;
const scratch = newScratch();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const random = randomFrom(7);

/** The moves are made by a process that outlives the build: a moment later, or more on a busy machine, all is still. */
async function settled(look: () => string | undefined): Promise<string | undefined> {
  for (let turn = 0; turn < 100; turn++) {
    await wait(turn === 0 ? 25 : 60);
    try {
      const whole = look();
      if (whole !== undefined) return whole;
    } catch {
      // It is being moved.
    }
  }
  return undefined;
}

async function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill(signal);
  await gone;
}

describe("P3: the old site or the new one", () => {
  it(`after each of ${ofMoves} kills while sites take each other's place`, {
    timeout: 60_000 + kills * 4_000,
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
      const running = spawn(process.execPath, [child, site, String(version)], { stdio: ["ignore", "ignore", "pipe"] });
      let said = "";
      running.stderr?.on("data", (data) => {
        said += data;
      });
      // From its first site on, so that there is an old one to lose.
      const began = Date.now();
      while (!isVersion(site, version) && running.exitCode === null && Date.now() - began < 10_000) await wait(10);
      if (!isVersion(site, version)) wrong.push(`${turn}: no site after ${Date.now() - began} ms, ${running.exitCode}`);
      await wait(random.below(250));
      await killed(running, "SIGKILL");
      if (said !== "") wrong.push(`${turn}: ${said.slice(0, 300)}`);
      const whole = await settled(() => {
        const files = readdirSync(site).filter((name) => name.endsWith(".html"));
        const versions = new Set(files.map((name) => readFileSync(join(site, name), "utf8")));
        return files.length === 10 && versions.size === 1 ? [...versions][0] : undefined;
      });
      if (whole === undefined) {
        wrong.push(`${turn}: neither the one nor the other`);
        continue;
      }
      const now = Number(whole.split(" ")[1]);
      if (now < version - 1) wrong.push(`${turn}: back from ${version - 1} to ${now}`);
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
    timeout: 60_000 + ofBuilds * 20_000,
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
    const args = ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-search"];
    const known = [0, 1, 0, 1].map((state) => {
      turnTo(state);
      const began = Date.now();
      expect(run(scratch, args).code).toBe(0);
      return { text: JSON.stringify([...contents(site)]), took: Date.now() - began };
    });
    const longest = Math.max(...known.map(({ took }) => took));
    const wrong: string[] = [];
    for (let turn = 0; turn < ofBuilds; turn++) {
      turnTo(turn % 2);
      const { child, ended } = start(scratch, args);
      await Promise.race([wait(200 + random.below(longest)), ended]);
      child.kill(["SIGKILL", "SIGKILL", "SIGINT", "SIGTERM"][turn % 4] as NodeJS.Signals);
      await ended;
      const whole = await settled(() => {
        const now = JSON.stringify([...contents(site)]);
        return known.some(({ text }) => text === now) ? now : undefined;
      });
      if (whole === undefined) wrong.push(`${turn}: neither the one nor the other`);
    }
    expect(wrong).toEqual([]);
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

function isVersion(site: string, version: number): boolean {
  try {
    return Number(readFileSync(join(site, "0.html"), "utf8").split(" ")[1]) >= version;
  } catch {
    return false;
  }
}
