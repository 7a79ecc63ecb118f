/** Makes the command once, as it is published, and with it the sample: what tests start need not be compiled each time. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "annals-test-"));
  const site = join(folder, "site");
  // No logs of a person are ever read.
  process.env.HOME = join(folder, "home");
  process.env.CLAUDE_CONFIG_DIR = join(folder, "claude");
  process.env.XDG_CACHE_HOME = join(folder, "cache");
  process.env.XDG_DATA_HOME = join(folder, "data");
  process.env.TZ = "UTC";
  // For what tests unpack and do not remove themselves.
  process.env.ANNALS_TEST_FOLDER = folder;
  const node = (...args: readonly string[]): void => {
    execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  };
  const made = join(folder, "package");
  node("scripts/make-package.js", join(made, "dist"));
  for (const name of ["package.json", "bin/annals.js"]) cpSync(name, join(made, name));
  symlinkSync(resolve("node_modules"), join(made, "node_modules"), "dir");
  const command = join(made, "bin/annals.js");
  node(command, "build", "fixtures/sample/projects", "-o", site, "--quiet", "--title", "Sample archive");
  project.provide("command", command);
  project.provide("sampleSite", site);
  return () => rmSync(folder, { recursive: true, force: true });
}
