/**
 * Edits an archive at random and builds it after each edit twice: with what earlier builds kept, and from nothing.
 * Prints one line of JSON for each round. Arguments: a folder to work in, a seed, rounds.
 */

import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { buildSite } from "../../../src/build/build.ts";
import { prepareOutput } from "../../../src/build/output/output-folder.ts";
import { noTheme } from "../../../src/build/theme-files.ts";

const [scratch = "", seed = "1", rounds = "8"] = process.argv.slice(2);
const logs = join(scratch, "logs");
cpSync(new URL("../../../fixtures/sample/projects", import.meta.url), logs, { recursive: true });

let state = Number(seed);
/** mulberry32: the same edits for the same seed. */
function chance(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const one = <Item>(list: readonly Item[]): Item => list[chance(list.length)] as Item;
const below = (folder: string, end: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(end) && statSync(join(folder, name)).isFile())
        .sort()
        .map((name) => join(folder, name))
    : [];

let added = 0;
const tokens: string[] = [];
const prompt = (text: string): string =>
  `${JSON.stringify({ type: "user", uuid: `new-${++added}`, parentUuid: null, timestamp: `2026-03-01T10:00:${String(added % 60).padStart(2, "0")}Z`, cwd: "/home/mara/src/tidemark", sessionId: "edit", message: { role: "user", content: text } })}\n`;

/** A call that writes one of a few files, and its result. */
function write(text: string): string {
  const call = `call-${++added}`;
  const line = (type: "assistant" | "user", content: object, more: object = {}): string =>
    `${JSON.stringify({ type, uuid: `${type}-${added}`, parentUuid: null, timestamp: `2026-03-01T11:00:${String(added % 60).padStart(2, "0")}Z`, cwd: "/home/mara/src/tidemark", sessionId: "edit", message: { role: type, content: [content] }, ...more })}\n`;
  const input = { file_path: `/home/mara/src/tidemark/src/made-${chance(3)}.ts`, content: text };
  const made = { type: "create", filePath: input.file_path, content: text, structuredPatch: [] };
  return (
    line("assistant", { type: "tool_use", id: call, name: "Write", input }) +
    line("user", { type: "tool_result", tool_use_id: call, content: "File created" }, { toolUseResult: made })
  );
}

let title = "Edits";
const edits: Readonly<Record<string, () => void>> = {
  "change a file": () => appendFileSync(one(below(logs, ".jsonl")), write(`export const size = ${chance(5)};\n`)),
  "write a bare token into files": () => {
    const token = `pV4${"tRq8".repeat(3)}${chance(1e9)}Ns`;
    tokens.push(token);
    for (const _ of [1, 2]) appendFileSync(one(below(logs, ".jsonl")), write(`export const name = "${token}";\n`));
  },
  "give another title": () => {
    title = `Edits ${chance(1e9)}`;
  },
  "lose a page of a file": () => {
    const found = below(join(scratch, "site", "files"), ".html");
    if (found.length > 0) rmSync(one(found));
  },
  grow: () => appendFileSync(one(below(logs, ".jsonl")), prompt("One more thing, please")),
  add: () => {
    const folder = join(logs, one(readdirSync(logs)));
    mkdirSync(folder, { recursive: true });
    const name = `00000000-0000-4000-8000-${String(chance(1e9)).padStart(12, "0")}.jsonl`;
    writeFileSync(join(folder, name), prompt(`A session of its own, number ${added}`));
  },
  "add a secret": () =>
    appendFileSync(one(below(logs, ".jsonl")), prompt(`export DEPLOY_TOKEN=${"Zq8".repeat(4)}${chance(1e9)}kVx`)),
  // Nobody can tell that it is a secret where it stands; where it is labelled later, it is one everywhere.
  "add a bare token": () => {
    const token = `kQ7${"xWz9".repeat(3)}${chance(1e9)}Lp`;
    tokens.push(token);
    for (const _ of [1, 2]) appendFileSync(one(below(logs, ".jsonl")), prompt(`What is ${token} in this file?`));
  },
  "label a token": () =>
    appendFileSync(one(below(logs, ".jsonl")), prompt(`export API_TOKEN=${one(tokens) ?? "none"}`)),
  fork: () => {
    const file = one(below(logs, ".jsonl").filter((path) => !path.includes("agent-")));
    const name = `00000000-0000-4000-9000-${String(chance(1e9)).padStart(12, "0")}.jsonl`;
    writeFileSync(join(file, "..", name), `${readFileSync(file, "utf8")}${prompt("And from here another way")}`);
  },
  remove: () => rmSync(one(below(logs, ".jsonl"))),
  cut: () => {
    const file = one(below(logs, ".jsonl"));
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.slice(0, Math.floor(text.length / 2)));
  },
  "rewrite the same": () => {
    const file = one(below(logs, ".jsonl"));
    writeFileSync(file, readFileSync(file));
  },
  touch: () => {
    for (const file of below(logs, ".jsonl")) utimesSync(file, new Date(), new Date());
  },
  nothing: () => undefined,
  "damage the cache": () => {
    const file = one(below(join(scratch, "cache"), ".json"));
    const bytes = readFileSync(file);
    bytes[chance(bytes.length)] = 0x21;
    writeFileSync(file, bytes);
  },
  "lose the cache": () => rmSync(join(scratch, "cache"), { recursive: true }),
  "edit the index": () => {
    const found = below(join(scratch, "site"), "").filter((path) => /pagefind\/.*\.(?:js|pf_\w+|json)$/.test(path));
    if (found.length > 0) appendFileSync(one(found), "mine");
  },
  "lose a page": () => rmSync(one(below(join(scratch, "site", "sessions"), ".html"))),
  "replace a file": () => {
    // Of our own names only: what people add to a site stays in it.
    const found = below(join(scratch, "site"), "").filter((path) => /(?:media|pagefind|sessions)\/.*\.\w+$/.test(path));
    const path = one(found);
    const { mtime } = statSync(path);
    const bytes = readFileSync(path);
    rmSync(path);
    // As long and as old as it was.
    writeFileSync(path, bytes.fill(0x21));
    utimesSync(path, mtime, mtime);
  },
  "edit a page": () => appendFileSync(one(below(join(scratch, "site"), ".html")), "<!-- mine -->"),
};

