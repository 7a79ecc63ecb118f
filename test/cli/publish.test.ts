/** `annals publish` against a real remote: what is pushed, what is kept, and what of the repository is not touched. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sizeProblem } from "../../src/cli/publish.ts";
import { run } from "../support/run.ts";
import { githubToken } from "../support/secrets.ts";
import { log, put } from "./in-process.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-publish-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folder: string;
let tests = 0;

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", args, { cwd, encoding: "utf8", env: environment(), stdio: ["ignore", "pipe", "pipe"] }).trim();
const environment = () => ({
  PATH: process.env.PATH ?? "",
  HOME: join(folder, "home"),
  GIT_CONFIG_NOSYSTEM: "1",
});
const remote = (): string => join(folder, "remote.git");
const work = (): string => join(folder, "work");
const publish = (...args: readonly string[]) =>
  run(work(), ["publish", "../projects", "--no-keep", "--no-search", ...args], environment());
const tree = (branch = "gh-pages"): readonly string[] =>
  git(remote(), "ls-tree", "-r", "--name-only", branch).split("\n");

beforeEach(() => {
  folder = join(scratch, String(++tests));
  mkdirSync(join(folder, "home"), { recursive: true });
  mkdirSync(work());
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", "remote.git");
  git(work(), "init", "--quiet", "--initial-branch=main");
  git(work(), "config", "user.name", "Ines");
  git(work(), "config", "user.email", "ines@tides.example");
  git(work(), "remote", "add", "origin", "../remote.git");
  writeFileSync(join(work(), "app.txt"), "one\r\n");
  git(work(), "add", "app.txt");
  git(work(), "commit", "--quiet", "-m", "First");
  git(work(), "push", "--quiet", "origin", "main");
  const time = "2026-01-01T10:00:00Z";
  log(join(folder, "projects"), 1, "/home/ines/tides", [
    { time, prompt: `Push with ${githubToken}` },
    { time, output: 5 },
  ]);
  log(join(folder, "projects"), 2, "/home/ines/ledger", [
    { time, prompt: "Sum it up" },
    { time, output: 5 },
  ]);
});

/** All that git knows of the repository, but for what is on the remote. */
function state(): unknown {
  const files = readdirSync(join(work(), ".git"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return files.map((path) => [path, statSync(path).mtimeMs, readFileSync(path, "base64")]);
}

describe("annals publish", () => {
  it("asks: without a terminal it says so, builds nothing and exits with 2", () => {
    const { code, stderr } = publish();
    expect(code).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("--yes");
    expect(git(remote(), "branch", "--list")).not.toContain("gh-pages");
  });

  it("shows what becomes public, and pushes it as one commit that replaces the one before", () => {
    const first = publish("--yes");
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/2 sessions of 2 projects: ledger, tides|2 sessions of 2 projects: tides, ledger/);
    expect(first.stdout).toMatch(/redacted: .*github-token/);
    expect(first.stdout).not.toContain(githubToken);
    expect(tree()).toEqual(expect.arrayContaining(["index.html", ".nojekyll", "404.html"]));
    const second = publish("--yes", "--project", "tides");
    expect(second.stdout).toMatch(/left out: 1 session/);
    expect(second.stdout).toMatch(/withdrawn: 1 session/);
    expect(second.stdout).toMatch(/can be asked for by its number until the remote collects garbage/);
    expect(second.stdout).toMatch(/purge/);
    expect(git(remote(), "rev-list", "--count", "gh-pages")).toBe("1");
    expect(tree().filter((path) => /^sessions\/[^/]+\/index\.html$/.test(path))).toHaveLength(1);
    expect(publish("--yes", "--project", "tides").stdout).toContain("nothing was pushed");
    expect(git(remote(), "grep", "-c", "", "gh-pages", "--", "index.html")).toContain("index.html");
    expect(() => git(remote(), "grep", githubToken, "gh-pages")).toThrow();
  });

  it("touches neither work tree, index, branches nor objects, and runs no hook, filter or signature of the person", () => {
    const { hooks, marks } = { hooks: join(work(), ".git/hooks"), marks: join(folder, "ran") };
    mkdirSync(hooks, { recursive: true });
    for (const name of ["pre-push", "pre-commit", "commit-msg", "reference-transaction", "post-commit"])
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch "${marks}"\nexit 1\n`, { mode: 0o755 });
    for (const [name, value] of [
      ["commit.gpgsign", "true"],
      ["user.signingkey", "none"],
      ["core.autocrlf", "true"],
      ["core.excludesFile", join(folder, "ignored")],
      ["push.gpgSign", "true"],
      ["filter.shout.clean", `touch "${marks}"; cat`],
      ["core.attributesFile", join(folder, "attributes")],
    ] as const)
      git(work(), "config", name, value);
    writeFileSync(join(folder, "ignored"), "*.html\n");
    writeFileSync(join(folder, "attributes"), "* filter=shout\n");
    writeFileSync(join(work(), "app.txt"), "changed\n");
    writeFileSync(join(work(), "new.txt"), "new\n");
    const before = state();
    // As from a hook of another repository.
    const odd = { GIT_DIR: join(folder, "elsewhere"), GIT_INDEX_FILE: join(folder, "elsewhere/index") };
    const ran = run(work(), ["publish", "../projects", "--no-keep", "--no-search", "--yes"], {
      ...environment(),
      ...odd,
    });
    expect(ran).toMatchObject({ code: 0 });
    expect(state()).toEqual(before);
    expect(existsSync(marks)).toBe(false);
    expect(readFileSync(join(work(), "app.txt"), "utf8")).toBe("changed\n");
    expect(tree()).toContain("index.html");
  });

  it("keeps files of the branch that are not ours, and refuses to replace a site that annals did not make", () => {
    git(work(), "checkout", "--quiet", "--orphan", "gh-pages");
    git(work(), "rm", "--quiet", "-rf", ".");
    put(join(work(), "CNAME"), "log.tides.example\n");
    git(work(), "add", "CNAME");
    git(work(), "commit", "--quiet", "-m", "Name");
    git(work(), "push", "--quiet", "origin", "gh-pages");
    git(work(), "checkout", "--quiet", "main");
    expect(publish("--yes").code).toBe(0);
    expect(publish("--yes", "--project", "tides").code).toBe(0);
    expect(git(remote(), "show", "gh-pages:CNAME")).toBe("log.tides.example");
    git(work(), "checkout", "--quiet", "-b", "docs");
    put(join(work(), "index.html"), "<h1>Manual</h1>\n");
    git(work(), "add", "index.html");
    git(work(), "commit", "--quiet", "-m", "Manual");
    git(work(), "push", "--quiet", "origin", "docs");
    git(work(), "checkout", "--quiet", "main");
    const refused = publish("--yes", "--branch", "docs");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("index.html") });
    expect(git(remote(), "show", "docs:index.html")).toContain("Manual");
  });

  it("publishes to no branch that people work on, and says what is missing", () => {
    expect(publish("--yes", "--branch", "main")).toMatchObject({ code: 2, stderr: expect.stringContaining("main") });
    git(work(), "checkout", "--quiet", "-b", "side");
    expect(publish("--yes", "--branch", "main")).toMatchObject({ code: 2 });
    expect(publish("--yes", "--branch", "a b")).toMatchObject({ code: 2 });
    expect(publish("--yes", "--to", "x", "--branch", "y")).toMatchObject({ code: 2 });
    git(work(), "remote", "remove", "origin");
    expect(publish("--yes")).toMatchObject({ code: 2, stderr: expect.stringContaining("no remote") });
    expect(publish("--yes", "--remote", "../nowhere.git")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("nowhere"),
    });
    const outside = run(folder, ["publish", "projects", "--yes"], environment());
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("git init") });
  });

  it("applies what the configuration says of the public", () => {
    put(join(work(), "annals.config.json"), JSON.stringify({ public: { projects: { only: ["tides"] } } }));
    expect(publish("--yes").stdout).toMatch(/1 session of 1 project: tides/);
    expect(tree().filter((path) => path.startsWith("projects/"))).toEqual(["projects/tides/index.html"]);
  });

  it("takes only sessions of this repository where nobody named others", () => {
    const home = { ...environment(), CLAUDE_CONFIG_DIR: folder };
    const own = (...args: readonly string[]) => run(work(), [...args], home);
    const none = own("publish", "--yes", "--no-search", "--no-keep");
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no project "work"') });
    const repository = join(folder, "tides");
    git(folder, "clone", "--quiet", "remote.git", "tides");
    const ran = run(repository, ["publish", "--yes", "--no-search", "--no-keep"], home);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("1 session of 1 project: tides") });
    const kept = run(repository, ["keep", "--redacted"], home);
    expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining("1 session of tides") });
  });

  it("writes a folder instead, where told", () => {
    put(join(folder, "site", "CNAME"), "log.tides.example\n");
    expect(publish("--yes", "--to", "../site")).toMatchObject({ code: 0 });
    expect(publish("--yes", "--to", "../site", "--project", "tides").code).toBe(0);
    expect(existsSync(join(folder, "site", "index.html"))).toBe(true);
    expect(readFileSync(join(folder, "site", "CNAME"), "utf8")).toContain("tides");
    expect(readdirSync(join(folder, "site", "sessions"))).toHaveLength(1);
    put(join(folder, "mine", "notes.txt"), "mine");
    expect(publish("--yes", "--to", "../mine")).toMatchObject({ code: 2, stderr: expect.stringContaining("--to") });
    expect(git(remote(), "branch", "--list")).not.toContain("gh-pages");
  });

  it("knows what GitHub would not take", () => {
    const file = (path: string, size: number) => ({ path, size });
    expect(sizeProblem([file("a", 99_000_000), file("b", 99_000_000)])).toBeUndefined();
    expect(sizeProblem([file("text/long.txt", 101_000_000)])).toMatch(/text\/long\.txt.*100 MB/);
    expect(sizeProblem(Array.from({ length: 11 }, (_, at) => file(String(at), 95_000_000)))).toMatch(/1 GB/);
  });

  it("says so where the remote refuses", () => {
    expect(publish("--yes").code).toBe(0);
    const hook = join(remote(), "hooks", "pre-receive");
    writeFileSync(hook, "#!/bin/sh\necho 'branch is protected' >&2\nexit 1\n", { mode: 0o755 });
    const refused = publish("--yes", "--project", "tides");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("was not changed") });
  });
});
