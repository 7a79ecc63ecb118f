/** What happens before the command: which Node it is, how that is set up, and whether all of the package is there. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import annals, { type EleventyConfig } from "../../src/plugin/index.ts";
import { run } from "../support/run.ts";

let scratch = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-launcher-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const launcher = join(process.cwd(), "bin/annals.js");
const sample = join(process.cwd(), "fixtures/sample/projects");

function start(node: readonly string[], file: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, file, ...args], {
    cwd: scratch,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("no command lets the engine say anything", () => {
  // The engine writes by itself what it thinks of a setting that it does not know: `Error: unrecognized flag …`.
  it.each([
    [["--version"]],
    [["--help"]],
    [["stats", sample]],
    [["inspect", sample, "--json"]],
    [["build", sample, "-o", "quiet", "--quiet", "--no-search"]],
  ])("%j", (args) => {
    const { code, stderr } = run(scratch, args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("threads neither", () => {
    const args = ["build", sample, "-o", "threads", "--quiet", "--no-search", "--threads", "2"];
    expect(run(scratch, args)).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});

describe("a Node that is too old gets one sentence", () => {
  const pretend = (version: string): readonly string[] => [
    "--import",
    `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`,
  ];

  it.each(["18.20.8", "20.11.1", "16.0.0", "8.17.0"])("%s, and exit code 2", (version) => {
    expect(start(pretend(version), launcher, "--version")).toEqual({
      status: 2,
      stdout: "",
      stderr: `annals: this needs Node 20.12 or newer, and was started with Node ${version}.\n`,
    });
  });

  it.each(["20.12.0", "20.100.0", "22.0.0", "100.0.0"])("%s is not too old", (version) => {
    expect(start(pretend(version), launcher, "--version")).toMatchObject({ status: 0, stderr: "" });
  });

  it("from the plugin too", () => {
    const real = process.versions;
    Object.defineProperty(process, "versions", { value: { ...real, node: "18.20.8" } });
    try {
      expect(() => annals({} as EleventyConfig, { sources: [sample] })).toThrow(
        "annals needs Node 20.12 or newer, and runs in Node 18.20.8.",
      );
    } finally {
      Object.defineProperty(process, "versions", { value: real });
    }
  });
});

it("a package without what is compiled says what is missing and what to do", () => {
  const made = join(scratch, "incomplete");
  mkdirSync(join(made, "src"), { recursive: true });
  for (const name of ["package.json", "bin/annals.js"]) cpSync(join(process.cwd(), name), join(made, name));
  const { status, stdout, stderr } = start([], join(made, "bin/annals.js"), "--version");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/dist.src.cli.main\.js is missing; install again with scripts allowed/);
});
