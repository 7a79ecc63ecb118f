/** Publishes small sites one after the other, and says the number of each, until it is killed: most of its time goes into the moves. */
import { writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { prepareOutput } from "../../../src/build/output/output-folder.ts";

const [output = "", from = "1"] = process.argv.slice(2);
for (let version = Number(from); ; version++) {
  const { folder, finish } = prepareOutput(output);
  for (let file = 0; file < 10; file++) writeFileSync(join(folder, `${file}.html`), `version ${version}`);
  finish();
  writeSync(1, `${version}\n`);
}
