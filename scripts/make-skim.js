// Compiles the skimming of log lines: `node scripts/make-skim.js` writes src/log/skim/binary.ts.
import { fileURLToPath } from "node:url";
import { compiled, writeBinary } from "./assembly-script.js";

const folder = "src/log/skim";

export const compileSkim = () => compiled(folder, ["--runtime", "stub", "--importMemory", "--enable", "simd"]);

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeBinary(folder, await compileSkim(), "skimming of lines", "make-skim.js");
