/**
 * The promises of README.md in this folder that take a whole build, each under its own name. Those that take long run
 * with `npm run test:hostile` only.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OutputRefused, prepareOutput } from "../../../src/build/output/output-folder.ts";
import { Locked, lock } from "../../../src/system/lock.ts";
import { markdown } from "../../../src/text/markdown.ts";
import { readMarkup, sha256 } from "../../hostile/markup.ts";
import { filesOf, pagesOf } from "../../hostile/policy.ts";
import { writeSource } from "../../hostile/source.ts";
import { watch } from "../../hostile/watch.ts";
import { kinds } from "../../redact/kinds.ts";
import { randomFrom } from "../../redact/random.ts";
import { launchBrowser } from "../../support/browser.ts";
import { type Ran, run } from "../../support/run.ts";
import { serve } from "../../support/serve.ts";
import { samplePath } from "../../support/site.ts";
import { allText, contents, goodLog, id, Log, newScratch, put, start } from "./support.ts";

const scratch = newScratch();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const isLong = process.env.ANNALS_LONG !== undefined;

const hook = ["--import", join(import.meta.dirname, "hook.mjs")];
const build = (source: string, site: string, ...more: readonly string[]): Ran =>
  run(scratch, ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", ...more]);
const sample = join(process.cwd(), "fixtures/sample/projects/-home-ines-code-gauge-lab");

describe("P2: same input, same bytes out", () => {
  it("in another time zone and language, with files made in another order at another time", () => {
    const [one, two] = [join(scratch, "p2/one/-p"), join(scratch, "p2/two/-p")];
    cpSync(sample, one, { recursive: true });
    for (const name of readdirSync(one).sort().reverse()) cpSync(join(one, name), join(two, name), { recursive: true });
    for (const name of readdirSync(two)) utimesSync(join(two, name), new Date(0), new Date(86_400_000));
    const args = (source: string, site: string) => [
      "build",
      source,
      "-o",
      site,
      "--time-zone",
      "Europe/Lisbon",
      "--quiet",
      "--title",
      "Same",
    ];
    expect(run(scratch, args(one, join(scratch, "p2/site-1"))).code).toBe(0);
    expect(
      run(scratch, args(two, join(scratch, "p2/site-2")), {
        TZ: "Pacific/Kiritimati",
        LANG: "tr_TR.UTF-8",
        LC_ALL: "tr_TR.UTF-8",
      }).code,
    ).toBe(0);
    expect([...contents(join(scratch, "p2/site-2"))]).toEqual([...contents(join(scratch, "p2/site-1"))]);
  });
});

describe("P4: full disk, read-only, I/O error", () => {
  const everyCall = (
    folder: string,
    ...more: readonly string[]
  ): { tried: number; partial: number; wrong: readonly string[] } => {
    mkdirSync(folder, { recursive: true });
    const script = join(import.meta.dirname, "every-call.ts");
    const [source = "", limit = "0", step = "1", log] = more;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", script, source, folder, limit, step, ...(log === undefined ? [] : [log])],
      { encoding: "utf8", env: { PATH: process.env.PATH ?? "", HOME: scratch, TZ: "UTC" } },
    );
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };

  it("whichever call fails, the build says so and the old site stays", () => {
    const source = join(scratch, "p4/source");
    for (const index of [1, 2]) put(join(source, "-p", `${id(index)}.jsonl`), goodLog(id(index)));
    const { tried, wrong } = everyCall(join(scratch, "p4/out"), source, ...(isLong ? [] : ["40", "5"]));
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(isLong ? 20 : 4);
  });

  it("nor does it matter where only what changed is made", () => {
    const source = join(scratch, "p4/of/source");
    cpSync(dirname(sample), source, { recursive: true });
    const log = join(source, basename(sample), readdirSync(sample).find((name) => name.endsWith(".jsonl")) ?? "");
    const few = isLong ? ["0", "3"] : ["8", "9"];
    const { tried, partial, wrong } = everyCall(join(scratch, "p4/of/out"), source, ...few, log);
    expect(partial).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(isLong ? 20 : 4);
  });

  it.runIf(isLong)("a disk that is really full, and one that is read-only", (test) => {
    const disk = join(scratch, "p4/disk");
    mkdirSync(disk, { recursive: true });
    // Takes a person who may mount; elsewhere the made-up errors above must do.
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=400k", "tmpfs", disk]).status !== 0) return test.skip();
    test.onTestFinished(() => {
      spawnSync("umount", [disk]);
    });
    const small = put(join(scratch, "p4/small/-p", `${id(1)}.jsonl`), goodLog(id(1)));
    const site = join(disk, "site");
    expect(build(small, site, "--no-search").code).toBe(0);
    const before = JSON.stringify([...contents(site)]);
    const large = join(scratch, "p4/large");
    for (let index = 0; index < 40; index++) put(join(large, "-p", `${id(index)}.jsonl`), goodLog(id(index)));
    const full = build(large, site, "--no-search");
    expect(full.code).toBe(1);
    expect(full.stderr).toContain("ENOSPC");
    expect(JSON.stringify([...contents(site)])).toBe(before);
    expect(readdirSync(disk)).toEqual(["site"]);
    expect(spawnSync("mount", ["-o", "remount,ro", disk]).status).toBe(0);
    const locked = build(small, site, "--no-search");
    expect(locked.code).toBe(1);
    expect(locked.stderr).toContain("EROFS");
    expect(JSON.stringify([...contents(site)])).toBe(before);
  });

  it.runIf(isLong && process.platform === "linux")("files that may not grow", () => {
    const site = join(scratch, "p4/limited");
    const source = put(join(scratch, "p4/one/-p", `${id(1)}.jsonl`), goodLog(id(1)));
    expect(build(source, site, "--no-search").code).toBe(0);
    const before = JSON.stringify([...contents(site)]);
    const command = `ulimit -f 4; exec "${process.execPath}" "${join(process.cwd(), "bin/annals.js")}" build "${source}" -o "${site}" --quiet --no-search`;
    const { status, signal } = spawnSync("bash", ["-c", command], {
      env: { PATH: process.env.PATH ?? "", HOME: scratch },
      encoding: "utf8",
    });
    expect(status ?? signal).not.toBe(0);
    expect(JSON.stringify([...contents(site)])).toBe(before);
  });

  it("a folder or a file that is not ours is left alone", () => {
    const foreign = join(scratch, "p4/foreign");
    put(join(foreign, "thesis.txt"), "years of work");
    expect(() => prepareOutput(foreign)).toThrow(OutputRefused);
    expect(() => prepareOutput(join(foreign, "thesis.txt"))).toThrow(OutputRefused);
    expect(readdirSync(foreign)).toEqual(["thesis.txt"]);
  });
});

describe("P5: two builds cannot interleave", () => {
  const source = join(scratch, "p5/source");
  const site = join(scratch, "p5/out/site");
  const args = ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-search"];
  beforeAll(() => {
    for (let index = 0; index < 8; index++) put(join(source, "-p", `${id(index)}.jsonl`), goodLog(id(index)));
  });

  it.runIf(isLong)("of several that start together, one writes and the others say why they do not", async () => {
    expect(run(scratch, args).code).toBe(0);
    const before = JSON.stringify([...contents(site)]);
    const all = [1, 2, 3].map(() => start(scratch, args));
    const codes = await Promise.all(all.map(({ ended }) => ended));
    expect(codes.filter((code) => code === 0).length).toBeGreaterThan(0);
    for (const [index, code] of codes.entries()) {
      if (code === 0) continue;
      expect(code).toBe(1);
      expect(all[index]?.stderr()).toMatch(/Another build \(process \d+\) is writing to/);
    }
    expect(JSON.stringify([...contents(site)])).toBe(before);
    expect(readdirSync(join(scratch, "p5/out"))).toEqual(["site"]);
  });

  /** What a build in a process of its own is told. */
  const lockElsewhere = (path: string): string => {
    const program = `import { lock } from ${JSON.stringify(join(process.cwd(), "src/system/lock.ts"))};
      try { lock(${JSON.stringify(path)}, (who) => "Another build" + who); } catch (error) { process.stdout.write(error.message); }`;
    const args = ["--import", "tsx", "--input-type=module", "-e", program];
    return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout;
  };

  it("a lock holds while its process lives, and not when it is dead, old or torn", () => {
    const path = join(scratch, "p5/out/.other.lock");
    const says = (who: string): string => `Another build${who}`;
    const take = (): void => {
      const own = lock(path, says);
      expect(own.isOurs()).toBe(true);
      // Who comes while it holds is told by whom; a second build of this very process too.
      const said = `Another build (process ${process.pid})`;
      expect(() => lock(path, says)).toThrow(said);
      expect(lockElsewhere(path)).toContain(said);
      expect(own.isOurs()).toBe(true);
      own.release();
      expect(existsSync(path)).toBe(false);
    };
    const of = (pid: number | undefined, on = hostname()): string => JSON.stringify({ pid, host: on });
    const parent = process.ppid;
    for (const text of [of(parent), of(1, "elsewhere"), ""]) {
      put(path, text);
      expect(() => lock(path, says)).toThrow(Locked);
      // A number that another process has by now, or one of another machine, long ago.
      utimesSync(path, new Date(0), new Date(0));
      take();
    }
    put(path, of(spawnSync(process.execPath, ["-e", "0"]).pid));
    take();
    // Left by a process that had the number of this one, as in a container, where each build has the same.
    put(path, of(process.pid));
    take();
    // A build that was taken for dead, and is not, must not publish.
    const place = prepareOutput(join(scratch, "p5/out/third"));
    put(join(scratch, "p5/out/.third.lock"), of(parent));
    expect(() => place.finish()).toThrow(Locked);
    place.abandon();
    expect(existsSync(join(scratch, "p5/out/third"))).toBe(false);
    rmSync(join(scratch, "p5/out/.third.lock"));
  });
});

