/** Logs that appear, grow, shrink, vanish, are rewritten and move between two machines, while keepers and builds are killed. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { lines } from "../../src/log/lines.ts";
import { versionPath } from "../../src/store/manifest.ts";
import { mergeStore } from "../../src/store/merge.ts";
import { readStore } from "../../src/store/store.ts";
import { verify } from "../../src/store/verify.ts";
import { Machine, scratchFolder } from "./support.ts";

/** A small generator with a seed, so that a failure can be had again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Rounds {
  readonly rounds: number;
  readonly seed: number;
  /** The compiled command. */
  readonly command: string;
  /** How many rounds there are from one site to the next. */
  readonly siteEvery: number;
  readonly onRound?: (round: number, lines: number) => void;
}

export interface Tally {
  readonly lines: number;
  readonly killed: number;
  readonly sites: number;
  /** What is lost or there twice, with its round. */
  readonly wrong: readonly string[];
}

const project = "-home-ines-tides";

export async function randomRounds({ rounds, seed, command, siteEvery, onRound }: Rounds): Promise<Tally> {
  const random = randomFrom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const scratch = scratchFolder();
  const desk = new Machine("desk", join(scratch, "desk"));
  const boat = new Machine("boat", join(scratch, "boat"));
  const [store, other] = [join(scratch, "store"), join(scratch, "other")];
  const site = join(scratch, "site");
  const wrong: string[] = [];
  const sessions: string[] = [];
  /** The words of each line that a keeper was done with, by session. */
  const kept = new Map<string, string>();
  let [made, killed, sites] = [0, 0, 0];

  const logsOf = (machine: Machine): readonly string[] => {
    const folder = join(machine.projects, project);
    return existsSync(folder) ? readdirSync(folder).map((name) => name.replace(".jsonl", "")) : [];
  };
  const line = (session: string, before: string): string => {
    const number = ++made;
    const parent = [...before.matchAll(/"uuid":"([^"]+)"/g)].at(-1)?.[1] ?? null;
    const time = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
    const about = { cwd: "/home/ines/tides", sessionId: session, version: "2.1.200", timestamp: time };
    const message = { role: "user", content: `zq${number}qz` };
    return `${JSON.stringify({ type: "user", uuid: `u${number}`, parentUuid: parent, ...about, message })}\n`;
  };
  const more = (session: string, before: string): string => {
    let text = before;
    for (let left = 1 + below(4); left > 0; left--) text += line(session, text);
    return text;
  };

  const change = (machine: Machine): void => {
    const logs = logsOf(machine);
    const session = logs[below(logs.length)];
    const what = below(10);
    if (session === undefined || what === 0) {
      const id = `${String(sessions.length + 1).padStart(8, "0")}-0000-4000-8000-000000000000`;
      sessions.push(id);
      machine.write(id, more(id, ""));
      return;
    }
    const text = machine.text(session);
    if (what <= 4) machine.append(session, more(session, text).slice(text.length));
    else if (what === 5) truncateSync(machine.log(session), below(text.length));
    else if (what === 6) rmSync(machine.log(session));
    else if (what === 7) {
      const some = text.split("\n").filter((each) => each !== "" && random() < 0.6);
      machine.write(session, more(session, some.map((each) => `${each}\n`).join("")));
    } else {
      // Moved to the other machine, or copied, and continued there.
      const to = machine === desk ? boat : desk;
      mkdirSync(join(to.projects, project), { recursive: true });
      to.write(session, more(session, text));
      if (what === 8) rmSync(machine.log(session));
    }
  };

  const killedRun = async (args: readonly string[], most: number): Promise<void> => {
    const env = { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: scratch, CLAUDE_CONFIG_DIR: desk.home };
    const child = spawn(process.execPath, [command, ...args], { stdio: "ignore", env });
    const ended = new Promise<number | null>((done) => child.on("exit", (code) => done(code)));
    const timer = setTimeout(() => child.kill("SIGKILL"), below(most));
    if ((await ended) === null) killed++;
    clearTimeout(timer);
  };

  /** Only whole lines: what is appended to half a line cannot be read by anybody. */
  const noteKept = (machine: Machine): void => {
    for (const session of logsOf(machine))
      for (const each of machine.text(session).split("\n").slice(0, -1))
        if (isJson(each)) for (const [word] of each.matchAll(/zq\d+qz/g)) kept.set(word, session);
  };

  const check = async (round: number): Promise<void> => {
    const known = readStore(store);
    if (known === undefined) return;
    for (const { path, what } of verify(known, () => undefined).damaged) wrong.push(`round ${round}: ${path} ${what}`);
    const stored = new Set<string>();
    for (const [key, { versions }] of Object.entries(known.manifest.files))
      for (const { number } of versions)
        for (const each of lines(join(store, versionPath(key, number))))
          for (const [word] of ("text" in each ? each.text : "").matchAll(/zq\d+qz/g)) stored.add(word);
    for (const word of kept.keys()) if (!stored.has(word)) wrong.push(`round ${round}: ${word} is not in the store`);
    const archive = await desk.archive(store);
    const seen = new Map<string, number>();
    for (const { id } of archive.sessions)
      for (const word of wordsIn(JSON.stringify(archive.whole(id).session.turns)))
        seen.set(word, (seen.get(word) ?? 0) + 1);
    tell(round, "the archive", seen);
  };

  const tell = (round: number, where: string, seen: ReadonlyMap<string, number>): void => {
    for (const word of kept.keys()) {
      const times = seen.get(word) ?? 0;
      if (times !== 1) wrong.push(`round ${round}: ${word} of ${kept.get(word)} is ${times} times in ${where}`);
    }
  };

  for (let round = 1; round <= rounds; round++) {
    for (let left = 1 + below(4); left > 0; left--) change(random() < 0.6 ? desk : boat);
    if (random() < 0.3)
      await killedRun(["keep", "--store", store, "--source", `desk=${desk.projects}`, "--quiet"], 500);
    if (random() < 0.1)
      await killedRun(["build", "--store", store, "--source", `desk=${desk.projects}`, "-o", site, "-q"], 2500);
    if (random() < 0.2) for (let left = 2; left > 0; left--) change(desk);
    // Two keepers at once.
    await Promise.all([desk.keep(store), desk.keep(store), boat.keep(other)]);
    noteKept(desk);
    noteKept(boat);
    await mergeStore({ folder: store, from: other, machine: "desk", waitMs: 5000 });
    await check(round);
    if (round % siteEvery === 0 || round === rounds) {
      sites++;
      tell(round, "the site", await builtWords(command, scratch, { desk, store, site }));
    }
    onRound?.(round, kept.size);
    if (wrong.length > 20) break;
  }
  rmSync(scratch, { recursive: true, force: true });
  return { lines: kept.size, killed, sites, wrong };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A prompt stands once in its turn; what stands beside it in JSON is its id and its place. */
const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"markdown":"(zq\d+qz)"/g)].flatMap(([, word]) => word ?? []);

interface Site {
  readonly desk: Machine;
  readonly store: string;
  readonly site: string;
}

/** How often each word is a prompt on the pages of a site. */
async function builtWords(
  command: string,
  home: string,
  { desk, store, site }: Site,
): Promise<ReadonlyMap<string, number>> {
  const env = { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: home, CLAUDE_CONFIG_DIR: desk.home };
  const args = ["build", "--store", store, "-o", site, "-q", "--no-search"];
  const child = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "ignore", "inherit"], env });
  const code = await new Promise((done) => child.on("exit", done));
  const seen = new Map<string, number>();
  if (code !== 0) return seen;
  for (const name of readdirSync(join(site, "sessions"))) {
    const page = readFileSync(join(site, "sessions", name, "index.html"), "utf8");
    for (const [, body = ""] of page.matchAll(/<div class="prompt[^>]*>([\s\S]*?)<\/div>/g))
      for (const [word] of body.matchAll(/zq\d+qz/g)) seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  return seen;
}
