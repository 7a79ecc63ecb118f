/**
 * Tokens by day and model: `annals stats --json` against ccusage. `npx tsx test/corpus/ccusage.ts CCUSAGE FOLDER`, with
 * the command of ccusage 20.0.24 and a folder that holds `projects`. Prints every difference; README.md beside this file
 * says where they come from. Exit 1 where anything differs.
 */
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

const [program = "ccusage", given = "../shared/corpus"] = process.argv.slice(2);
const folder = resolve(given);
const limits = { encoding: "utf8", maxBuffer: 1 << 30 } as const;

type Sums = Readonly<Record<(typeof kinds)[number], number>>;
const kinds = ["input", "output", "cacheRead", "cacheWrite"] as const;

function ours(): ReadonlyMap<string, Sums> {
  const command = [join(import.meta.dirname, "../../bin/annals.js"), "stats", "--json", "--time-zone", "UTC"];
  const { days } = JSON.parse(execFileSync(process.execPath, [...command, join(folder, "projects")], limits)) as {
    days: { date: string; models: ({ model: string } & Record<string, number>)[] }[];
  };
  const found = new Map<string, Sums>();
  for (const { date, models } of days)
    for (const { model, input = 0, output = 0, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0 } of models)
      if (input + output + cacheRead + cacheWrite5m + cacheWrite1h > 0)
        found.set(`${date} ${model}`, { input, output, cacheRead, cacheWrite: cacheWrite5m + cacheWrite1h });
  return found;
}

function theirs(): ReadonlyMap<string, Sums> {
  const env = { ...process.env, CLAUDE_CONFIG_DIR: folder };
  const args = ["claude", "daily", "--offline", "--json", "--timezone", "UTC", "--breakdown"];
  const told = JSON.parse(execFileSync(program, args, { ...limits, env })) as {
    daily: { date: string; modelBreakdowns: Record<string, number | string>[] }[];
  };
  const found = new Map<string, Sums>();
  for (const { date, modelBreakdowns } of told.daily)
    for (const each of modelBreakdowns)
      found.set(`${date} ${each.modelName}`, {
        input: Number(each.inputTokens),
        output: Number(each.outputTokens),
        cacheRead: Number(each.cacheReadTokens),
        cacheWrite: Number(each.cacheCreationTokens),
      });
  return found;
}

const [mine, other] = [ours(), theirs()];
const zero: Sums = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
let equal = 0;
let different = 0;
for (const key of [...new Set([...mine.keys(), ...other.keys()])].sort()) {
  const [a, b] = [mine.get(key) ?? zero, other.get(key) ?? zero];
  const unequal = kinds.filter((kind) => a[kind] !== b[kind]);
  if (unequal.length === 0) equal++;
  else {
    different++;
    console.log(`${key}: ${unequal.map((kind) => `${kind} ${a[kind]} here, ${b[kind]} there`).join("; ")}`);
  }
}
console.log(`${equal} days and models are equal to the token, ${different} are not.`);
process.exitCode = different === 0 ? 0 : 1;