describe("P6: writes stay in the output, reads in the input", () => {
  const home = join(scratch, "p6");
  const source = join(home, "source");
  const site = join(home, "out/site");
  const log = join(home, "calls.txt");
  let ran: Ran;

  beforeAll(() => {
    mkdirSync(join(home, "out"), { recursive: true });
    const secret = put(join(home, "outside/secret.txt"), "zqsecretqz of another folder\n");
    put(join(home, "outside/project", `${id(50)}.jsonl`), goodLog(id(50), "zqsecretqz log"));
    // Ids and slugs that would climb.
    const climbing = [
      "../../../evil",
      "..",
      "/etc/evil",
      "a/../../b",
      "..\\..\\evil",
      "\0",
      "CON",
      "x".repeat(5000),
      "ü/../ö",
      "%2e%2e%2f",
    ];
    climbing.forEach((name, index) => {
      const main = new Log(name, { slug: name, cwd: name, gitBranch: name, agentId: name });
      main.prompt("Climb", { sessionId: name });
      main.call("Task", { description: "a", prompt: "b", subagent_type: name }, `agentId: ${name}`, { agentId: name });
      main.call(
        "Bash",
        { command: "x" },
        `<persisted-output>\nOutput too large (43.1KB). Full output saved to: ${secret}\n\nPreview (first 2KB):\n1\n</persisted-output>`,
        { persistedOutputPath: secret },
      );
      main.prompt("Side", { isSidechain: true, agentId: name });
      main.prompt(
        `Implement the following plan:\n\n# x\n\nread the full transcript at: ${join(home, "outside/project", `${id(50)}.jsonl`)}`,
      );
      main.prompt([{ type: "image", source: { type: "base64", media_type: `image/../${name}`, data: "AAAA" } }]);
      put(join(source, "-climb", `climb-${index}.jsonl`), String(main));
    });
    // Ids that differ in letters only, or not at all.
    for (const [folder, name] of [
      ["-a", id(60)],
      ["-b", id(60)],
      ["-c", id(60).toUpperCase()],
      ["-d", "Case"],
      ["-e", "case"],
    ] as const) {
      const own = goodLog(name, `Clash ${folder}`).replaceAll(`"sessionId":"${name}",`, "");
      put(join(source, folder, `${name}.jsonl`), own);
      for (const agent of ["AB", "ab"])
        put(join(source, folder, name, "subagents", `agent-${agent}.jsonl`), goodLog(name));
    }
    // Links and things that are no files.
    const planted = join(source, "-planted");
    put(
      join(planted, `${id(70)}.jsonl`),
      goodLog(id(70)).replace(
        "a.ts\\nb.ts",
        "<persisted-output>\\nOutput too large (9KB). Full output saved to: /x/tool-results/link.txt\\n\\nPreview (first 2KB):\\n1\\n</persisted-output>",
      ),
    );
    symlinkSync(join(home, "outside/project", `${id(50)}.jsonl`), join(planted, `${id(71)}.jsonl`));
    symlinkSync(join(home, "outside/project"), join(source, "-linked-project"));
    symlinkSync(source, join(planted, "loop"));
    symlinkSync("self", join(planted, "self"));
    symlinkSync("/nowhere/at/all", join(planted, "broken.jsonl"));
    mkdirSync(join(planted, id(70), "tool-results"), { recursive: true });
    symlinkSync(secret, join(planted, id(70), "tool-results/link.txt"));
    mkdirSync(join(planted, id(70), "subagents"));
    put(join(planted, id(70), "subagents/agent-x.jsonl"), goodLog(id(70)));
    put(join(home, "outside/meta.json"), JSON.stringify({ agentType: "zqsecretqz", description: "zqsecretqz" }));
    symlinkSync(join(home, "outside/meta.json"), join(planted, id(70), "subagents/agent-x.meta.json"));
    put(
      join(planted, `${id(72)}.jsonl`),
      goodLog(id(72)).replace(
        "a.ts\\nb.ts",
        "<persisted-output>\\nOutput too large (9KB). Full output saved to: /x/tool-results/secret.txt\\n\\nPreview (first 2KB):\\n1\\n</persisted-output>",
      ),
    );
    mkdirSync(join(planted, id(72)));
    symlinkSync(join(home, "outside"), join(planted, id(72), "tool-results"));
    mkdirSync(join(planted, "folder.jsonl"));
    mkdirSync(join(planted, id(73), "tool-results"), { recursive: true });
    put(join(planted, `${id(73)}.jsonl`), goodLog(id(73)));
    for (const pipe of [
      join(planted, "pipe.jsonl"),
      join(planted, id(73), "tool-results/pipe.txt"),
      join(planted, id(70), "subagents/agent-y.meta.json"),
    ])
      spawnSync("mkfifo", [pipe]);
    put(join(planted, id(70), "subagents/agent-y.jsonl"), goodLog(id(70)));
    const before = contents(join(home, "outside"));
    const { child, ended, stderr } = start(
      scratch,
      ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-search", "--no-redact"],
      hook,
      { ANNALS_FAULT_LOG: log },
    );
    const timer = setTimeout(() => child.kill("SIGKILL"), 540_000);
    return ended.then((code) => {
      clearTimeout(timer);
      ran = { code: typeof code === "number" ? code : null, stdout: "", stderr: stderr() };
      expect([...contents(join(home, "outside"))]).toEqual([...before]);
    });
  });

  it("the build ends well", () => {
    expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("nothing is written but the site and what stands in for it meanwhile", () => {
    const changed = readFileSync(log, "utf8")
      .split("\n")
      .flatMap((line) => (line.startsWith("change ") ? [line.slice(7)] : []));
    expect(changed.length).toBeGreaterThan(50);
    const inside = new RegExp(
      `^${join(home, "out")}(?:$|/(?:\\.?site(?:\\.(?:new|old|gone)-\\d+|\\.lock(?:-\\d+)?)?)(?:/|$))`,
    );
    // The user's own cache and store, and Node's cache.
    const cache =
      /\/(?:tsx-\d+|node-compile-cache|\.cache\/annals|\.local\/share\/annals)(?:\/|$)|\/\.(?:cache|local(?:\/share)?)$/;
    expect([...new Set(changed)].filter((path) => !inside.test(path) && !cache.test(path))).toEqual([]);
    expect(readdirSync(join(home, "out"))).toEqual(["site"]);
    for (const name of filesOf(site)) expect(name).toMatch(/^[\w./~-]+$/);
  });

  it("nothing is read through a link, and no pipe is waited for", () => {
    const read = readFileSync(log, "utf8")
      .split("\n")
      .flatMap((line) => (line.startsWith("read ") ? [line.slice(5)] : []));
    expect(read.filter((path) => path.startsWith(join(home, "outside")))).toEqual([]);
    expect(allText(site)).not.toContain("zqsecretqz");
  });

  it("sessions whose ids clash have a page each, on any file system", () => {
    const pages = pagesOf(site).filter((path) => /^sessions\/[^/]+\/index\.html$/.test(path));
    expect(new Set(pages.map((path) => path.toLowerCase())).size).toBe(pages.length);
    for (const folder of ["-a", "-b", "-c", "-d", "-e"])
      expect(
        pages.filter((path) => readFileSync(join(site, path), "utf8").includes(`Clash ${folder}</h1>`)),
      ).toHaveLength(1);
    const agents = pagesOf(site).filter((path) => path.includes("/agents/"));
    expect(new Set(agents.map((path) => path.toLowerCase())).size).toBe(agents.length);
  });

  it("what was not followed or is no file is named", () => {
    const report = readFileSync(join(site, "report/index.html"), "utf8");
    for (const name of [
      `-planted/${id(71)}.jsonl`,
      "-linked-project",
      "-planted/loop",
      "-planted/broken.jsonl",
      "-planted/pipe.jsonl",
    ])
      expect([name, report.includes(name)]).toEqual([name, true]);
  });

  it("an output that is a link leads to the folder, and the link stays", () => {
    const real = join(home, "out/real");
    mkdirSync(real);
    symlinkSync(real, join(home, "out/link"));
    expect(build(join(source, "-planted", `${id(70)}.jsonl`), join(home, "out/link"), "--no-search").code).toBe(0);
    expect(existsSync(join(real, "index.html"))).toBe(true);
    expect(relative(real, join(home, "out/link"))).toBe("../link");
    expect(spawnSync("readlink", [join(home, "out/link")], { encoding: "utf8" }).stdout.trim()).toBe(real);
  });
});

describe("P7: time and memory have bounds", () => {
  it.runIf(isLong)(
    "a line of 100 MB is named and passed over; 100,000 levels and a 30 MB output get a page",
    async () => {
      const source = join(scratch, "p7/source");
      const site = join(scratch, "p7/site");
      const file = put(join(source, "-p", `${id(1)}.jsonl`), goodLog(id(1)));
      const block = Buffer.alloc(10 << 20, "a");
      appendFileSync(file, '{"type":"user","message":{"content":"');
      for (let turn = 0; turn < 10; turn++) appendFileSync(file, block);
      appendFileSync(file, '"}}\n');
      appendFileSync(
        file,
        goodLog(id(1), "After the flood")
          .replace(/"u(\d+)"/g, '"v$1"')
          .replaceAll("toolu_", "toolv_"),
      );
      const deep = "[".repeat(100_000) + "]".repeat(100_000);
      appendFileSync(
        file,
        `{"type":"assistant","uuid":"deep","message":{"content":[{"type":"tool_use","id":"td","name":"Probe","input":{"a":${deep}}}]}}\n`,
      );
      const long = new Log(id(2));
      long.prompt("Print");
      long.call("Bash", { command: "yes" }, "a line of output that goes on and on\n".repeat(800_000));
      put(join(source, "-p", `${id(2)}.jsonl`), String(long));
      const memory = join(scratch, "p7/memory");
      const began = Date.now();
      const { ended, stderr } = start(
        scratch,
        ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-search"],
        hook,
        { ANNALS_FAULT_MEMORY: memory },
      );
      expect([await ended, stderr()]).toEqual([0, ""]);
      expect(Date.now() - began).toBeLessThan(150_000);
      expect(Number(readFileSync(memory, "utf8"))).toBeLessThan(1.5e9);
      const page = readFileSync(join(site, "sessions", id(1), "index.html"), "utf8");
      expect(page.includes("After the flood")).toBe(true);
      expect(allText(join(site, "sessions", id(1))).includes("nested deeper")).toBe(true);
      expect(readFileSync(join(site, "report/index.html"), "utf8")).toMatch(/line has \d+ bytes/);
      expect(statSync(join(site, "sessions", id(2), "index.html")).size).toBeLessThan(2_000_000);
      const { code, stdout } = run(scratch, ["inspect", file, "--json"]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).sessions).toHaveLength(1);
    },
  );
});

describe("P8: session text never executes at build time", () => {
  it("front matter and template tags in every place are text", () => {
    const proof = join(scratch, "p8/ran");
    const code = `require("fs").writeFileSync(${JSON.stringify(proof)},"")`;
    const source = join(scratch, "p8/source");
    const site = join(scratch, "p8/site");
    writeSource(source, [
      `---js\n{ a: ${code} }\n---\nb`,
      `---javascript\n(() => { ${code} })()\n---\n`,
      `{{ 77777*77777 }}{% set a = 1 %}<%= ${code} %>\${${code}}`,
      `{{ range.constructor(${JSON.stringify(code)})() }}`,
    ]);
    expect(build(source, site, "--no-search", "--no-redact").code).toBe(0);
    expect(existsSync(proof)).toBe(false);
    const text = allText(site);
    expect(text).not.toContain("6049261729");
    expect(text).toContain("{{ 77777*77777 }}");
    expect(String(markdown("---js\n{{ 7 }}"))).toContain("{{ 7 }}");
  });
});

describe("P9: no page loads anything from elsewhere", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it("on every page of the sample, with its policy off", async () => {
    const site = samplePath();
    const files = new Set(filesOf(site));
    const served = await serve(site);
    const inline = new Set(
      pagesOf(site).flatMap((path) =>
        readMarkup(readFileSync(join(site, path), "utf8")).inline.map(({ text }) => sha256(text)),
      ),
    );
    const watcher = await watch({
      browser,
      home: served.address(""),
      has: (path) => files.has(path),
      csp: false,
      inline,
    });
    const faults: string[] = [];
    const pages = isLong ? pagesOf(site) : pagesOf(site).filter((_, index) => index % 12 === 0);
    for (const path of pages) faults.push(...(await watcher.open(path)).map((fault) => `${path}: ${fault}`));
    await watcher.close();
    await served.close();
    expect(faults).toEqual([]);
  });
});

