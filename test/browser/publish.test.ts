/**
 * The whole way to GitHub Pages, against a real remote: annals init, annals keep --redacted, a push, the workflow's own
 * steps in a fresh clone, and the site below a prefix in a browser. A planted secret is in no object of that remote.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { useReader } from "../support/reader.ts";
import { run } from "../support/run.ts";
import { githubToken, laterToken, password } from "../support/secrets.ts";
import { implementation, planning } from "./sample.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-whole-way-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const home = join(scratch, "home");
const logs = join(home, ".claude", "projects");
const remote = join(scratch, "remote.git");
// The sample's project: only that becomes public.
const work = join(scratch, "tidemark");
const secrets = [githubToken, laterToken, password];

const environment = { HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude"), GIT_CONFIG_NOSYSTEM: "1" };
const annals = (...args: readonly string[]) => run(work, args, environment);

function git(cwd: string, ...args: readonly string[]): string {
  const env = { PATH: process.env.PATH ?? "", HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    env,
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function commit(message: string): void {
  git(work, "add", "-A");
  git(work, "commit", "--quiet", "-m", message);
  git(work, "push", "--quiet", "origin", "main");
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly jobs: { readonly build: { readonly steps: readonly Step[] } };
}

const yaml: { load: (text: string) => unknown } = createRequire(import.meta.url)("js-yaml");

/** As a runner does it: a fresh clone, another home, each step by itself. Stops at the first that fails. */
function runWorkflow(name: string): {
  readonly folder: string;
  readonly code: number | null;
  readonly printed: string;
} {
  const folder = join(scratch, name);
  git(scratch, "clone", "--quiet", remote, folder);
  const { jobs } = yaml.load(readFileSync(join(folder, ".github/workflows/annals.yml"), "utf8")) as Workflow;
  const steps = jobs.build.steps.flatMap((step) => step.run ?? []);
  expect(steps.length).toBeGreaterThan(2);
  const bin = join(scratch, "bin");
  mkdirSync(bin, { recursive: true });
  // The package as it is here instead of one from the registry.
  const shim = `#!/bin/sh\nwhile case "$1" in --yes|annals@*) true ;; *) false ;; esac; do shift; done\nexec "${process.execPath}" "${inject("command")}" "$@"\n`;
  writeFileSync(join(bin, "npx"), shim, { mode: 0o755 });
  let printed = "";
  for (const step of steps) {
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", step], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: `${bin}:${process.env.PATH}`, HOME: join(scratch, "runner"), TZ: "UTC" },
    });
    printed += stdout + stderr;
    if (status !== 0) return { folder, code: status, printed };
  }
  const upload = jobs.build.steps.find(({ uses }) => uses?.startsWith("actions/upload-pages-artifact@"));
  return { folder: join(folder, String(upload?.with?.path)), code: 0, printed };
}

/** Whatever the remote holds, on a branch or not. */
function objects(): string {
  return git(remote, "cat-file", "--batch-all-objects", "--batch", "--unordered");
}

let site = "";
beforeAll(() => {
  mkdirSync(join(scratch, "runner"), { recursive: true });
  cpSync("fixtures/sample/projects", logs, { recursive: true });
  const folder = readdirSync(logs).find((name) => name.endsWith("tidemark")) ?? "";
  const first = join(logs, folder, `${planning.split("/")[1]}.jsonl`);
  const line = (text: string): string =>
    `${JSON.stringify({ type: "user", uuid: `planted-${text.length}`, timestamp: "2026-02-03T10:00:00.000Z", sessionId: planning.split("/")[1], cwd: "/home/mika/code/tidemark", message: { role: "user", content: text } })}\n`;
  appendFileSync(first, line(`Deploy with ${githubToken}; password=${password}`));
  git(scratch, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  git(scratch, "clone", "--quiet", remote, work);
  git(work, "checkout", "--quiet", "-B", "main");
  git(work, "config", "user.name", "Mika");
  git(work, "config", "user.email", "mika@tides.example");
  expect(annals("init")).toMatchObject({ code: 0 });
  expect(annals("keep", "--redacted")).toMatchObject({ code: 0 });
  commit("Archive");
  // The log grows, with a secret that no copy has yet.
  appendFileSync(first, line(`And now ${laterToken} instead`));
  expect(annals("keep", "--redacted")).toMatchObject({ code: 0 });
  commit("Archive, grown");
  const ran = runWorkflow("checkout");
  expect(ran).toMatchObject({ code: 0 });
  site = ran.folder;
});

const reader = useReader(() => site);

test("the published site has the sessions of this project, and no other's", () => {
  expect(readdirSync(join(site, "projects"))).toEqual(["tidemark"]);
  expect(readdirSync(join(site, "sessions")).length).toBeGreaterThan(5);
  expect(readFileSync(join(site, planning), "utf8")).toMatch(/class="redact"[^>]*>GitHub token #2</);
});

test("it reads and searches below a prefix, without a fault", async () => {
  const watched = await reader.context();
  try {
    const { page } = watched;
    for (const path of [
      "index.html",
      planning,
      implementation,
      "projects/tidemark/index.html",
      "decisions/index.html",
    ]) {
      await page.goto(reader.address("http", path), { waitUntil: "load" });
      expect(await page.locator("h1").first().textContent()).not.toBe("");
    }
    await page.goto(`${reader.address("http", "search/index.html")}?q=tide`);
    await page.locator(".hit").first().waitFor();
    await page.goto(`${reader.address("http", "search/index.html")}?q=${githubToken}`);
    await page.waitForFunction(() => /^0 sessions/.test(document.querySelector("#res")?.textContent ?? ""));
    expect(watched.faults()).toEqual([]);
  } finally {
    await watched.context.close();
  }
});

test("no secret is in any object of the remote, after annals publish neither", () => {
  const published = annals("publish", "--yes");
  expect(published).toMatchObject({ code: 0 });
  const all = objects();
  expect(all).toContain("[redacted: GitHub token");
  expect(all).toContain("Session archive");
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(git(remote, "rev-list", "--count", "gh-pages").trim()).toBe("1");
  // The search index is packed: the gate unpacks it.
  git(scratch, "clone", "--quiet", "--branch=gh-pages", remote, "pages");
  expect(annals("check", join(scratch, "pages"))).toMatchObject({ code: 0 });
  for (const secret of secrets) expect(`${published.stdout}${published.stderr}`).not.toContain(secret);
});

test("the workflow fails where a raw log was committed, and prints nothing of it", () => {
  const raw = `${JSON.stringify({ type: "user", uuid: "raw", message: { content: `token ${githubToken}` } })}\n`;
  writeFileSync(join(work, "sessions", "raw.jsonl"), raw);
  git(work, "add", "-A");
  git(work, "commit", "--quiet", "-m", "By mistake");
  git(work, "push", "--quiet", "origin", "main");
  const { code, printed } = runWorkflow("checkout-raw");
  expect(code).toBe(1);
  expect(printed).toMatch(/raw\.jsonl:1 {2}not-redacted/);
  expect(printed).toMatch(/raw\.jsonl:1 {2}github-token/);
  expect(printed).not.toContain(githubToken);
});
