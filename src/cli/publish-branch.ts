/**
 * Pushes a folder to a branch, from a repository of its own that is thrown away: the person's work tree, index, branches
 * and objects are not touched, and none of their hooks and filters run. Only their configuration is read: where the
 * remote is, and who may write there.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { filesIn } from "../build/output/files.ts";
import { marker } from "../build/output/own-files.ts";
import { UsageError } from "../system/usage-error.ts";
import { GitError, type GitOptions, git, repositoryFolder, tryGit } from "./git.ts";

export interface PublishedBranch {
  readonly remote: string;
  readonly branch: string;
  /** Where the remote is, without a password. */
  readonly address: string;
  /** The commit that is there now. */
  readonly tip?: string;
  /** What it holds. */
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly marker?: string;
  /** Returns the new commit; `undefined` where the branch holds just that already. */
  readonly push: (folder: string, isOurs: (path: string) => boolean, message: string) => string | undefined;
  readonly close: () => void;
}

interface TreeFile {
  readonly mode: string;
  readonly hash: string;
}

export function openBranch(wanted: { readonly remote?: string; readonly branch?: string }): PublishedBranch {
  const top = repositoryFolder();
  const remote = wanted.remote ?? usualRemote(top);
  const branch = wanted.branch ?? "gh-pages";
  if (remote.startsWith("-") || tryGit(["check-ref-format", "--branch", branch]) === undefined)
    throw new UsageError(`--branch: "${branch}" is not the name of a branch.`);
  if (tryGit(["symbolic-ref", "--short", "HEAD"], { cwd: top })?.trim() === branch)
    throw new UsageError(
      `"${branch}" is the branch that you work on, and its files would be replaced; name another with --branch.`,
    );
  const folder = mkdtempSync(join(tmpdir(), "annals-publish-"));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const run = runIn(folder, top);
    const tip = tipOf(run, remote, branch);
    if (tip !== undefined) run(["fetch", "--quiet", "--no-tags", "--depth=1", remote, `refs/heads/${branch}`]);
    const files = tip === undefined ? new Map<string, TreeFile>() : treeOf(run, tip);
    const known = files.get(marker);
    return {
      remote,
      branch,
      address: (tryGit(["remote", "get-url", "--push", remote], { cwd: top })?.trim() ?? remote).replace(
        /\/\/[^@/]*@/,
        "//",
      ),
      ...(tip === undefined ? {} : { tip }),
      files,
      ...(known === undefined ? {} : { marker: run(["cat-file", "blob", known.hash]) }),
      push: (site, isOurs, message) => {
        const kept = [...files].filter(([path]) => !isOurs(path));
        const tree = treeFor(run, site, kept);
        if (tip !== undefined && run(["rev-parse", `${tip}^{tree}`]).trim() === tree) return undefined;
        const commit = run(["commit-tree", tree, "-m", message], { env: identity(top) }).trim();
        pushCommit(run, { remote, branch, commit, tip });
        return commit;
      },
      close,
    };
  } catch (error) {
    close();
    if (error instanceof GitError) throw new Error(`git cannot reach "${remote}": ${error.message}.`);
    throw error;
  }
}

type Run = (args: readonly string[], options?: GitOptions) => string;

/** Over the person's own configuration: none of it may change bytes, run something or ask for a key. */
const ours = Object.entries({
  "core.bare": "true",
  "core.hooksPath": "/dev/null",
  "core.autocrlf": "false",
  "core.fsmonitor": "false",
  "commit.gpgSign": "false",
  "push.gpgSign": "false",
  "push.followTags": "false",
  "push.recurseSubmodules": "no",
  "fetch.recurseSubmodules": "no",
  "gc.auto": "0",
  "maintenance.auto": "false",
}).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

function runIn(folder: string, top: string): Run {
  const format = tryGit(["rev-parse", "--show-object-format"], { cwd: top })?.trim() ?? "sha1";
  const repository = join(folder, "git");
  git(["init", "--quiet", "--bare", "--template=", `--object-format=${format}`, repository], { cwd: top });
  const config = resolve(top, git(["rev-parse", "--git-path", "config"], { cwd: top }).trim());
  const start = ["-c", `include.path=${config}`, ...ours, `--git-dir=${repository}`];
  return (args, options = {}) =>
    git([...start, ...args], {
      cwd: top,
      ...options,
      env: { GIT_INDEX_FILE: join(folder, "index"), ...options.env },
    });
}

