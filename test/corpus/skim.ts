/** `tsx test/corpus/skim.ts FOLDER…`: whether logs give the same entries when they are skimmed. */

import { readFile, skimFile } from "../../src/log/read-log.ts";
import { groupSessions } from "../../src/log/session-files.ts";
import { LeftOut } from "../../src/log/skim/index.ts";
import { discoverAll } from "../../src/store/discover.ts";
import { differences, leftOutIn, ofCodex } from "../support/skimmed.ts";

let [files, entries, left, wrong, refused] = [0, 0, 0, 0, 0];
for (const { file: own, agents } of groupSessions(discoverAll(process.argv.slice(2), undefined).files)) {
  for (const file of [...(own === undefined ? [] : [own]), ...agents.map((agent) => agent.file)]) {
    const whole = readFile(file);
    files++;
    entries += whole.entries.length;
    try {
      const skimmed = skimFile(file);
      left += leftOutIn(skimmed.entries);
      const found = differences(skimmed, whole, file.agent === "codex" ? ofCodex : []);
      if (found.length === 0) continue;
      wrong++;
      console.log(`${file.path}: ${found.slice(0, 3).join(", ")}`);
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      refused++;
    }
  }
}
console.log(
  `${files} files, ${entries} entries, ${left} values left out, ${refused} files to be read whole, ${wrong} files differ`,
);
process.exitCode = wrong === 0 && files > 0 ? 0 : 1;
