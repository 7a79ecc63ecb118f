/** The logs to measure on, made once and kept in the temporary folder. What happens to them is in changes.ts. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { generate, type Preset, type PresetName, presets } from "./generate.ts";
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
  const folder = made(name, isShared ? [shared] : ownMakers, root, base, (part) => {
    if (!isShared) return generate(part, presets[name], textPool(join(root, "node_modules")));
    const pool = join(base, `pool-${basename(part)}.json`);
    execFileSync(process.execPath, [shared, "--preset", name, "--out", part, "--pool", pool], {
      cwd: root,
      stdio: "ignore",
    });
    rmSync(pool, { force: true });
  });
  const projects = join(folder, "projects");
  const logs = logsBelow(projects);
  return {
    folder: projects,
    madeBy: isShared ? "shared/bench/gen.mjs" : "test/bench/generate.ts",
    bytes: bytesOf(logs),
    sessions: logs.filter(isSession(projects)).length,
    files: logs.length,
  };
}

/** As many sessions of Codex, of as many bytes; `undefined` where the preset counts entries. */
export function codexArchive(name: PresetName, root: string, base: string): Archive | undefined {
  const preset: Preset = presets[name];
  if (preset.bytes === undefined) return undefined;
  const folder = made(`codex-${name}`, ownMakers, root, base, (part) =>
    generate(part, { ...preset, isCodex: true }, textPool(join(root, "node_modules"))),
  );
  const logs = logsBelow(folder);
  return {
    folder,
    madeBy: "test/bench/generate.ts",
    bytes: bytesOf(logs),
    sessions: logs.length,
    files: logs.length,
  };
}

const ownMakers = ["generate.ts", "session-log.ts", "rollout-log.ts", "text-pool.ts", "chance.ts"].map((file) =>
  join(import.meta.dirname, file),
);

/** The folder of that name, made anew where its makers or the texts that they take have changed. */
function made(
  name: string,
  makers: readonly string[],
  root: string,
  base: string,
  make: (folder: string) => void,
): string {
  const hash = createHash("sha256");
  for (const maker of [...makers, join(root, "package-lock.json")]) hash.update(readFileSync(maker));
  const folder = join(base, `${name}-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  make(part);
  renameSync(part, folder);
  return folder;
}

const bytesOf = (logs: readonly Log[]): number => logs.reduce((sum, { size }) => sum + size, 0);

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
