/** The search page's own script: the files of templates/assets/search, joined. No bundler, so they keep to a few rules. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../package.ts";

const folder = packageFile("templates/assets/search");

/** In the order in which they need each other. */
export const clientFiles = [
  "query.js",
  "table.js",
  "transport.js",
  "ranges.js",
  "nearness.js",
  "engine.js",
  "evaluate.js",
  "facets.js",
  "excerpt.js",
  "state.js",
  "element.js",
  "facet-view.js",
  "result-view.js",
  "keys.js",
  "page.js",
] as const;

export async function clientScript(): Promise<string> {
  const sources = await Promise.all(clientFiles.map((name) => readFile(join(folder, name), "utf8")));
  return joined(sources.map((source, index) => ({ name: clientFiles[index] ?? "", source })));
}

/** Imports go, since all is one scope; a name that two files declare is a SyntaxError in the browser, so it is one here. */
export function joined(files: readonly { readonly name: string; readonly source: string }[]): string {
  const declared = new Map<string, string>();
  const bodies = files.map(({ name, source }) => {
    const body = source
      .replace(/^import \{[^}]*\} from "\.\/[\w-]+\.js";\n/gm, "")
      .replace(/^export (?=(?:async )?function |const |class )/gm, "");
    const odd = /^(?:import|export)\b.*$/m.exec(body);
    if (odd) throw new Error(`${name}: cannot join "${odd[0]}".`);
    for (const [, declaration] of body.matchAll(/^(?:async )?(?:function|const|let|class)\*? ([\w$]+)/gm)) {
      const other = declared.get(declaration ?? "");
      if (other !== undefined) throw new Error(`${name} and ${other} both declare ${declaration}.`);
      declared.set(declaration ?? "", name);
    }
    return compact(name, body);
  });
  return `(() => {\n"use strict";\n${bodies.join("\n")}\n})();\n`;
}

/** Without comments and indentation, line by line; a text over several lines would lose its own. */
function compact(name: string, source: string): string {
  const lines = source
    .replace(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"));
  const odd = lines.find((line) => (line.split("`").length - 1) % 2 === 1);
  if (odd !== undefined) throw new Error(`${name}: cannot join a text over several lines: ${odd}`);
  return lines.join("\n");
}
