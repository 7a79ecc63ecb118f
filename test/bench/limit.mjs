// The least that anyone pays who reads these logs: every line of every file through JSON.parse, and nothing else.
// Plain JavaScript, so that no loader is counted.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? ".";
let entries = 0;
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!name.endsWith(".jsonl")) continue;
  for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
    if (line === "") continue;
    JSON.parse(line);
    entries++;
  }
}
if (entries === 0) throw new Error(`No entries below ${folder}`);
