/** Builds the sample once, with the very command that users run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "annals-test-"));
  const site = join(folder, "site");
  // No logs of a person are ever read.
  process.env.HOME = join(folder, "home");
  process.env.CLAUDE_CONFIG_DIR = join(folder, "claude");
  process.env.XDG_CACHE_HOME = join(folder, "cache");
  process.env.TZ = "UTC";
  execFileSync(
    process.execPath,
    ["bin/annals.js", "build", "fixtures/sample/projects", "-o", site, "--quiet", "--title", "Sample archive"],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  project.provide("sampleSite", site);
  return () => rmSync(folder, { recursive: true, force: true });
}