describe("P10 and P11: what must not be seen is nowhere", () => {
  const source = join(scratch, "p10/source");
  const site = join(scratch, "p10/site");
  const random = randomFrom(11);
  const planted = kinds
    .filter(({ isOwn }) => isOwn)
    .slice(0, 40)
    .map((kind) => ({ id: kind.id, text: kind.make(random) }));

  it.runIf(isLong)("no planted secret in any file, the search index unpacked included", () => {
    planted.forEach(({ text }, index) => {
      const log = new Log(id(index), { cwd: "/home/ines/tides", gitBranch: "main" });
      log.prompt(`Please use token: ${text} for this`);
      log.call("Bash", { command: `export API_TOKEN="${text}"` }, `API_TOKEN=${text}\n\u001b[32m${text}\u001b[0m`);
      log.line({ type: "custom-title", customTitle: `Key ${text}` }, false);
      log.said([{ type: "text", text: "Zqkeptqz, but not the key." }]);
      put(join(source, "-p", `${id(index)}.jsonl`), String(log));
    });
    const { code, stderr } = build(source, site);
    expect([code, stderr]).toEqual([0, ""]);
    const text = allText(site);
    expect(text).toContain("Zqkeptqz");
    expect(planted.filter((each) => text.includes(each.text)).map((each) => each.id)).toEqual([]);
  });

  it("P11: a session that was withdrawn leaves no word behind", () => {
    put(join(source, "-p", `${id(901)}.jsonl`), goodLog(id(901), "Zqkeptqz"));
    const file = put(join(source, "-p", `${id(900)}.jsonl`), goodLog(id(900), "zqwithdrawnqz"));
    put(join(source, "-p", id(900), "subagents/agent-zqagentqz.jsonl"), goodLog(id(900), "zqwithdrawnqz agent"));
    // Kept sessions stay until somebody says `annals forget` (test/store/command.test.ts).
    expect(build(source, site, "--no-keep").code).toBe(0);
    expect(allText(site)).toContain("zqwithdrawnqz");
    rmSync(file);
    rmSync(join(source, "-p", id(900)), { recursive: true });
    expect(build(source, site, "--no-keep").code).toBe(0);
    const after = allText(site);
    expect(after).not.toContain("zqwithdrawnqz");
    expect(after).not.toContain(id(900));
    expect(after).toContain("Zqkeptqz");
  });

  it("P11: nor in the cache, nor in the copy of the site that earlier versions kept there", () => {
    const [from, cache] = [join(scratch, "p11/source"), join(scratch, "p11/cache")];
    cpSync(dirname(sample), from, { recursive: true });
    const file = put(join(from, "-p", `${id(900)}.jsonl`), goodLog(id(900), "zqwithdrawnqz"));
    const again = (): void =>
      expect(build(from, join(scratch, "p11/site"), "--cache", cache, "--no-search", "--no-keep").code).toBe(0);
    again();
    expect(allText(cache)).toContain("zqwithdrawnqz");
    put(join(cache, "twin/sessions/index.html"), "zqwithdrawnqz");
    rmSync(file);
    again();
    const kept = allText(cache);
    expect(kept).not.toContain("zqwithdrawnqz");
    expect(kept).not.toContain(id(900));
  });
});

