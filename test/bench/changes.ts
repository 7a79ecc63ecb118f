/** What happens to logs between two builds; all of it can be undone. */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Archive, isSession, type Log, logsBelow } from "./archive.ts";
import { Chance } from "./chance.ts";
import { SessionLog } from "./session-log.ts";
import { textPool } from "./text-pool.ts";

export interface Changes {
  /** The session that was used last, as sessions do. */
  readonly grow: () => void;
  /** One from somewhere in the middle, resumed after a long time. */
  readonly growOld: () => void;
  readonly remove: () => void;
  readonly add: () => void;
  /** A word in an old session, before the first build: nothing says yet that it is a secret. */
  readonly plantWord: () => void;
  /** The newest session says that it is one. */
  readonly tellSecret: () => void;
  /** A session that goes on from an old one, and begins with a copy of its lines, as a resumed one does. */
  readonly addLink: () => void;
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
  const planted = logs[Math.floor(logs.length / 2) - 2] ?? old;
  const copied = logs[Math.floor(logs.length / 2) - 3] ?? old;
  const resumed = join(dirname(copied.path), `${new Chance(3).uuid()}.jsonl`);
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
    plantWord: () => appendFileSync(planted.path, newPrompt(planted.path, `What is ${secretWord} in the notes?`)),
    tellSecret: () => appendFileSync(newest.path, newPrompt(newest.path, `Use DEPLOY_TOKEN=${secretWord} for it.`)),
    addLink: () => writeFileSync(resumed, resumedLog(copied.path, basename(resumed, ".jsonl"), root)),
    undo: () => {
      add();
      rmSync(resumed, { force: true });
      for (const { path, size } of [newest, old, planted]) truncateSync(path, size);
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

/** No rule knows it by its looks; only a label gives it away. */
export const secretWord = "qX7vR2mK9tLw4ZpB8nHc";

const entriesOf = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const lastOf = (entries: ReturnType<typeof entriesOf>) =>
  entries.findLast((entry) => typeof entry.timestamp === "string");

function newTurn(path: string, root: string, session = basename(path, ".jsonl")): string {
  const last = lastOf(entriesOf(path));
  const facts = { session, cwd: last.cwd, slug: last.slug, start: Date.parse(last.timestamp) + 1000 };
  const log = new SessionLog(facts, new Chance(2), textPool(join(root, "node_modules")));
  log.turn();
  return `${log.lines.join("\n")}\n`;
}

/** After the last line, of the same session. */
function newPrompt(path: string, text: string): string {
  const last = lastOf(entriesOf(path));
  const { cwd, sessionId, version, gitBranch, slug } = last;
  return `${JSON.stringify({
    parentUuid: last.uuid ?? null,
    isSidechain: false,
    ...{ cwd, sessionId, version, gitBranch, slug },
    type: "user",
    message: { role: "user", content: text },
    uuid: new Chance(text.length).uuid(),
    timestamp: new Date(Date.parse(last.timestamp) + 1000).toISOString(),
  })}\n`;
}

/** The client writes the new session's id over that of the old one. */
function resumedLog(path: string, session: string, root: string): string {
  const copies = entriesOf(path).map((entry) => JSON.stringify({ ...entry, sessionId: session }));
  return `${copies.join("\n")}\n${newTurn(path, root, session)}`;
}
