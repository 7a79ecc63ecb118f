/** docs/theming.md lists every part, with the words that stand over it in the sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import "../../templates/pages.ts";
import { partNames } from "../../templates/theme.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const docs = readFileSync(join(root, "docs/theming.md"), "utf8");
const parts = partNames().filter((name) => !name.startsWith("tool/"));
const views = partNames().filter((name) => name.startsWith("tool/"));

const commented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const \w+ = part\(\s*"(\w+)"/g;
const folder = join(root, "templates");
const rows = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(commented)])
  .map(([, comment = "", name = ""]) => [name, comment.replace(/\n \*/g, " ").replace(/\s+/g, " ").trim()] as const);

test("every part has a comment that says what it is and what it gets", () => {
  expect(rows.map(([name]) => name).sort()).toEqual(parts);
  expect(rows.filter(([, words]) => !/\b[Ii]t gets /.test(words))).toEqual([]);
});

test("every part is in the table once, in the words of its comment", () => {
  const listed = docs.match(/^\| `\w+` \| .*\bit gets .* \|$/gim) ?? [];
  expect(listed.sort()).toEqual(rows.map(([name, words]) => `| \`${name}\` | ${words} |`).sort());
});

test("every view of a tool is named", () => {
  expect(views.length).toBeGreaterThan(0);
  expect(
    [...docs.slice(docs.indexOf("### Views of tools")).matchAll(/`(tool\/\w+)`/g)].map(([, name]) => name),
  ).toEqual(views);
});