const quiet = { phase: () => undefined, step: () => undefined };

/** `mostHeld` is how much stays open until all is read: with 0 every session but the last is drawn at once. */
async function build(
  site: string,
  cache: string,
  isSearched: boolean,
  { width, mostHeld }: { readonly width: number; readonly mostHeld: number },
): Promise<number> {
  const target = prepareOutput(join(scratch, site));
  try {
    const built = await buildSite({
      sources: [logs],
      title,
      timeZone: "UTC",
      folder: target.folder,
      adopt: target.adopt,
      previous: join(scratch, site),
      cache: join(scratch, cache),
      leaveOut: { thinking: false, toolOutput: false },
      redact: {},
      theme: noTheme,
      comparable: [isSearched, title],
      isFull: false,
      width,
      mostHeld,
      ...(isSearched ? { search: {} } : {}),
      progress: quiet,
    });
    if (built.leaks.length > 0) throw new Error("The site leaks.");
    if (built.isUnchanged) target.abandon();
    else {
      target.finish();
      built.remember();
    }
    return built.isUnchanged ? -1 : built.drawn;
  } catch (error) {
    target.abandon();
    throw error;
  }
}

function differing(): readonly string[] {
  const [kept, anew] = ["site", "fresh"].map(
    (name) => new Map(below(join(scratch, name), "").map((path) => [path.slice(join(scratch, name).length), path])),
  ) as [Map<string, string>, Map<string, string>];
  const isFile = (path: string | undefined): boolean => path !== undefined && /\.[a-z_]+$|nojekyll/.test(path);
  return [...new Set([...kept.keys(), ...anew.keys()])].filter((name) => {
    const [a, b] = [kept.get(name), anew.get(name)];
    if (a === undefined || b === undefined) return isFile(name);
    return isFile(name) && !readFileSync(a).equals(readFileSync(b));
  });
}

await build("site", "cache", true, { width: 0, mostHeld: 0 });
for (let round = 0; round < Number(rounds); round++) {
  const edit = one(Object.keys(edits));
  edits[edit]?.();
  const isSearched = chance(3) > 0;
  const drawn = await build("site", "cache", isSearched, { width: round % 3, mostHeld: one([0, 60_000, 1e9]) });
  for (const name of ["fresh", "nothing"]) rmSync(join(scratch, name), { recursive: true, force: true });
  // In turn with everything open until all is known, and with every session drawn before the next is read.
  const all = await build("fresh", "nothing", isSearched, { width: 0, mostHeld: round % 2 === 0 ? 1e9 : 0 });
  console.log(JSON.stringify({ edit, isSearched, drawn, all, differing: differing() }));
}
