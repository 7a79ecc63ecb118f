/** In a file of its own: it loads Prism anew, which other tests share. */
import { createRequire } from "node:module";
import { expect, it, vi } from "vitest";

it("colours a language the same whatever was coloured before it", async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template type of TypeScript.
  const code = "type Size = `${number}px`";
  const { cache } = createRequire(import.meta.url);
  const inOrder = async (...languages: readonly string[]): Promise<string> => {
    // Modules, and Prism's languages with them, anew.
    vi.resetModules();
    for (const path of Object.keys(cache)) if (/prism/i.test(path)) delete cache[path];
    const fresh = await import("../../src/text/highlight.ts");
    return languages.map((language) => String(fresh.highlight(code, language))).at(-1) ?? "";
  };
  const alone = await inOrder("ts");
  expect(alone).toContain('<span class="token');
  expect(await inOrder("js", "ts")).toBe(alone);
  expect(await inOrder("jsx", "tsx", "js", "ts")).toBe(alone);
});
