/** `annals keep --install` and `--uninstall`: Claude Code's own settings, changed as little as can be. */
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { packageFile } from "../package.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { hookIn, withHook, withoutHook } from "./hook-text.ts";
import { write } from "./terminal.ts";

/** Of the first folder that Claude Code is told to use, else of the usual one. */
export function settingsFile(): string {
  const configured = process.env.CLAUDE_CONFIG_DIR?.split(",")[0]?.trim() ?? "";
  return join(configured === "" ? join(homedir(), ".claude") : resolve(configured), "settings.json");
}

export async function changeHook(what: "install" | "uninstall", options: Arguments): Promise<number> {
  const path = settingsFile();
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const installed = readHook(before, path);
  const command = keepCommand(options);
  if (what === "uninstall") {
    if (installed === undefined) {
      await write(`There is no hook of annals in "${path}"; nothing was changed.\n`);
      return 0;
    }
    await change(path, before, withoutHook(before));
    return 0;
  }
  // One of an earlier version, or of another place, is replaced.
  const clean = installed === undefined ? before : withoutHook(before);
  const after = withHook(clean, command);
  if (after === undefined)
    throw new UsageError(`"hooks" in "${path}" is not as Claude Code knows it; the file was left alone.`);
  if (after === before) await write(`The hook is in "${path}" already; nothing was changed.\n`);
  else await change(path, before, after);
  await write(`\nWho prefers a clock to a hook:\n${byClock(command)}`);
  return 0;
}

function readHook(text: string, path: string): string | undefined {
  try {
    return hookIn(text);
  } catch {
    throw new UsageError(`"${path}" is not valid JSON; it was left alone. Mend it, and run this again.`);
  }
}

/** Shows what changes, and writes it: whole or not at all, through a link, with the mode that the file has. */
async function change(path: string, before: string, after: string): Promise<void> {
  await write(`${path}\n${difference(before, after)}`);
  const target = existsSync(path) ? realpathSync(path) : path;
  mkdirSync(dirname(target), { recursive: true });
  const aside = `${target}.annals-${process.pid}`;
  writeFileSync(aside, after, { mode: existsSync(target) ? statSync(target).mode & 0o777 : 0o600 });
  renameSync(aside, target);
}

/** The lines that are only in one of them; what they begin and end with alike is left out. */
function difference(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => (text === "" ? [] : text.split("\n")));
  if (old === undefined || now === undefined) return "";
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const lines = (all: readonly string[], sign: string): readonly string[] =>
    all.slice(start, all.length - end).map((line) => `${sign} ${line}\n`);
  return [...lines(old, "-"), ...lines(now, "+")].join("");
}

/** How a shell starts this very program. One that npx fetched may be gone tomorrow. */
export function keepCommand({ store }: Pick<Arguments, "store">): string {
  const program = programFile();
  const start = /[\\/]_npx[\\/]/.test(program) ? "npx --yes annals" : `${quoted(process.execPath)} ${quoted(program)}`;
  return `${start} keep --quiet${store === undefined ? "" : ` --store ${quoted(resolve(store))}`}`;
}

/** In a package this code lies in a folder of its own. */
export function programFile(): string {
  const here = packageFile("bin/annals.js");
  return existsSync(here) ? here : packageFile("../bin/annals.js");
}

const quoted = (text: string): string => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function byClock(command: string): string {
  const words = command.split(" ").map((word) => `<string>${word.replace(/^'|'$/g, "")}</string>`);
  return [
    `  cron     17 * * * * ${command}`,
    `  systemd  systemd-run --user --on-calendar=hourly --unit=annals-keep ${command}`,
    `  launchd  <key>ProgramArguments</key><array>${words.join("")}</array><key>StartInterval</key><integer>3600</integer>`,
    "           in ~/Library/LaunchAgents/annals.keep.plist",
    "",
  ].join("\n");
}
