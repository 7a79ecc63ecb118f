#!/usr/bin/env node
// In a checkout the sources run as they are; the published package holds them compiled.
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Only where these settings are known to exist, since the engine complains of others.
if (Number.parseInt(process.versions.v8, 10) <= 13) {
  // A build runs much code a little: at the engine's own pace a sixth of its time would go into making that faster,
  // and what was not used for a few collections would be forgotten and made again.
  setFlagsFromString("--interrupt-budget=1200000");
  setFlagsFromString("--no-flush-bytecode");
  // Garbage is collected when the heap has grown by half, not by several times: an archive needs little at a time.
  setFlagsFromString("--heap-growing-percent=50");
}

// Our templates stay as they are: Eleventy need not look at every import for a change, with a thread of its own for it
// beside each of ours.
process.env.ELEVENTY_SKIP_ESM_RESOLVER ??= "1";

const source = new URL("./command/main.ts", import.meta.url);
const isCheckout = existsSync(source);
if (isCheckout) (await import("tsx/esm/api")).register();
const { main } = await import(isCheckout ? source.href : new URL("../dist/src/command/main.js", import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
