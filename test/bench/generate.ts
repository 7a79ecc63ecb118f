/**
 * An archive of logs like those of a year's work, for machines without the shared generator: the same bytes each time
 * on the same node_modules. `tsx test/bench/generate.ts PRESET FOLDER` makes one by hand.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Chance } from "./chance.ts";
import { RolloutLog } from "./rollout-log.ts";
import { SessionLog } from "./session-log.ts";
import { type TextPool, textPool } from "./text-pool.ts";

export interface Preset {
  readonly projects: number;
  readonly sessions: number;
  /** Of all logs together; for `huge` it is entries that count. */
  readonly bytes?: number;
  readonly entries?: number;
  /** Rollouts of Codex, in a folder `.codex`; Claude Code's logs where absent. */
  readonly isCodex?: true;
}

export const presets = {
  small: { projects: 4, sessions: 20, bytes: 10e6 },
  medium: { projects: 15, sessions: 300, bytes: 250e6 },
  large: { projects: 40, sessions: 2000, bytes: 2e9 },
  huge: { projects: 1, sessions: 1, entries: 20_000 },
  codex: { projects: 15, sessions: 300, bytes: 250e6, isCodex: true },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof presets;

const words = "amber,birch,cedar,delta,ember,fjord,grove,heron,inlet,jetty,kelp,larch,moss,north,ochre,pine".split(",");

/** Bytes: a log ends as often a little above its share as below. */
const halfTurn = 60_000;

export function generate(folder: string, preset: Preset, pool: TextPool): void {
  const chance = new Chance(1);
  const shares = Array.from({ length: preset.sessions }, () => Math.min(12, chance.around(1, 0.9)));
  const sum = shares.reduce((all, share) => all + share, 0);
  const first = Date.UTC(2025, 7, 1);
  shares.forEach((share, index) => {
    const project = `${words[(index % preset.projects) % words.length]}-${index % preset.projects}`;
    const cwd = `/home/dev/work/${project}`;
    const session = chance.uuid();
    if (preset.isCodex) {
      writeRollout(folder, session, cwd, first + index * 3_600_000, ((preset.bytes ?? 0) * share) / sum, chance, pool);
      return;
    }
    const slug = `${chance.of(words)}-${chance.of(words)}-${chance.hex(4)}`;
    const log = new SessionLog({ session, cwd, slug, start: first + index * 3_600_000 }, chance, pool);
    const most = ((preset.bytes ?? 0) * share) / sum;
    do log.turn();
    while (preset.entries === undefined ? log.bytes + halfTurn < most : log.lines.length < preset.entries);
    if (chance.happens(0.1)) log.title(log.sentence());
    write(join(folder, "projects", cwd.replace(/[^A-Za-z0-9]/g, "-")), session, log);
    for (const { agent, prompt, at } of log.delegated) {
      const own = new SessionLog({ session, cwd, slug, start: at, agent }, chance, pool);
      own.turn(prompt);
      write(join(folder, "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"), session, "subagents"), `agent-${agent}`, own);
    }
  });
}

function writeRollout(
  folder: string,
  thread: string,
  cwd: string,
  start: number,
  most: number,
  chance: Chance,
  pool: TextPool,
): void {
  const log = new RolloutLog({ thread, cwd, start }, chance, pool);
  do log.turn();
  while (log.bytes + halfTurn / 2 < most);
  const time = new Date(start).toISOString().slice(0, 19);
  const day = join(folder, ".codex", "sessions", ...time.slice(0, 10).split("-"));
  write(day, `rollout-${time.replaceAll(":", "-")}-${thread}`, log);
}

function write(folder: string, name: string, { lines }: { readonly lines: readonly string[] }): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.jsonl`), `${lines.join("\n")}\n`);
}

export const isPreset = (name: string): name is PresetName => Object.hasOwn(presets, name);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = "", folder] = process.argv.slice(2);
  if (!isPreset(name) || folder === undefined) throw new Error(`generate.ts ${Object.keys(presets).join("|")} FOLDER`);
  generate(resolve(folder), presets[name], textPool(resolve(import.meta.dirname, "../../node_modules")));
}
