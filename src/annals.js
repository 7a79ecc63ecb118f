#!/usr/bin/env node
// In a checkout the sources run as they are; the published package holds them compiled.
import { existsSync } from "node:fs";

const source = new URL("./command/main.ts", import.meta.url);
const isCheckout = existsSync(source);
if (isCheckout) (await import("tsx/esm/api")).register();
const { main } = await import(isCheckout ? source.href : new URL("../dist/src/command/main.js", import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
