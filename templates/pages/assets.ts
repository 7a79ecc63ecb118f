/** The site's one stylesheet and one script, joined from their parts. No bundler: the order is the list. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SideFile } from "../../src/address/side-file.ts";
import { packageFile } from "../../src/package.ts";

const folder = packageFile("templates/assets");

/** The order of layers is the first line; files follow it. */
const layers = "reset, tokens, base, layout, components, session, code, charts, states, print";
const styles = [
  "reset",
  "tokens",
  "base",
  "layout",
  "glyph",
  "strip",
  "controls",
  "segment",
  "popover",
  "session-row",
  "hero",
  "table",
  "filters",
  "story",
  "head",
  "search",
  "chain",
  "origin",
  "score",
  "read",
  "turn",
  "thinking",
  "work",
  "note",
  "card",
  "agent",
  "event",
  "rewind",
  "narrow",
  "levels",
  "code",
  "charts",
  "states",
  "print",
];
const scripts = [
  "js/base",
  "js/theme",
  "js/place",
  "js/parts",
  "js/folds",
  "search/mark",
  "js/copy",
  "js/sort",
  "js/keys",
];

export function stylesheet(): string {
  const rules = styles.map((name) => read(`css/${name}.css`)).join("\n");
  return `@layer ${layers};\n${compact(rules)}\n`;
}

/** Each file is a function of its own; they share only `annals`. */
export function script(): string {
  return scripts.map((name) => `(() => {\n${uncommented(read(`${name}.js`))}\n})();\n`).join("");
}

/** `assets/annals.css` and `assets/annals.js`. */
export function assetFiles(): SideFile[] {
  return [
    { path: "assets/annals.css", content: stylesheet() },
    { path: "assets/annals.js", content: script() },
  ];
}

const read = (path: string): string => readFileSync(join(folder, path), "utf8").trim();

/** Comments and indentation only: what is left is the source. */
function compact(rules: string): string {
  return rules
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/\s*([{};])\s*/g, "$1")
    .replace(/([{;][\w-]+): /g, "$1:")
    .replace(/, /g, ",")
    .replace(/;\}/g, "}")
    .replace(/\}(?=@layer)/g, "}\n")
    .trim();
}

function uncommented(source: string): string {
  return source.replace(/^\s*(?:\/\/|\/\*\*).*\n/gm, "").replace(/^ +/gm, (indent) => "\t".repeat(indent.length / 2));
}
