/** The stylesheet and the scripts of a site. A package holds them bundled; a checkout bundles them from their parts. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { packageFile } from "../package.ts";

export type AssetName = "annals.css" | "annals.js" | "search.js" | "code.js" | "single.js";

export async function asset(name: AssetName): Promise<string> {
  const bundled = packageFile(`templates/assets/${name}`);
  if (existsSync(bundled)) return readFile(bundled, "utf8");
  // By its address, so that the package does not take it in: esbuild is not installed with it.
  const bundler: { readonly bundleAsset: (name: AssetName) => Promise<string> } = await import(
    pathToFileURL(packageFile("scripts/bundle-assets.js")).href
  );
  return bundler.bundleAsset(name);
}
