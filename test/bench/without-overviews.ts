/**
 * Annals without stories, pages of files, blame, decisions and usage: a copy of the sources in which what makes them gives
 * nothing. What they cost is the difference, in one run. A text that is not found any more is an error.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Change {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

export const withoutOverviews: readonly Change[] = [
  // No templates of theirs.
  {
    file: "templates/pages.ts",
    from: /\];\s*$/,
    to: '].filter(({ name }) => !["decisions", "files", "project-files", "story", "usage"].includes(name)) as PageTemplate[];\n',
  },
  // No list of changed files.
  {
    file: "src/archive/records.ts",
    from: /(?<=export function changedFiles\([^{]*\{\n)/,
    to: "  if (found.length >= 0) return [];\n",
  },
  // No replay of edits.
  {
    file: "src/archive/source.ts",
    from: "sessionTexts(read.session, ",
    to: "sessionTexts({ turns: [], agents: [] }, ",
  },
  // Digests with nothing in them.
  {
    file: "src/archive/digest/walk.ts",
    from: /(?<=export function walk\([^{]*\{\n)/,
    to: "  if (session.turns.length >= 0) session = { ...session, turns: [], agents: [] };\n",
  },
  // Nothing of theirs in the search index.
  {
    file: "src/build/overview-texts.ts",
    from: "[...stories(input), ...filesOfProjects(input)]",
    to: "[...stories(input), ...filesOfProjects(input)].slice(0, 0)",
  },
];

/** Throws where the sources have changed so that nothing is taken out. */
export function changed(source: string, { file, from, to }: Change): string {
  const found = source.replace(from, () => to);
  if (found === source)
    throw new Error(`${file}: ${from} is not found; test/bench/without-overviews.ts is out of date.`);
  return found;
}

/** The sources in a folder, changed; `root` has the modules that they need. */
export function copyWithoutOverviews(root: string, folder: string): void {
  const parts = ["src", "templates", "data", "scripts", "schema", "fixtures/sample", "bin", "package.json"];
  for (const name of [...parts, "tsconfig.json", "tsconfig.dist.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const change of withoutOverviews) {
    const path = join(folder, change.file);
    writeFileSync(path, changed(readFileSync(path, "utf8"), change));
  }
}
