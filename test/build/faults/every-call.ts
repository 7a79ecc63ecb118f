/**
 * Builds again and again in one process, and fails the Nth thing that it does to the disk, for each N, as SQLite is
 * tested: the build must say so, and the site that was there must stay. Prints one JSON object.
 * With a log that comes and goes, only what changed is made; the rest is taken over from the site that stands there.
 */
import "./hook-many.ts";
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { main } from "../../../src/cli/main.ts";
import { fail, failed } from "./hook-many.ts";
import { contents } from "./support.ts";

const [source = "", folder = "", limit = "0", step = "1", log] = process.argv.slice(2);
const site = join(folder, "site");
const cache = join(dirname(folder), "kept");
// Without a cache: where nothing changed, a build would do nothing that could fail.
const cached = log === undefined ? ["--no-cache"] : ["--cache", cache];
const args = ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-search", "--no-keep", ...cached];
const state = (): string => JSON.stringify([...contents(site)]);
process.stderr.write = () => true;

/** The log goes, or comes back. */
function turn(): void {
  if (log === undefined) return;
  const [from, to] = existsSync(log) ? [log, `${log}.away`] : [`${log}.away`, log];
  renameSync(from, to);
}

async function good(): Promise<string> {
  if ((await main(args)) !== 0) throw new Error("A build without a fault did not work.");
  return state();
}

/** A file that was taken over is the same file. */
function pageInodes(): readonly number[] {
  const sessions = join(site, "sessions");
  return readdirSync(sessions).map((key) => statSync(join(sessions, key, "index.html")).ino);
}

const wrong: string[] = [];
await good();
let tried = 0;
let partial = 0;
for (let call = 1; ; call += Number(step)) {
  turn();
  const wanted = await good();
  turn();
  const inodes = pageInodes();
  // Where no log goes, the site before and the one that is wanted are the same.
  const before = log === undefined ? wanted : await good();
  turn();
  if (pageInodes().some((inode) => inodes.includes(inode))) partial++;
  const code = ["ENOSPC", "EIO", "EROFS", "EACCES"][call % 4] ?? "EIO";
  fail(folder, call, code);
  const exit = await main(args).catch(() => "thrown");
  const hit = failed();
  fail("", Number.POSITIVE_INFINITY, "");
  if (hit === undefined) break;
  tried++;
  const now = state();
  // While things are cleared away afterwards the new site is in place already. And what cannot be linked is copied.
  const isPublished = now === wanted && /\.(?:gone|old|lock)|^link /.test(hit);
  if (exit === 0 && !isPublished) wrong.push(`call ${call} (${hit}): exit 0`);
  if (now !== before && !isPublished) wrong.push(`call ${call} (${hit}): the site is another`);
  if (Number(limit) > 0 && tried >= Number(limit)) break;
}
// The last whole build clears away what the failed ones left.
await good();
const left = readdirSync(folder).filter((name) => name !== "site" && !name.endsWith(".js"));
if (left.length > 0) wrong.push(`left: ${left.join(" ")}`);
if (!existsSync(join(site, "index.html")) || readFileSync(join(site, "index.html")).length === 0) wrong.push("no site");
process.stdout.write(`${JSON.stringify({ tried, partial, wrong })}\n`);
process.exit(0);
