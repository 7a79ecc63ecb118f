// `npx @11ty/eleventy` makes the whole archive in one run of Eleventy; `annals build` makes the same in several.
import { register } from "tsx/esm/api";

register();
const { default: annals } = await import("./src/plugin/index.ts");
const { eleventyOptions } = await import("./src/cli/eleventy-options.ts");

const options = await eleventyOptions();

export default function (eleventyConfig) {
  eleventyConfig.addPlugin(annals, options);
  return { dir: { input: "templates", output: "annals-site" } };
}