function usualRemote(top: string): string {
  const remotes = git(["remote"], { cwd: top }).split("\n").filter(Boolean);
  const own = tryGit(["config", "--get", "remote.pushDefault"], { cwd: top })?.trim();
  const found = [own, "origin", remotes.length === 1 ? remotes[0] : undefined].find(
    (name) => name !== undefined && remotes.includes(name),
  );
  if (found === undefined)
    throw new UsageError(
      remotes.length === 0
        ? "This repository has no remote; add one with git remote add, or name one with --remote."
        : `This repository has several remotes (${remotes.join(", ")}); name one with --remote.`,
    );
  return found;
}

/** A branch that people work on would lose their files. */
function tipOf(run: Run, remote: string, branch: string): string | undefined {
  const listed = run(["ls-remote", "--symref", remote, "HEAD", `refs/heads/${branch}`]).split("\n");
  const main = /^ref: refs\/heads\/(.+)\tHEAD$/.exec(listed.find((line) => line.startsWith("ref: ")) ?? "")?.[1];
  const tip = listed.find((line) => line.endsWith(`\trefs/heads/${branch}`))?.split("\t")[0];
  // An empty repository names a first branch that is not there yet: whatever comes first becomes that.
  if (branch === main && tip !== undefined)
    throw new UsageError(
      `"${branch}" is the main branch of ${remote}, and its files would be replaced; name another with --branch.`,
    );
  return tip;
}

function treeOf(run: Run, commit: string): ReadonlyMap<string, TreeFile> {
  const files = new Map<string, TreeFile>();
  for (const line of run(["ls-tree", "-r", "-z", "--full-tree", commit]).split("\0")) {
    const [, mode, hash, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    if (mode !== undefined && hash !== undefined && path !== undefined) files.set(path, { mode, hash });
  }
  return files;
}

/** By the bytes alone: neither attributes nor ignored names count. */
function treeFor(run: Run, site: string, kept: readonly (readonly [path: string, file: TreeFile])[]): string {
  const paths = filesIn(site, "").map(([path]) => path);
  const odd = paths.find((path) => path.includes("\n"));
  if (odd !== undefined) throw new Error(`"${odd}" cannot be published: there is a line end in its name.`);
  const hashes = run(["hash-object", "-w", "--no-filters", "--stdin-paths"], {
    input: paths.map((path) => `${join(site, path)}\n`).join(""),
  }).split("\n");
  const rows = [
    ...kept.map(([path, { mode, hash }]) => `${mode} ${hash}\t${path}\0`),
    ...paths.map((path, at) => `100644 ${hashes[at]}\t${path}\0`),
  ];
  run(["read-tree", "--empty"]);
  run(["update-index", "-z", "--index-info"], { input: rows.join("") });
  return run(["write-tree"]).trim();
}

/** Who has told git no name still publishes, without one. */
function identity(top: string): Record<string, string> {
  const isKnown = (who: string): boolean => tryGit(["var", `GIT_${who}_IDENT`], { cwd: top }) !== undefined;
  if (isKnown("AUTHOR") && isKnown("COMMITTER")) return {};
  const [name, email] = ["annals", "annals@localhost"];
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}

interface Pushed {
  readonly remote: string;
  readonly branch: string;
  readonly commit: string;
  readonly tip: string | undefined;
}

/** The one commit takes the place of the one before: nobody else's that came meanwhile. */
function pushCommit(run: Run, { remote, branch, commit, tip }: Pushed): void {
  const lease = `--force-with-lease=refs/heads/${branch}:${tip ?? ""}`;
  try {
    run(["push", "--quiet", "--no-verify", lease, remote, `${commit}:refs/heads/${branch}`]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new Error(
      /stale info|rejected/.test(error.message)
        ? `The branch "${branch}" of ${remote} was not changed: somebody else pushed meanwhile, or it is protected (${error.message}).`
        : `The branch "${branch}" of ${remote} was not changed: ${error.message}.`,
    );
  }
}

/** The marker of a folder that was published before, if any. */
export function markerIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, marker), "utf8");
  } catch {
    return undefined;
  }
}
