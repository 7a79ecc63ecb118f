/** The logs to measure on, made once and kept in the temporary folder. What happens to them is in changes.ts. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { generate, type PresetName, presets } from "./generate.ts";
import { textPool } from "./text-pool.ts";

export interface Archive {
  readonly folder: string;
  readonly madeBy: string;
  readonly bytes: number;
  readonly sessions: number;
  readonly files: number;
}

export function archive(name: PresetName, root: string, base: string): Archive {
  const shared = join(root, "../shared/bench/gen.mjs");
  const isShared = existsSync(shared);
  const makers = isShared
    ? [shared]
    : ["generate.ts", "session-log.ts", "text-pool.ts", "chance.ts"].map((file) => join(import.meta.dirname, file));
  const hash = createHash("sha256");
  for (const maker of [...makers, join(root, "package-lock.json")]) hash.update(readFileSync(maker));
  const folder = join(base, `${name}-${hash.digest("hex").slice(0, 12)}`);
  if (!existsSync(folder)) {
    const part = `${folder}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    if (isShared) {
      const pool = join(base, `pool-${basename(folder)}.json`);
      execFileSync(process.execPath, [shared, "--preset", name, "--out", part, "--pool", pool], {
        cwd: root,
        stdio: "ignore",
      });
      rmSync(pool, { force: true });
    } else generate(part, presets[name], textPool(join(root, "node_modules")));
    renameSync(part, folder);
  }
  const projects = join(folder, "projects");
  const logs = logsBelow(projects);
  return {
    folder: projects,
    madeBy: isShared ? "shared/bench/gen.mjs" : "test/bench/generate.ts",
    bytes: logs.reduce((sum, { size }) => sum + size, 0),
    sessions: logs.filter(isSession(projects)).length,
    files: logs.length,
  };
}

export interface Log {
  readonly path: string;
  readonly size: number;
}

export function logsBelow(folder: string): Log[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => ({ path: join(folder, name), size: statSync(join(folder, name)).size }));
}

/** Older clients keep agents beside their session. */
export function isSession(projects: string): (log: Log) => boolean {
  return ({ path }) => dirname(dirname(path)) === projects && !basename(path).startsWith("agent-");
}
