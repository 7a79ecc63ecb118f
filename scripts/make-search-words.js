// Compiles the words of the search index: `node scripts/make-search-words.js` writes src/search/pagefind-index/binary.ts.
import { fileURLToPath } from "node:url";
import { compiled, writeBinary } from "./assembly-script.js";

const folder = "src/search/pagefind-index";

export const compileSearchWords = () => compiled(folder, ["--runtime", "minimal"]);

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeBinary(folder, await compileSearchWords(), "words of the search index", "make-search-words.js");
