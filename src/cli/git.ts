/** Plain git, asked for one thing at a time. */
import { spawnSync } from "node:child_process";
import { UsageError } from "../system/usage-error.ts";

export interface GitOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
}

/** git said no; the message is its own first line. */
export class GitError extends Error {}

/** What is printed. */
export function git(args: readonly string[], options: GitOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync("git", args, {
    cwd: options.cwd,
    env: { ...environment(), ...options.env },
    ...(options.input === undefined ? {} : { input: options.input }),
    encoding: "utf8",
    maxBuffer: 1 << 30,
    // Passwords are asked for on the terminal itself.
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  if (error !== undefined && "code" in error && error.code === "ENOENT")
    throw new UsageError("git is not installed here.");
  if (error !== undefined) throw error;
  if (status !== 0) throw new GitError(reasonIn(stderr));
  return stdout;
}

/** `undefined` where git says no. */
export function tryGit(args: readonly string[], options: GitOptions = {}): string | undefined {
  try {
    return git(args, options);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** Of a hook that started us: they would lead every command to another place. */
const ofHooks =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|PREFIX|NAMESPACE|QUARANTINE_PATH)$/;

function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name, value]) => value !== undefined && !ofHooks.test(name));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    LC_ALL: "C",
    // Without a terminal nobody can answer: better an error than a wait without end.
    ...(process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: "0" }),
  };
}

/** Hints and progress around it say less. */
function reasonIn(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const line = lines.find((each) => /^(?:fatal|error|remote: error| ! )/.test(each)) ?? lines[0] ?? "git failed";
  return line.replace(/^(?:fatal|error): /, "").replace(/\.$/, "");
}

/** The folder of the repository that we are in. */
export function repositoryFolder(): string {
  try {
    return git(["rev-parse", "--show-toplevel"]).trim();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new UsageError(
      /not a git repository/.test(error.message)
        ? "This folder is in no git repository; run git init first, or go to one."
        : `git cannot use this repository: ${error.message}.`,
    );
  }
}
