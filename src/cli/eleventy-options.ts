/** What `annals build` without arguments makes, as options of the plugin: for `npx @11ty/eleventy` in a checkout. */
import { existsSync } from "node:fs";
import type { PluginOptions } from "../plugin/index.ts";
import { readConfig } from "./config.ts";
import { loadConfig } from "./config-file.ts";
import { notesFile } from "./notes.ts";
import { findSources } from "./sources.ts";

export async function eleventyOptions(): Promise<PluginOptions> {
  await loadConfig(undefined);
  const { paths, isSample } = findSources([]);
  const { redact, search, theme, twins, url } = readConfig(undefined);
  const notes = notesFile({});
  return {
    ...{ sources: paths, title: isSample ? "Sample archive" : "Session archive", redact, search, twins },
    ...(url === undefined ? {} : { url }),
    ...(existsSync(notes) ? { notes } : {}),
    ...theme,
  };
}
