/** The logs to measure on, and the four things that happen to them. Made once, kept in the temporary folder. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Chance } from "./chance.ts";
import { generate, type PresetName, presets } from "./generate.ts";
import { SessionLog } from "./session-log.ts";
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

interface Log {
  readonly path: string;
  readonly size: number;
}

function logsBelow(folder: string): Log[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => ({ path: join(folder, name), size: statSync(join(folder, name)).size }));
}

/** Older clients keep agents beside their session. */
function isSession(projects: string): (log: Log) => boolean {
  return ({ path }) => dirname(dirname(path)) === projects && !basename(path).startsWith("agent-");
}

export interface Changes {
  /** The session that was used last, as sessions do. */
  readonly grow: () => void;
  /** One from somewhere in the middle, resumed after a long time. */
  readonly growOld: () => void;
  readonly remove: () => void;
  readonly add: () => void;
  /** All as it was. */
  readonly undo: () => void;
}

/** The newest session grows by a turn, or one of usual size; another one goes and comes back. */
export function changes({ folder }: Archive, aside: string, root: string): Changes {
  const logs = logsBelow(folder)
    .filter(isSession(folder))
    .sort((a, b) => a.size - b.size);
  const old = logs[Math.floor(logs.length / 2)];
  const moved = logs[Math.floor(logs.length / 2) - 1] ?? old;
  const ends = new Map(logs.map((log) => [log, lastTime(log)]));
  const newest = logs.reduce(
    (best, log) => ((ends.get(log) ?? "") > (ends.get(best) ?? "") ? log : best),
    logs[0] as Log,
  );
  if (old === undefined || moved === undefined) throw new Error(`No sessions below ${folder}`);
  const own = moved.path.replace(/\.jsonl$/, "");
  const places = [moved.path, own].map((path) => [path, join(aside, basename(path))] as const);
  const add = (): void => {
    for (const [path, away] of places) if (existsSync(away)) renameSync(away, path);
  };
  return {
    grow: () => appendFileSync(newest.path, newTurn(newest.path, root)),
    growOld: () => appendFileSync(old.path, newTurn(old.path, root)),
    remove: () => {
      for (const [path, away] of places) if (existsSync(path)) renameSync(path, away);
    },
    add,
    undo: () => {
      add();
      for (const { path, size } of [newest, old]) truncateSync(path, size);
    },
  };
}

/** Of the last lines only: a large archive has gigabytes. */
function lastTime({ path, size }: Log): string {
  const bytes = Buffer.alloc(Math.min(size, 1 << 16));
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    closeSync(file);
  }
  return [...bytes.toString().matchAll(/"timestamp":"([^"]+)"/g)].at(-1)?.[1] ?? "";
}

function newTurn(path: string, root: string): string {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const last = lines.map((line) => JSON.parse(line)).findLast((entry) => typeof entry.timestamp === "string");
  const facts = {
    session: basename(path, ".jsonl"),
    cwd: last.cwd,
    slug: last.slug,
    start: Date.parse(last.timestamp) + 1000,
  };
  const log = new SessionLog(facts, new Chance(2), textPool(join(root, "node_modules")));
  log.turn();
  return `${log.lines.join("\n")}\n`;
}
