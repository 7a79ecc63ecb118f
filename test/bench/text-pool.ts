/** Real text to fill logs with: code and prose of what is installed here. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

export interface CodeFile {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface TextPool {
  readonly code: readonly CodeFile[];
  readonly prose: readonly string[];
}

const mostCode = 8_000_000;
const mostProse = 1_000_000;
const codeTypes = new Set([".js", ".mjs", ".cjs", ".ts", ".css", ".json"]);

export function textPool(folder: string): TextPool {
  const code: CodeFile[] = [];
  const prose: string[] = [];
  let [codeSize, proseSize] = [0, 0];
  const packages = readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .sort();
  for (const path of packages.flatMap((name) => filesBelow(join(folder, name)))) {
    const type = extname(path);
    if (codeTypes.has(type) ? codeSize > mostCode : type !== ".md" || proseSize > mostProse) continue;
    const text = readFileSync(path, "utf8");
    if (text.includes("\ufffd") || text.length > 200_000) continue;
    if (type === ".md") {
      for (const part of text.split(/\n\s*\n/).map((each) => each.trim())) {
        if (part.length < 60 || part.length > 1500 || !/^[A-Z*`-].*[.:]$/s.test(part)) continue;
        prose.push(part);
        proseSize += part.length;
      }
      continue;
    }
    const lines = text.split("\n");
    if (lines.length < 20 || lines.some((line) => line.length > 1000)) continue;
    code.push({ name: path.slice(folder.length + 1), lines });
    codeSize += text.length;
  }
  if (code.length === 0 || prose.length === 0) throw new Error(`No text to fill logs with below ${folder}`);
  return { code, prose };
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [];
  }
}
