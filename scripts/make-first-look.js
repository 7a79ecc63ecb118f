// Compiles the first look for secrets: `node scripts/make-first-look.js` writes src/redact/first-look/binary.ts.
import { fileURLToPath } from "node:url";
import { compiled, writeBinary } from "./assembly-script.js";

const folder = "src/redact/first-look";

export const compileFirstLook = () => compiled(folder, ["--runtime", "stub", "--importMemory", "--enable", "simd"]);

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeBinary(folder, await compileFirstLook(), "first look", "make-first-look.js");
