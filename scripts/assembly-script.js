// A module of AssemblyScript and the file that holds it: kept in the repository, so that a checkout and the package need no
// compiler. Tests compile each again and compare.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The bytes of the module in `folder`/wasm. */
export async function compiled(folder, options) {
  let binary;
  const { error, stderr } = await asc.main(
    [`${folder}/wasm/index.ts`, "--outFile", "module.wasm", "-O3", "--noAssert", "--converge", ...options],
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

/** `what` is said of it in a comment, `maker` is the script that makes it. */
export function writeBinary(folder, binary, what, maker) {
  const target = `${root}${folder}/binary.ts`;
  const text = `/** The compiled ${what}, in base64. Made by scripts/${maker} from wasm/: not to be edited. */
export const binary =
  "${Buffer.from(binary).toString("base64")}";
`;
  writeFileSync(target, text);
  console.log(`${target}: ${binary.length} bytes`);
}
