import annals from "annals";

export default function (eleventyConfig) {
  eleventyConfig.addPassthroughCopy("blog.css");
  eleventyConfig.addPlugin(annals, {
    // Your own are in ~/.claude/projects; these come with the checkout, so that the example runs anywhere.
    sources: ["../../fixtures/sample/projects"],
    base: "log/",
    title: "Working log",
    timeZone: "UTC",
    // theme/planCard.js and theme/tool/bash.js are drawn in place of the parts of these names.
    components: "theme",
    styles: ["log.css"],
  });
  return { dir: { input: ".", includes: "_includes", output: "_site" } };
}
