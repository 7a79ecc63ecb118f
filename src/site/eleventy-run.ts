/** One run of Eleventy over our templates. */
import { fileURLToPath } from "node:url";
import Eleventy from "@11ty/eleventy";
import annals, { type EleventyConfig, type PluginOptions } from "../plugin/index.ts";

const templates = fileURLToPath(new URL("../../templates", import.meta.url));

export async function runEleventy(folder: string, options: Partial<PluginOptions>): Promise<void> {
  const eleventy = new Eleventy(templates, folder, {
    quietMode: true,
    configPath: null,
    config: (eleventyConfig) => {
      const config = eleventyConfig as EleventyConfig;
      // Installed as a package, the templates lie in node_modules themselves.
      config.ignores.delete("**/node_modules/**");
      config.setUseGitIgnore(false);
      annals(config, options);
    },
  });
  eleventy.disableLogger();
  await eleventy.write();
}
