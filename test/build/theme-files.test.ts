import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { componentFiles, importedBy, styleFiles } from "../../src/build/theme-files.ts";

let scratch = "";
const file = (path: string, text = ""): string => {
  mkdirSync(join(scratch, path, ".."), { recursive: true });
  writeFileSync(join(scratch, path), text);
  return join(scratch, path);
};
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-theme-files-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it("no two stylesheets have one name in the site", () => {
  const styles = ["my style.css", "my-style.css", "a/x.css", "b/x.css", "c/x-2.css"].map((path) => file(path));
  const paths = styleFiles(styles).map(({ path }) => path);
  expect(paths[0]).toBe("assets/theme/my-style.css");
  expect(new Set(paths).size).toBe(styles.length);
});

it("modules of a folder are components, but for those that begin with an underscore", () => {
  for (const name of ["planCard.js", "tool/bash.mjs", "_words.js", "readme.md"]) file(`parts/${name}`);
  expect([...componentFiles(join(scratch, "parts")).keys()]).toEqual(["planCard", "tool/bash"]);
});

it("what modules import beside them is found, circles too", () => {
  const one = file("one.js", 'import { a } from "./two.js"; import "not-ours"; await import(\'./deep/three.js\');');
  const two = file("two.js", 'export { b as a } from "./one.js";');
  const three = file("deep/three.js", 'import "./missing.js";');
  expect(importedBy([one])).toEqual([three, two].sort());
});
