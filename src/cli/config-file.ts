/** Where the configuration is, and what stands in it: JSON, or what a module exports by default. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Json, record } from "../log/fields.ts";
import { UsageError } from "../system/usage-error.ts";

export const configNames = ["annals.config.json", "annals.config.js", "annals.config.mjs", "annals.config.ts"];

/** What modules exported, by their full paths: they load while nothing waits, configuration is read anywhere. */
const loaded = new Map<string, unknown>();

/** The file of `--config`, else the one in this folder; `undefined` where there is none. */
export function configFile(named: string | undefined): string | undefined {
  if (named !== undefined) return named;
  const [found, second] = configNames.filter((name) => existsSync(name));
  if (second !== undefined)
    throw new UsageError(
      `There are two configurations, "${found}" and "${second}"; remove one, or name one with --config.`,
    );
  return found;
}

const isModule = (path: string): boolean => /^\.[cm]?[jt]s$/.test(extname(path));

/** Before a command runs. JSON needs no loading. */
export async function loadConfig(named: string | undefined): Promise<void> {
  const path = configFile(named);
  if (path === undefined || !isModule(path) || !existsSync(path)) return;
  const full = resolve(path);
  const module = /^\.[cm]?ts$/.test(extname(path)) ? await typed(full, path) : await imported(full, path);
  loaded.set(full, record(module)?.default);
}

async function imported(full: string, path: string): Promise<unknown> {
  try {
    return { ...(await import(pathToFileURL(full).href)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UsageError(`The configuration "${path}" cannot be loaded: ${reason}`);
  }
}

/** By Node where it strips types, else by what the project has for it. */
async function typed(full: string, path: string): Promise<unknown> {
  if ((process.features as { readonly typescript?: unknown }).typescript) return imported(full, path);
  const own = createRequire(full);
  // tsx brings esbuild with it.
  const tsx = resolved(own, "tsx");
  const esbuild = resolved(own, "esbuild") ?? (tsx === undefined ? undefined : resolved(createRequire(tsx), "esbuild"));
  if (esbuild === undefined)
    throw new UsageError(
      `The configuration "${path}" is TypeScript, which Node ${process.versions.node} does not run by itself: use Node 22.18 or newer, install tsx or esbuild here, or write it as annals.config.js.`,
    );
  return bundled(full, path, esbuild);
}

function resolved(from: NodeJS.Require, name: string): string | undefined {
  try {
    return pathToFileURL(from.resolve(name)).href;
  } catch {
    return undefined;
  }
}

/** Beside the configuration, so that what it imports is found. */
async function bundled(full: string, path: string, esbuild: string): Promise<unknown> {
  const module = await import(esbuild);
  const { transform } = (module.default ?? module) as {
    readonly transform: (text: string, options: object) => Promise<{ readonly code: string }>;
  };
  const aside = join(dirname(full), `.${basename(full)}.${process.pid}.mjs`);
  try {
    const { code } = await transform(readFileSync(full, "utf8"), { loader: "ts", format: "esm" });
    writeFileSync(aside, code);
    return await imported(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

export function rawConfig(path: string): Json {
  if (isModule(path) && loaded.has(resolve(path))) {
    const raw = record(loaded.get(resolve(path)));
    if (raw !== undefined) return raw;
    throw new UsageError(`The configuration "${path}" must export an object by default.`);
  }
  let source: string;
  try {
    source = readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`The configuration "${path}" cannot be read.`);
  }
  try {
    const raw = record(JSON.parse(source));
    if (raw !== undefined) return raw;
  } catch {
    // Said below.
  }
  throw new UsageError(`The configuration "${path}" is not a JSON object.`);
}
