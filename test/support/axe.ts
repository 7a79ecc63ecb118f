/** What axe and the width of the window say of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** Evaluated in a page: as a script of the page its policy would refuse it. */
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const allRules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** Colours are all that a theme changes. */
export const colourRules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** In the page: what makes it wider than the window. */
export function overflow(): readonly string[] {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  const wide = [...document.querySelectorAll("body *")].filter(
    (each) => each.getBoundingClientRect().right > room + 0.5,
  );
  return ["scrolls", ...wide.slice(0, 8).map((each) => `${each.tagName.toLowerCase()}.${each.getAttribute("class")}`)];
}

export async function violations(page: Page, runOnly: typeof allRules): Promise<readonly string[]> {
  const { violations } = await page.evaluate((rules) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    return axe.run({ preload: false, resultTypes: ["violations"], runOnly: rules });
  }, runOnly);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split("\n")[1] ?? ""}`),
  );
}
