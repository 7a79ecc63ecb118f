/**
 * Builds again and again in one process, and fails the Nth thing that it does to the disk, for each N, as SQLite is
 * tested: the build must say so, and the site that was there must stay. Prints one JSON object.
 */
import "./hook-many.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "../../src/command/main.ts";
import { fail, failed } from "./hook-many.ts";
import { contents } from "./support.ts";

const [source = "", folder = "", limit = "0", step = "1"] = process.argv.slice(2);
const site = join(folder, "site");
// Without a cache: where nothing changed, a build would do nothing that could fail.
const args = ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-search", "--no-cache"];
process.stderr.write = () => true;

const wrong: string[] = [];
if ((await main(args)) !== 0) throw new Error("The first build did not work.");
const before = JSON.stringify([...contents(site)]);
let tried = 0;
for (let call = 1; ; call += Number(step)) {
  const code = ["ENOSPC", "EIO", "EROFS", "EACCES"][call % 4] ?? "EIO";
  fail(folder, call, code);
  const exit = await main(args).catch(() => "thrown");
  const hit = failed();
  fail("", Number.POSITIVE_INFINITY, "");
  if (hit === undefined) break;
  tried++;
  if (JSON.stringify([...contents(site)]) !== before) wrong.push(`call ${call} (${hit}): the site is another`);
  // A failure while things are cleared away afterwards may pass: the new site is in place by then.
  if (exit === 0 && !/\.(?:gone|old|lock)/.test(hit)) wrong.push(`call ${call} (${hit}): exit 0`);
  if (Number(limit) > 0 && tried >= Number(limit)) break;
}
// The last whole build clears away what the failed ones left.
const last = await main(args);
const left = readdirSync(folder).filter((name) => name !== "site" && !name.endsWith(".js"));
if (last !== 0 || left.length > 0) wrong.push(`left: ${left.join(" ")}, exit ${last}`);
if (!existsSync(join(site, "index.html")) || readFileSync(join(site, "index.html")).length === 0) wrong.push("no site");
process.stdout.write(`${JSON.stringify({ tried, wrong })}\n`);
process.exit(0);
