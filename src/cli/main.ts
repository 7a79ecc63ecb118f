/** The command: arguments in, exit code out. Only this folder prints. */

import { readFileSync } from "node:fs";
import { packageFile, version } from "../package.ts";
import { UsageError } from "../system/usage-error.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import { loadConfig } from "./config-file.ts";
import type { Command } from "./options.ts";
import { note, write } from "./terminal.ts";

/** Loaded when asked for: a typing error should not wait for Eleventy. */
const commands: Readonly<Record<Command, () => Promise<(options: Arguments) => Promise<number>>>> = {
  blame: async () => (await import("./blame.ts")).blame,
  build: async () => (await import("./build.ts")).build,
  cache: async () => (await import("./cache.ts")).cache,
  check: async () => (await import("./check.ts")).check,
  completion: async () => (await import("./completion.ts")).completion,
  serve: async () => (await import("./serve.ts")).serve,
  inspect: async () => (await import("./inspect.ts")).inspect,
  export: async () => (await import("./export.ts")).exportCommand,
  note: async () => (await import("./note.ts")).note,
  story: async () => (await import("./story.ts")).story,
  init: async () => (await import("./init.ts")).init,
  keep: async () => (await import("./keep.ts")).keep,
  publish: async () => (await import("./publish.ts")).publish,
  verify: async () => (await import("./verify.ts")).verify,
  forget: async () => (await import("./forget.ts")).forget,
  doctor: async () => (await import("./doctor.ts")).doctor,
  stats: async () => (await import("./stats.ts")).stats,
  search: async () => (await import("./search.ts")).search,
  show: async () => (await import("./show.ts")).show,
  mcp: async () => (await import("./mcp.ts")).mcp,
  join: async () => (await import("./join.ts")).join,
};

export async function main(argv: readonly string[]): Promise<number> {
  try {
    const given = readArguments(argv);
    if (given === "help") await write(text("./help.txt"));
    else if (given === "version") await write(`${version}\n`);
    else {
      await loadConfig(given.config);
      return await (await commands[given.command]())(given);
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      note(`annals: ${error.message}`);
      return 2;
    }
    note(`annals: ${reasons(error).join(" ")}`);
    return 1;
  }
}

/** Eleventy wraps what went wrong; the innermost reason says most. */
function reasons(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (process.env.ANNALS_DEBUG) return [error.stack ?? error.message, ...reasonsOf(error)];
  return [error.message, ...reasonsOf(error)];
}

function reasonsOf(error: Error): string[] {
  const inner = "originalError" in error ? error.originalError : error.cause;
  return inner === undefined ? [] : reasons(inner);
}

function text(name: string): string {
  return readFileSync(packageFile(`src/cli/${name}`), "utf8");
}
