/** Where the store lies: in the user's own data folder. It holds what the logs hold, secrets too. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

export function storeFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return join(base(environment), "annals", "store");
}

function base({ XDG_DATA_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  if (XDG_DATA_HOME !== undefined && XDG_DATA_HOME !== "") return resolve(XDG_DATA_HOME);
  if (process.platform === "win32" && LOCALAPPDATA !== undefined) return LOCALAPPDATA;
  return process.platform === "darwin"
    ? join(homedir(), "Library", "Application Support")
    : join(homedir(), ".local", "share");
}

/** The repository that a folder lies in, if any. A home that is one, for its settings, is not meant. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (at !== homedir() && existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}
