/** One run of Eleventy over our templates. */

import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import Eleventy from "@11ty/eleventy";
import type { Library } from "../../archive/index.ts";
import { packageFile } from "../../package.ts";
import annalsPages, { type EleventyConfig, type PageOptions } from "./pages.ts";

const folder = packageFile("templates/pages");
const isTemplate = /\.11ty\.[jt]s$/;

type Template = Readonly<Record<string, unknown>>;
let loading: Promise<ReadonlyMap<string, Template>> | undefined;

/** Eleventy would load each file anew in every run, and the engine keeps them all. */
function templates(): Promise<ReadonlyMap<string, Template>> {
  loading ??= Promise.all(
    readdirSync(folder)
      .filter((name) => isTemplate.test(name))
      .sort()
      .map(async (name) => {
        const module: Template = await import(pathToFileURL(join(folder, name)).href);
        return [name, module] as const;
      }),
  ).then((all) => new Map(all));
  return loading;
}

export async function runEleventy(output: string, options: PageOptions & { readonly library: Library }): Promise<void> {
  const all = await templates();
  const eleventy = new Eleventy(folder, output, {
    quietMode: true,
    configPath: null,
    config: (eleventyConfig) => {
      const config = eleventyConfig as EleventyConfig;
      // Installed as a package, the templates lie in node_modules themselves.
      config.ignores.delete("**/node_modules/**");
      config.ignores.add(`${relative(process.cwd(), folder).split(sep).join("/")}/*.11ty.*`);
      config.setUseGitIgnore(false);
      annalsPages(config, options);
      for (const [name, template] of all) config.addTemplate(`loaded/${name.replace(/ts$/, "js")}`, { ...template });
    },
  });
  eleventy.disableLogger();
  await eleventy.write();
}