describe("P12: a growing file yields whole lines only", () => {
  it.runIf(isLong)("while a writer appends half lines", async () => {
    const source = join(scratch, "p12/source");
    const site = join(scratch, "p12/site");
    const file = put(join(source, "-p", `${id(1)}.jsonl`), goodLog(id(1)));
    const line = (number: number) =>
      `${JSON.stringify({ type: "user", uuid: `g${number}`, timestamp: "2026-03-02T10:00:00.000Z", sessionId: id(1), message: { role: "user", content: `begin-${number} ${"~".repeat(300)} end-${number}` } })}\n`;
    const { ended, stderr } = start(scratch, [
      "build",
      source,
      "-o",
      site,
      "--time-zone",
      "UTC",
      "--quiet",
      "--no-search",
    ]);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    let written = 0;
    for (; !isOver; written++) {
      const text = line(written);
      const half = 20 + ((written * 37) % (text.length - 40));
      appendFileSync(file, text.slice(0, half));
      await wait(3);
      appendFileSync(file, text.slice(half));
      if (written % 5 === 0) await wait(2);
    }
    expect([await ended, stderr()]).toEqual([0, ""]);
    expect(written).toBeGreaterThan(20);
    const text = allText(site);
    const begun = [...text.matchAll(/begin-(\d+)/g)].map(([, number]) => number);
    const wrong = begun.filter((number) => !text.includes(`end-${number}`));
    expect(wrong).toEqual([]);
    expect(new Set(begun).size).toBeGreaterThan(0);
    // The next build has them all.
    expect(build(source, site, "--no-search").code).toBe(0);
    expect(allText(site)).toContain(`end-${written - 1}`);
    writeFileSync(file, goodLog(id(1)));
  });
});
