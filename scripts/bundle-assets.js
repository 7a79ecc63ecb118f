// The stylesheet and the scripts of a site, each in one file. `make-package.js` puts them into the package; a checkout
// bundles them when a site is built (src/system/asset.ts).
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const entries = {
  "annals.css": "templates/assets/css/index.css",
  "annals.js": "templates/assets/js/index.js",
  "search.js": "templates/assets/search/page.js",
  "code.js": "templates/assets/code/index.js",
  "single.js": "templates/assets/js/single.js",
};

const banners = {
  "code.js": "/* With Prism 1.30.0 (prismjs.com), MIT License, Copyright (c) 2012 Lea Verou */",
};

export const assetNames = Object.keys(entries);

/** @param {keyof typeof entries} name */
export async function bundleAsset(name) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL("../", import.meta.url)),
    entryPoints: [entries[name]],
    bundle: true,
    write: false,
    // Scripts are classic ones: modules do not load from file://.
    format: "iife",
    target: "esnext",
    charset: "utf8",
    legalComments: "none",
    minifyWhitespace: true,
    // The path of a CommonJS module gets into the bundle: as it is here, not where a linked node_modules really lies.
    preserveSymlinks: true,
    banner: { js: banners[name] ?? "" },
  });
  return outputFiles[0].text;
}
