/**
 * Pagefind's WebAssembly with the code that calls it, as a classic script: modules do not work from file://. The rest of
 * its browser client loads through fetch and merges shards its own way, so ours takes its place (assets/search/engine.js).
 */

export const pagefindVersion = "1.6.0";
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
