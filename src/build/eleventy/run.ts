/** One run of Eleventy for the command: nothing but our pages, into a folder of its own. */
import Eleventy from "@11ty/eleventy";
import { pageTemplates } from "../../../templates/pages.ts";
import type { LogArchive } from "../../archive/index.ts";
import { packageFile } from "../../package.ts";
import type { EleventyConfig } from "./config.ts";
import { annalsData, type DataOptions } from "./data.ts";
import { registerArchive, registerPages, type Wanted } from "./pages.ts";

export interface RunOptions extends Omit<DataOptions, "output"> {
  readonly archive: LogArchive;
  readonly wanted: Wanted;
}

export async function runEleventy(output: string, options: RunOptions): Promise<void> {
  const { archive, wanted, base = "" } = options;
  // A folder without templates: all of ours are virtual.
  const eleventy = new Eleventy(packageFile("templates/layouts"), output, {
    quietMode: true,
    configPath: null,
    config: (given) => {
      const eleventyConfig = given as EleventyConfig;
      eleventyConfig.setUseGitIgnore(false);
      // Installed as a package, the folder lies in node_modules itself.
      eleventyConfig.ignores.delete("**/node_modules/**");
      registerArchive(eleventyConfig, async () => annalsData(archive, { ...options, output: () => output }));
      // Each template costs Eleventy some time in each of very many runs, whether it makes a page or not.
      const templates = wanted.lists ? pageTemplates : pageTemplates.filter(({ of }) => of === "session");
      registerPages(eleventyConfig, { base, wanted: () => wanted }, templates);
    },
  });
  eleventy.disableLogger();
  await eleventy.write();
}
