/**
 * Pagefind's browser engine as a classic script that takes its `fetch` from us: modules and fetch do not work from
 * file://, and the merge of its shards is ours (templates/assets/search/merge.js). Only its class for one index is kept.
 */

const version = "1.6.0";
const begin = `const pagefind_version="${version}";`;
const end = "var Pagefind=class{";

export function engineScript(source: string): string {
  const kept = source.slice(0, source.indexOf(end));
  const holds = (text: string, times: number): boolean => kept.split(text).length - 1 === times;
  const isKnown =
    kept.startsWith(begin) &&
    source.split(end).length === 2 &&
    holds("var PagefindInstance=class{", 1) &&
    holds("import.meta", 2) &&
    holds("import.meta.url", 2) &&
    holds("await fetch(queued.input)", 1) &&
    ["request_indexes", "load_index_chunk", "enter_playground_mode", "search"].every((name) =>
      kept.includes(`exports.${name}=${name};`),
    );
  if (!isKnown) {
    throw new Error(
      `pagefind.js is not that of Pagefind ${version}, which search is made for. Install pagefind@${version}.`,
    );
  }
  const body = kept.replaceAll("import.meta.url", '""');
  return `/* Pagefind ${version}, MIT licence, https://pagefind.app */\nglobalThis.annalsEngine=(fetch)=>{${body};return PagefindInstance};\n`;
}
