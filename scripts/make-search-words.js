// Compiles the words of the search index: `node scripts/make-search-words.js` writes src/search/pagefind-index/binary.ts,
// which is kept in the repository, so that a checkout and the package need no compiler. A test compiles it again and compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("../", import.meta.url));
const target = `${root}src/search/pagefind-index/binary.ts`;

export async function compileSearchWords() {
  let binary;
  const { error, stderr } = await asc.main(
    [
      "src/search/pagefind-index/wasm/index.ts",
      ...["--outFile", "search-words.wasm", "--runtime", "minimal", "-O3", "--noAssert", "--converge"],
    ],
    {
      readFile: (name) => (existsSync(root + name) ? readFileSync(root + name, "utf8") : null),
      writeFile: (_, contents) => {
        binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return binary;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base64 = Buffer.from(await compileSearchWords()).toString("base64");
  const text = `/** The compiled words of the search index, in base64. Made by scripts/make-search-words.js from wasm/: not to be edited. */
export const binary =
  "${base64}";
`;
  writeFileSync(target, text);
  console.log(`${target}: ${Buffer.from(base64, "base64").length} bytes`);
}
