/**
 * Where the cache of a site lies: in the user's own cache folder, never in or beside the site. It holds what the logs
 * hold, secrets too, and a site is published.
 */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { digest } from "../../system/checked-file.ts";

export function cacheFolder(output: string, environment: NodeJS.ProcessEnv = process.env): string {
  return join(cacheRoot(environment), digest(resolve(output)).slice(0, 16));
}

/** The folder of all of them. */
export function cacheRoot(environment: NodeJS.ProcessEnv = process.env): string {
  return join(base(environment), "annals");
}

function base({ XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  if (XDG_CACHE_HOME !== undefined && XDG_CACHE_HOME !== "") return resolve(XDG_CACHE_HOME);
  if (process.platform === "win32" && LOCALAPPDATA !== undefined) return LOCALAPPDATA;
  return process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache");
}
