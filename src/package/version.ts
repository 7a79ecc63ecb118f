import { readFileSync } from "node:fs";

const manifest: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

export const version = manifest.version;

/** The oldest Node that runs all of this, as `20.12`. */
export const oldestNode = manifest.engines.node.replace(">=", "");
