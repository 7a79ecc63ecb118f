/** `tsx test/corpus/skim.ts FOLDER…`: whether logs give the same entries when they are skimmed, however short their lines. */

import { parse, readLog } from "../../src/log/entries/parse.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import { lines } from "../../src/log/lines.ts";
import { skimLog } from "../../src/log/skim/index.ts";
import { skimLine } from "../../src/log/skim/skim-line.ts";
import { skimmedEntry } from "../../src/log/skim/skimmed-entry.ts";
import { differences, leftOutIn } from "../support/skimmed.ts";

let [files, entries, left, wrong] = [0, 0, 0, 0];
for (const { path, name } of findLogs(process.argv.slice(2)).files) {
  const whole = readLog(path, name);
  const all = parse(
    lines(path, (bytes, start, end) => skimLine(bytes, start, end, { line: 0, string: 0 })),
    name,
    skimmedEntry,
  );
  const found = [...differences(all, whole), ...differences(skimLog(path, name), whole)];
  files++;
  entries += whole.entries.length;
  left += leftOutIn(all.entries);
  if (found.length === 0) continue;
  wrong++;
  console.log(`${path}: ${found.slice(0, 3).join(", ")}`);
}
console.log(`${files} files, ${entries} entries, ${left} values left out, ${wrong} files differ`);
process.exitCode = wrong === 0 && files > 0 ? 0 : 1;
