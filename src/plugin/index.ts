/**
 * The Eleventy plugin: the archive as global data, for our own templates and for anyone's site.
 * `eleventyConfig.addPlugin(annals, { sources: ["~/.claude/projects"] })` gives templates `annals.sessions` and the rest.
 */
import { join } from "node:path";
import { put } from "../files/put.ts";
import { createLibrary, type Library } from "../library/index.ts";
import { oldestNode } from "../package/version.ts";
import { type AnnalsData, annalsData, type Stage } from "./data.ts";
import { type PluginOptions, pluginOptions } from "./options.ts";

/** The part of Eleventy's configuration that we use. */
export interface EleventyConfig {
  versionCheck(range: string): void;
  addGlobalData(name: string, value: unknown): void;
  addTemplateFormats(formats: string): void;
  addExtension(extension: string | readonly string[], options: { key: string }): void;
  addTemplate(path: string, content: unknown): void;
  addTransform(name: string, transform: (content: string) => string): void;
  setFrontMatterParsingOptions(options: { engines: Record<string, unknown> }): void;
  setUseGitIgnore(isUsed: boolean): void;
  readonly ignores: Set<string>;
  readonly directories: { readonly output: string };
}

export default function annals(eleventyConfig: EleventyConfig, given: Partial<PluginOptions> = {}): void {
  if (process.versions.node.localeCompare(oldestNode, "en", { numeric: true }) < 0)
    throw new Error(`annals needs Node ${oldestNode} or newer, and runs in Node ${process.versions.node}.`);
  eleventyConfig.versionCheck(">=3.1");
  const options = pluginOptions(given);
  eleventyConfig.addTemplateFormats("11ty.ts");
  eleventyConfig.addExtension("11ty.ts", { key: "11ty.js" });
  // Front matter written in JavaScript runs at build time; ours needs none.
  eleventyConfig.setFrontMatterParsingOptions({ engines: { javascript: noScript, js: noScript, node: noScript } });
  const emit: AnnalsData["emit"] = (files, session) => {
    options.onFiles?.(session, files);
    for (const { path, content } of files) put(join(eleventyConfig.directories.output, path), content);
  };
  eleventyConfig.addGlobalData("annals", async (): Promise<AnnalsData> => {
    const library: Library = options.library ?? (await createLibrary(options));
    return annalsData(library, options, emit);
  });
  const { onPage } = options;
  if (onPage !== undefined) {
    eleventyConfig.addTransform("annals-progress", (content) => {
      onPage();
      return content;
    });
  }
}

Object.defineProperty(annals, "eleventyPackage", { value: "annals" });
Object.defineProperty(annals, "eleventyPluginOptions", { value: { unique: true } });

function noScript(): never {
  throw new Error("Front matter in JavaScript is turned off by annals.");
}

export type { AnnalsData, PluginOptions, Stage };
