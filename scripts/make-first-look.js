// Compiles the first look for secrets: `node scripts/make-first-look.js` writes src/redact/first-look/binary.ts, which is
// kept in the repository, so that a checkout and the package need no compiler. A test compiles it again and compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("../", import.meta.url));
const target = `${root}src/redact/first-look/binary.ts`;

export async function compileFirstLook() {
  let binary;
  const { error, stderr } = await asc.main(
    [
      "src/redact/first-look/wasm/index.ts",
      ...["--outFile", "first-look.wasm", "--runtime", "stub", "--importMemory", "--enable", "simd"],
      ...["-O3", "--noAssert", "--converge"],
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
  const base64 = Buffer.from(await compileFirstLook()).toString("base64");
  const text = `/** The compiled first look, in base64. Made by scripts/make-first-look.js from wasm/: not to be edited. */
export const binary =
  "${base64}";
`;
  writeFileSync(target, text);
  console.log(`${target}: ${Buffer.from(base64, "base64").length} bytes`);
}
