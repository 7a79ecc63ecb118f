/** Our own package: its version, and where its files lie, in a checkout and installed. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Bundled, this code lies deeper or higher than here; a `package.json` stands at the root of checkout and bundle alike. */
function rootFrom(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : rootFrom(dirname(folder));
}

const root = rootFrom(dirname(fileURLToPath(import.meta.url)));

/** `packageFile("templates/assets")` */
export const packageFile = (path: string): string => join(root, path);

const manifest: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
  readFileSync(packageFile("package.json"), "utf8"),
);

export const version = manifest.version;

/** The oldest Node that runs all of this, as `20.12`. */
export const oldestNode = manifest.engines.node.replace(">=", "");
