// `npx @11ty/eleventy` makes the whole archive in one run of Eleventy; `annals build` makes the same in several.
import { register } from "tsx/esm/api";

register();
const { default: annals } = await import("./src/plugin/index.ts");
const { eleventyOptions } = await import("./src/cli/eleventy-options.ts");

export default function (eleventyConfig) {
  eleventyConfig.addPlugin(annals, eleventyOptions());
  return { dir: { input: "templates", output: "annals-site" } };
}
