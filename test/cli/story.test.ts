/** `annals story`: how commits of a repository came about. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../support/run.ts";

const sample = join(process.cwd(), "fixtures/sample/projects");
let repository = "";
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), "annals-story-"));
  const git = (args: readonly string[], date = "2026-02-10T10:21:30Z") =>
    execFileSync("git", args, {
      cwd: repository,
      stdio: "ignore",
      env: {
        PATH: process.env.PATH ?? "",
        HOME: repository,
        GIT_CONFIG_NOSYSTEM: "1",
        ...{ GIT_AUTHOR_NAME: "T", GIT_AUTHOR_EMAIL: "t@example.org", GIT_AUTHOR_DATE: date },
        ...{ GIT_COMMITTER_NAME: "T", GIT_COMMITTER_EMAIL: "t@example.org", GIT_COMMITTER_DATE: date },
      },
    });
  git(["init", "-q"]);
  for (const [at, subject] of ["Start", "Name weeks by the year of the week", "By hand"].entries()) {
    writeFileSync(join(repository, "a"), String(at));
    git(["add", "a"]);
    git(["commit", "-q", "-m", subject]);
  }
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

describe("a range", () => {
  it("gives prompts, plan, decisions, files and commits, linked where the archive is published", () => {
    const { code, stdout } = run(repository, [
      "story",
      sample,
      "--project",
      "tidemark",
      "--range",
      "HEAD~2..HEAD",
      "--url",
      "https://example.org/log/",
    ]);
    expect(code).toBe(0);
    for (const heading of ["## Plan", "## Files", "## Commits", "## Not in these logs"])
      expect(stdout).toContain(heading);
    expect(stdout).toContain("uncertain: found by message and time");
    expect(stdout).toMatch(/\*\*Page URLs, Kiosk start page\*\*/);
    expect(stdout).toContain("](https://example.org/log/sessions/228b4ba3-e4d9-4309-a08d-07cc0ee94989/#s-");
    expect(stdout).toContain("By hand");
    expect(stdout).toContain("2 commits, 1 of them made in 1 session.");
  });

  it("says in words how many of the commits the logs have", () => {
    const head = (range: string) =>
      run(repository, ["story", sample, "--project", "tidemark", "--range", range]).stdout;
    expect(head("HEAD~1..HEAD")).toContain("1 commit, not in these logs.");
    expect(head("HEAD~2..HEAD~1")).toContain("1 commit, made in 1 session.");
  });

  it("without an address nothing is linked", () => {
    const { stdout } = run(repository, ["story", sample, "--range", "HEAD~2..HEAD"]);
    expect(stdout).not.toContain("](");
  });
});

describe("a commit of another project with the same message at the same time", () => {
  it("is not it, until somebody names the project", () => {
    const { stdout, stderr } = run(repository, ["story", sample, "--range", "HEAD~2..HEAD~1"]);
    expect(stdout).toContain("1 commit, not in these logs.");
    expect(stdout).not.toContain("Prompt");
    expect(stderr).toContain("--project NAME");
  });

  it("is it where the project's folder is the repository's, also from below it; and its prompt does not begin it", () => {
    const logs = mkdtempSync(join(tmpdir(), "annals-logs-"));
    cpSync(sample, logs, { recursive: true });
    mkdirSync(join(repository, "below"), { recursive: true });
    const here = realpathSync(repository);
    for (const name of readdirSync(logs, { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith("l"))) {
      const path = join(logs, name);
      if (!statSync(path).isFile()) continue;
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("/home/ines/code/tidemark", here));
    }
    const { stdout, stderr } = run(join(repository, "below"), ["story", logs, "--range", "HEAD~2..HEAD~1"]);
    rmSync(logs, { recursive: true, force: true });
    expect(stderr).not.toContain("--project");
    expect(stdout).toContain("uncertain: found by message and time");
    expect(stdout).toContain("1 commit, made in 1 session.");
    expect(stdout).not.toContain("The prompt that began it");
  });
});

describe("wrong usage gets one sentence and exit code 2", () => {
  it.each([
    ["no range", [], /needs --range/],
    ["a range that git does not know", ["--range", "nope..HEAD"], /--range: bad revision/],
    ["an option of git", ["--range=--output=x"], /is not a range/],
    ["an empty range", ["--range", "HEAD..HEAD"], /no commit in HEAD\.\.HEAD/],
    ["an address that is none", ["--range", "HEAD", "--url", "ftp://x"], /is not an address/],
  ] as const)("%s", (_, args, words) => {
    const { code, stdout, stderr } = run(repository, ["story", sample, ...args]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(words);
  });

  it("a folder that is no repository", () => {
    const folder = mkdtempSync(join(tmpdir(), "annals-story-"));
    const { code, stderr } = run(folder, ["story", sample, "--range", "HEAD"], { GIT_CEILING_DIRECTORIES: tmpdir() });
    rmSync(folder, { recursive: true, force: true });
    expect(code).toBe(2);
    expect(stderr).toMatch(/not a git repository/);
  });
});
