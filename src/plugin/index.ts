/**
 * The Eleventy plugin: the archive as global data, for our own templates and for anyone's site.
 * `eleventyConfig.addPlugin(annals, { sources: ["~/.claude/projects"] })` gives templates `annals.sessions` and the rest.
 */

import { createLibrary, type Library } from "../archive/index.ts";
import annalsPages, { type AnnalsData, type EleventyConfig } from "../build/eleventy/pages.ts";
import { oldestNode } from "../package.ts";
import { createRedactor, type Redactor } from "../redact/index.ts";
import { finish } from "./finish.ts";
import { type PluginOptions, pluginOptions } from "./options.ts";

export default function annals(eleventyConfig: EleventyConfig, given: Partial<PluginOptions> = {}): void {
  if (process.versions.node.localeCompare(oldestNode, "en", { numeric: true }) < 0)
    throw new Error(`annals needs Node ${oldestNode} or newer, and runs in Node ${process.versions.node}.`);
  const options = pluginOptions(given);
  const { redact, search } = options;
  let read: { readonly library: Library; readonly redactor: Redactor } | undefined;
  annalsPages(eleventyConfig, {
    stage: "all",
    batch: [],
    library: async () => {
      const redactor = await createRedactor(redact);
      const library = await createLibrary({
        ...options,
        redactor,
        ...(search === false ? { isWithoutSearch: true } : {}),
      });
      read = { library, redactor };
      return library;
    },
  });
  eleventyConfig.on("eleventy.after", async ({ results = [] }) => {
    if (read === undefined) return;
    const { output } = eleventyConfig.directories;
    await finish({ ...read, redact, output, written: results, ...(search === false ? {} : { search }) });
  });
}

Object.defineProperty(annals, "eleventyPackage", { value: "annals" });
Object.defineProperty(annals, "eleventyPluginOptions", { value: { unique: true } });

export type { AnnalsData, EleventyConfig, PluginOptions };
