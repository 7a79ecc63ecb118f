/** What git tells of the repository that a command runs in. */
import { execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RepositoryCommit } from "../archive/story/range.ts";
import type { Repository } from "../archive/story/repository.ts";
import { UsageError } from "../system/usage-error.ts";

/** Oldest first. */
export function commitsOf(range: string): readonly RepositoryCommit[] {
  // It would be taken for an option of git.
  if (range.startsWith("-")) throw new UsageError(`--range: "${range}" is not a range such as main..HEAD.`);
  let printed: string;
  try {
    printed = git(["log", "--reverse", "--no-show-signature", "--format=%H%x09%at%x09%s", range, "--"]);
  } catch (error) {
    throw new UsageError(`--range: ${reason(error)}`);
  }
  return printed.split("\n").flatMap((each) => {
    const [sha, seconds, ...subject] = each.split("\t");
    return sha === undefined || sha === "" ? [] : [{ sha, time: Number(seconds) * 1000, subject: subject.join("\t") }];
  });
}

/** Nothing of what git cannot tell: then no session is known to be of it. */
export function repositoryHere(): Repository {
  const lines = (args: readonly string[], line: RegExp): readonly string[] => {
    try {
      return [...git(args).matchAll(line)].flatMap(([, found]) => found ?? []);
    } catch {
      return [];
    }
  };
  return {
    folders: [
      ...lines(["rev-parse", "--show-toplevel"], /^(.+)$/gm),
      ...lines(["worktree", "list", "--porcelain"], /^worktree (.+)$/gm),
    ],
    remotes: [...new Set(lines(["config", "--get-regexp", "^remote\\..*\\.(push)?url$"], /^\S+ (.+)$/gm))],
    topOf,
  };
}

/** A worktree and a submodule have a file `.git`, not a folder. */
function topOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

const git = (args: readonly string[]): string =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 64_000_000, stdio: ["ignore", "pipe", "pipe"] });

function reason(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "git is not installed here.";
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const line = said.split("\n").find((each) => each.trim() !== "") ?? "git could not read it";
  return `${line.replace(/^fatal: /, "").replace(/\.$/, "")}.`;
}
