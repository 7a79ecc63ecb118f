// `npx @11ty/eleventy` builds the whole archive in one run; `annals build` does the same in batches.
import { register } from "tsx/esm/api";

register();
const { default: annals } = await import("./src/plugin/index.ts");
const { readConfig } = await import("./src/cli/config.ts");
const { findSources } = await import("./src/cli/sources.ts");

export default function (eleventyConfig) {
  const { paths, isSample } = findSources([]);
  const { redact, search } = readConfig();
  const title = isSample ? "Sample archive" : "Session archive";
  eleventyConfig.addPlugin(annals, { sources: paths, title, redact, search });
  return {
    dir: {
      input: "templates/pages",
      output: "annals-site",
      includes: "../parts",
      layouts: "../layouts",
      data: "../../data",
    },
  };
}
