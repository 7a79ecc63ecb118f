#!/usr/bin/env node
// In a checkout the sources run as they are; the published package holds them compiled.
import { register } from "tsx/esm/api";

register();
const { main } = await import("./command/main.ts");
process.exitCode = await main(process.argv.slice(2));
