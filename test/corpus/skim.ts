/** `tsx test/corpus/skim.ts FOLDER…`: whether logs give the same entries when they are skimmed. */

import { readLog } from "../../src/log/entries/parse.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import { skimLog } from "../../src/log/skim/index.ts";
import { differences, leftOutIn } from "../support/skimmed.ts";

let [files, entries, left, wrong] = [0, 0, 0, 0];
for (const { path, name } of findLogs(process.argv.slice(2)).files) {
  const whole = readLog(path, name);
  const all = skimLog(path, name);
  const found = differences(all, whole);
  files++;
  entries += whole.entries.length;
  left += leftOutIn(all.entries);
  if (found.length === 0) continue;
  wrong++;
  console.log(`${path}: ${found.slice(0, 3).join(", ")}`);
}
console.log(`${files} files, ${entries} entries, ${left} values left out, ${wrong} files differ`);
process.exitCode = wrong === 0 && files > 0 ? 0 : 1;
