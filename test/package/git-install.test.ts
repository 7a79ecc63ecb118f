/**
 * `npm i git+…` into an empty folder gives a command and a plugin that work. It fetches every package anew, so it runs
 * only where `ANNALS_GIT_INSTALL` is set, as in .ci/run.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { trackedFiles } from "./tracked.ts";

const root = resolve(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "annals-git-install-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it.skipIf(!process.env.ANNALS_GIT_INSTALL)("installs from a git address", { timeout: 600_000 }, () => {
  const repository = join(scratch, "repository");
  for (const name of trackedFiles(root)) {
    mkdirSync(dirname(join(repository, name)), { recursive: true });
    cpSync(join(root, name), join(repository, name));
  }
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: repository });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet", "--message", "All");

  const folder = join(scratch, "empty");
  mkdirSync(folder);
  const npm = (...args: readonly string[]): string =>
    execFileSync("npm", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      // From npm 12 on git addresses must be allowed.
      env: { ...process.env, NPM_CONFIG_ALLOW_GIT: "all" },
    });
  const { version, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Eleventy is the site's own: without a word npm takes the newest of the range.
  const eleventy = `@11ty/eleventy@${devDependencies["@11ty/eleventy"]}`;
  npm("install", "--prefer-offline", "--no-fund", "--no-audit", eleventy, `git+${pathToFileURL(repository).href}`);
  const annals = join(folder, "node_modules/.bin/annals");
  const ran = (...args: readonly string[]): string =>
    execFileSync(annals, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  expect(ran("--version").trim()).toBe(version);
  ran("build", join(root, "fixtures/sample/projects"), "-o", "site", "--quiet");
  expect(existsSync(join(folder, "site/index.html"))).toBe(true);
  writeFileSync(join(folder, "look.mjs"), 'import annals from "annals"; console.log(typeof annals);');
  expect(execFileSync(process.execPath, ["look.mjs"], { cwd: folder, encoding: "utf8" }).trim()).toBe("function");
});
