/** What every run of Eleventy gets from us, whoever starts it: the archive as global data, and what templates need. */
import { join } from "node:path";
import type { Library } from "../../archive/index.ts";
import { put } from "../../system/put.ts";
import { type AnnalsData, annalsData, type Stage } from "./data.ts";
import type { PageOptions } from "./page-options.ts";

/** What Eleventy says of a file that it wrote. */
export interface Written {
  readonly inputPath: string;
  readonly outputPath: string | false;
}

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
  on(event: "eleventy.after", listener: (made: { readonly results?: readonly Written[] }) => Promise<void>): void;
  readonly ignores: Set<string>;
  readonly directories: { readonly output: string };
}

/** Templates wait for the archive until it is read. */
export default function annalsPages(
  eleventyConfig: EleventyConfig,
  options: PageOptions & { readonly library: Library | (() => Promise<Library>) },
): void {
  eleventyConfig.versionCheck(">=3.1");
  eleventyConfig.addTemplateFormats("11ty.ts");
  eleventyConfig.addExtension("11ty.ts", { key: "11ty.js" });
  // Front matter written in JavaScript runs at build time; ours needs none.
  eleventyConfig.setFrontMatterParsingOptions({ engines: { javascript: noScript, js: noScript, node: noScript } });
  const emit: AnnalsData["emit"] = (files, session) => {
    options.onFiles?.(session, files);
    for (const { path, content } of files) put(join(eleventyConfig.directories.output, path), content);
  };
  const { library } = options;
  eleventyConfig.addGlobalData(
    "annals",
    async (): Promise<AnnalsData> =>
      annalsData(typeof library === "function" ? await library() : library, options, emit),
  );
  const { onPage } = options;
  if (onPage !== undefined) {
    eleventyConfig.addTransform("annals-progress", (content) => {
      onPage();
      return content;
    });
  }
}

function noScript(): never {
  throw new Error("Front matter in JavaScript is turned off by annals.");
}

export type { AnnalsData, PageOptions, Stage };
