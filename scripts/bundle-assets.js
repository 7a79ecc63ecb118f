// The stylesheet and the scripts of a site, each in one file. `make-package.js` puts them into the package; a checkout
// bundles them when a site is built (src/system/asset.ts).
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const entries = {
  "annals.css": "templates/assets/css/index.css",
  "annals.js": "templates/assets/js/index.js",
  "search.js": "templates/assets/search/page.js",
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
  });
  return outputFiles[0].text;
}
