/** The command around compare.ts: what of raw logs is missing in the model, or on a site. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Comparison, compare, isCounted } from "./compare.ts";
import { logsBelow } from "./logs.ts";
import { inspected } from "./model.ts";
import { Site } from "./site.ts";

const project = resolve(import.meta.dirname, "../..");

function main(): number {
  const { values } = parseArgs({
    options: { logs: { type: "string" }, site: { type: "string" }, json: { type: "boolean" } },
  });
  const named = resolve(values.logs ?? join(project, "../shared/corpus"));
  const folder = existsSync(join(named, "projects")) ? join(named, "projects") : named;
  if (!existsSync(folder)) {
    console.error(`There is no folder ${folder}.`);
    return 2;
  }
  const site = values.site === undefined ? undefined : new Site(values.site);
  const found = compare(logsBelow(folder), inspected(project, folder), site);
  if (values.json) console.log(JSON.stringify(found, null, 2));
  else print(found);
  return found.misses.length === 0 && found.tokens.every(isCounted) && found.order.late.length === 0 ? 0 : 1;
}

function print({ counts, misses, tokens, order }: Comparison): void {
  for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(8)}  ${name}`);
  console.log("\ninput, output, cache read, cache write by model");
  for (const row of tokens) {
    const [sign, raw] = isCounted(row) ? ["=", ""] : ["≠", `  (raw: ${row.raw.join(" ")})`];
    console.log(`  ${sign} ${row.model}  ${row.ours.join(" ")}${raw}`);
  }
  console.log(`\n${order.lists} lists of tasks, ${order.late.length} of them late`);
  for (const { file, line, problem } of order.late) console.log(`${file}:${line}  ${problem}`);
  console.log(`\n${misses.length} misses`);
  for (const { file, line, kind, problem, text } of misses) {
    console.log(`${file}:${line}  ${kind}  ${problem}  ${text.replace(/\s+/g, " ").slice(0, 60)}`);
  }
}

process.exitCode = main();
