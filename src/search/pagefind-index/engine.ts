/**
 * Pagefind's WebAssembly with the code that calls it, as a classic script: modules do not work from file://. The rest of
 * its browser client loads through fetch and merges shards its own way, so ours takes its place (assets/search/engine.js).
 */
import { join } from "node:path";
import { read, write } from "../../system/checked-file.ts";
import type { IndexFile } from "./pieces.ts";

export const pagefindVersion = "1.6.0";
/** SHA-256 of what `engineScript` makes of it: whoever runs the script of a site that may be somebody else's compares. */
export const engineScriptHash = "02035515fd4e7c76d62b52e35454126d125b55f3cacbeee17622b2291e1f1a62";
const begin = `const pagefind_version="${pagefindVersion}";let wasm_bindgen=(function(exports){`;
const end = "var __defProp=Object.defineProperty;";

export function engineScript(source: string): string {
  const kept = source.slice(0, source.indexOf(end));
  const isKnown =
    kept.startsWith(begin) &&
    kept.endsWith("})({__proto__:null});") &&
    source.split(end).length === 2 &&
    ["init_pagefind", "load_index_chunk", "enter_playground_mode", "search"].every((name) =>
      kept.includes(`exports.${name}=${name};`),
    );
  if (!isKnown) {
    throw new Error(
      `pagefind.js is not that of Pagefind ${pagefindVersion}, which search is made for. Install pagefind@${pagefindVersion}.`,
    );
  }
  return `/* Pagefind ${pagefindVersion}, MIT licence, https://pagefind.app */\nglobalThis.annalsEngine=()=>{${kept}return wasm_bindgen};\n`;
}

const names = ["pagefind.js", "pagefind-worker.js", "wasm.en.pagefind"];

/** What a browser needs whatever the index holds. Only Pagefind's program has it, so it is asked once. */
export async function engineFiles(cache: string | undefined): Promise<readonly IndexFile[]> {
  const file = cache === undefined ? undefined : join(cache, `engine-${pagefindVersion}.json`);
  const kept = file === undefined ? "absent" : read<readonly string[]>(file);
  if (typeof kept !== "string")
    return names.map((path, at) => ({ path, content: Buffer.from(kept[at] ?? "", "base64") }));
  const files = await askedOfPagefind();
  if (file !== undefined)
    write(
      file,
      files.map(({ content }) => Buffer.from(content).toString("base64")),
    );
  return files;
}

async function askedOfPagefind(): Promise<readonly IndexFile[]> {
  const pagefind = await import("pagefind");
  try {
    const { index, errors } = await pagefind.createIndex({ forceLanguage: "en" });
    if (index === undefined) throw new Error(`Pagefind did not start: ${errors.join("; ")}`);
    await index.addHTMLFile({ url: "/", content: "<html><body>annals</body></html>" });
    const { files } = await index.getFiles();
    return names.map((name) => {
      const found = files.find(({ path }) => path === name);
      if (found === undefined) throw new Error(`Pagefind gave no ${name}.`);
      return found;
    });
  } finally {
    await pagefind.close();
  }
}
