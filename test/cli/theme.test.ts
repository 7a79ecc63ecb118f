/** Components and styles of one's own in `annals.config.json`. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run } from "../support/run.ts";

const sample = resolve("fixtures/sample/projects");
let scratch = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-theme-"));
  mkdirSync(join(scratch, "parts/tool"), { recursive: true });
  component("planCard", "first");
  component("tool/bash", "shell");
  writeFileSync(join(scratch, "mine.css"), ".mine { color: teal }\n");
  writeFileSync(join(scratch, "broken.js"), "export default (");
  configure({ components: "parts", styles: ["mine.css"] });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function component(name: string, mark: string): void {
  const source = `export default ({ html, original }, ...given) => html\`<div class="mine-${mark}">\${original(...given)}</div>\`;`;
  writeFileSync(join(scratch, "parts", `${name}.js`), source);
}

const configure = (config: object): void => writeFileSync(join(scratch, "annals.config.json"), JSON.stringify(config));

const build = (...more: readonly string[]): ReturnType<typeof run> =>
  run(scratch, ["build", sample, "-o", "site", "--quiet", ...more]);

/** How many session pages hold this. */
function pagesWith(text: string): number {
  const sessions = join(scratch, "site/sessions");
  return readdirSync(sessions).filter((key) => readFileSync(join(sessions, key, "index.html"), "utf8").includes(text))
    .length;
}

it("draws pages by them, links the styles, and draws again what a changed component draws", () => {
  expect(build().stderr).toBe("");
  expect(pagesWith('class="mine-first"')).toBeGreaterThan(1);
  expect(pagesWith('class="mine-shell"')).toBeGreaterThan(3);
  expect(readFileSync(join(scratch, "site/index.html"), "utf8")).toContain('href="assets/theme/mine.css"');
  expect(readFileSync(join(scratch, "site/assets/theme/mine.css"), "utf8")).toContain("teal");
  component("planCard", "second");
  writeFileSync(join(scratch, "mine.css"), ".mine { color: navy }\n");
  expect(build().code).toBe(0);
  expect(pagesWith('class="mine-first"')).toBe(0);
  expect(pagesWith('class="mine-second"')).toBeGreaterThan(1);
  expect(readFileSync(join(scratch, "site/assets/theme/mine.css"), "utf8")).toContain("navy");
});

it("draws again when a file changes that a component imports", () => {
  writeFileSync(join(scratch, "parts/_words.js"), 'export const mark = "third";');
  const source = `import { mark } from "./_words.js";
export default ({ html, original }, ...given) => html\`<div class="mine-\${mark}">\${original(...given)}</div>\`;`;
  writeFileSync(join(scratch, "parts/planCard.js"), source);
  expect(build().code).toBe(0);
  expect(pagesWith('class="mine-third"')).toBeGreaterThan(1);
  writeFileSync(join(scratch, "parts/_words.js"), 'export const mark = "fourth";');
  expect(build().code).toBe(0);
  expect(pagesWith('class="mine-third"')).toBe(0);
  expect(pagesWith('class="mine-fourth"')).toBeGreaterThan(1);
  component("planCard", "second");
});

it("gives them to threads too", () => {
  expect(build("--threads", "2", "--no-cache").code).toBe(0);
  expect(pagesWith('class="mine-second"')).toBeGreaterThan(1);
});

it.each([
  [{ components: 5 }, '"components" must be the path of a folder, or paths by the names of parts'],
  [{ components: { planCard: 5 } }, '"components.planCard" must be the path of a module'],
  [{ components: { planCard: "none.js" } }, "and there is no such file"],
  [{ components: { plnCard: "parts/planCard.js" } }, 'Did you mean "planCard"'],
  [{ styles: ["none.css"] }, "and there is no such file"],
  [{ components: { planCard: "broken.js" } }, 'the component "planCard" (broken.js) could not be loaded'],
])("%j is refused, and the site stays", (config, sentence) => {
  configure(config);
  const { code, stderr } = build();
  expect(stderr).toContain(sentence);
  expect(code).toBe(2);
  expect(existsSync(join(scratch, "site/index.html"))).toBe(true);
});
