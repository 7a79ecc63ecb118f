/** `annals init`: what it writes, and that it changes nothing that is there. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../src/cli/config.ts";
import { workflowText } from "../../src/cli/workflow.ts";
import { run } from "../support/run.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-init-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function repository(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(join(folder, "deep"), { recursive: true });
  execFileSync("git", ["init", "--quiet", "--initial-branch=trunk"], { cwd: folder });
  return folder;
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");
const workflow = ".github/workflows/annals.yml";

it("writes a configuration for this project alone and a workflow, and says what comes next", () => {
  const folder = repository("tides");
  const { code, stdout } = run(join(folder, "deep"), ["init"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/keep --redacted/);
  expect(stdout).toMatch(/GitHub Actions/);
  expect(readConfig(join(folder, "annals.config.json")).leaveOut.projects.only).toEqual(["tides"]);
  expect(JSON.parse(read(folder, "annals.config.json")).$schema).toMatch(/schema\/annals\.config\.schema\.json$/);
  expect(read(folder, workflow)).toContain('branches: ["trunk"]');
});

it("overwrites nothing, and says what is there", () => {
  const folder = repository("mine");
  mkdirSync(join(folder, ".github/workflows"), { recursive: true });
  writeFileSync(join(folder, workflow), "name: Mine\n");
  writeFileSync(join(folder, "annals.config.mjs"), "export default {};\n");
  const { code, stdout } = run(folder, ["init"]);
  expect(code).toBe(0);
  expect(stdout).toContain("annals.config.mjs is there already");
  expect(stdout).toContain("annals.yml is there already");
  expect(read(folder, workflow)).toBe("name: Mine\n");
  expect(existsSync(join(folder, "annals.config.json"))).toBe(false);
});

it("writes a module where told, in the form that the repository has", () => {
  const folder = repository("module");
  expect(run(folder, ["init", "--format", "js", "--quiet"])).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(read(folder, "annals.config.mjs")).toContain('only: [\n        "module"\n      ]');
  const esm = repository("esm");
  writeFileSync(join(esm, "package.json"), '{"type":"module"}');
  run(esm, ["init", "--format", "js"]);
  expect(existsSync(join(esm, "annals.config.js"))).toBe(true);
  const typed = repository("typed");
  run(typed, ["init", "--format", "ts"]);
  expect(read(typed, "annals.config.ts")).toContain("satisfies AnnalsConfig");
});

it("needs a repository, and knows three formats", () => {
  const folder = join(scratch, "none");
  mkdirSync(folder);
  expect(run(folder, ["init"])).toMatchObject({ code: 2, stderr: expect.stringContaining("git init") });
  expect(run(repository("odd"), ["init", "--format", "yaml"])).toMatchObject({ code: 2 });
});

it("names every action by a commit, with its version beside it", () => {
  const text = workflowText({ branch: "main", version: "1.2.3", config: "annals.config.json", copy: "sessions" });
  const uses = text.split("\n").filter((line) => /\buses:/.test(line));
  expect(uses).toHaveLength(5);
  for (const line of uses) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
