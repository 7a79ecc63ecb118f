/** A folder of logs with each payload in each place. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Log, type Raw } from "./log.ts";
import { linePlaces, titlePlaces } from "./places.ts";

const bundled = join(import.meta.dirname, "../../fixtures/hostile/payloads.json");
/** Public collections; not part of the project. */
export const collections = join(import.meta.dirname, "../../../shared/payloads");

export function ownPayloads(): readonly string[] {
  const { groups }: { groups: Record<string, readonly string[]> } = JSON.parse(readFileSync(bundled, "utf8"));
  return Object.values(groups).flat();
}

/** Every string of the collections that are here. */
export function publicPayloads(): readonly string[] {
  if (!existsSync(collections)) return [];
  const found = readdirSync(collections)
    .filter((name) => name.endsWith(".json") && name !== "jsontestsuite.json")
    .sort()
    .flatMap((name): string[] => JSON.parse(readFileSync(join(collections, name), "utf8")).payloads ?? []);
  return [...new Set(found)];
}

/** The same few each time, from all over the list. */
export function sample(payloads: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, payloads.length / count);
  return Array.from(
    { length: Math.min(count, payloads.length) },
    (_, index) => payloads[Math.floor(index * step)] ?? "",
  );
}

const uuid = (kind: number, index: number): string =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** What a file system takes as a name: the payload itself, or what is left of it. */
function fileName(text: string, index: number): string {
  const legal = text.replace(/[\0/]|\p{Cs}/gu, "_").slice(0, 60);
  return ["", ".", "..", "node_modules", ".git"].includes(legal) ? `_${index}` : legal;
}

/** `as` makes the text of one place, where it should be told from the others. */
export function writeSource(
  folder: string,
  payloads: readonly string[],
  as = (_place: string, text: string) => text,
): void {
  payloads.forEach((payload, index) => {
    put(join(folder, `-lines-${index}`, `${uuid(1, index)}.jsonl`), inAllLines(payload, uuid(1, index), as));
    titlePlaces.forEach(({ write }, at) => {
      const id = uuid(10 + at, index);
      const log = new Log(id, { cwd: payload, gitBranch: payload, slug: payload, version: payload });
      log.prompt(payload);
      log.said([{ type: "text", text: "Done." }], { model: payload });
      write(payload, log);
      put(join(folder, `-titles-${index}`, `${id}.jsonl`), String(log));
    });
    writeNamed(folder, payload, index);
  });
}

function inAllLines(payload: string, session: string, as: (place: string, text: string) => string): string {
  const log = new Log(session, { cwd: "/home/ines/tidemark" });
  log.prompt("All places.");
  for (const [name, write] of linePlaces) write(as(name, payload), log);
  return String(log);
}

/** The payload as the name of everything that has one. */
function writeNamed(folder: string, payload: string, index: number): void {
  const name = fileName(payload, index);
  // Numbered, since payloads that differ only in what a name cannot hold would meet.
  const session = `${name}-${index}`;
  const project = join(folder, `${index}-${name}`);
  const log = new Log(payload);
  log.prompt("Names.");
  log.call(
    "Bash",
    { command: "seq 9" },
    `<persisted-output>\nOutput too large (43.1KB). Full output saved to: /x/tool-results/${name}\n\nPreview (first 2KB):\n1\n</persisted-output>`,
    { persistedOutputPath: `/x/tool-results/${name}` },
  );
  put(join(project, `${session}.jsonl`), String(log));
  put(join(project, session, "tool-results", name), `${payload}\n`.repeat(3));
  const agent = join(project, session, "subagents", `agent-${name}`);
  const spoken = new Log(payload, { isSidechain: true, agentId: payload });
  spoken.prompt(payload);
  spoken.said([{ type: "text", text: payload }]);
  put(`${agent}.jsonl`, String(spoken));
  put(`${agent}.meta.json`, JSON.stringify({ agentType: payload, description: payload, toolUseId: payload }));
  const flow = join(project, session, "subagents", "workflows", `wf_${name}`, "agent-a1");
  put(`${flow}.jsonl`, String(spoken));
  put(`${flow}.meta.json`, JSON.stringify({ agentType: payload, name: payload }));
}

/** Several payloads in one session: so long that its page is cut into parts. */
export function writeLong(folder: string, payloads: readonly string[]): void {
  const log = new Log(uuid(9, 1), { cwd: "/home/ines/long" });
  payloads.forEach((payload, index) => {
    log.prompt(`Part ${index}`);
    for (const [, write] of linePlaces) write(payload, log);
    log.call("Bash", { command: payload }, `${payload}\n`.repeat(90));
    log.call(
      "Read",
      { file_path: "/x/a.html" },
      Array.from({ length: 200 }, (_, line) => `${line}→${payload}`).join("\n"),
    );
  });
  put(join(folder, "-long", `${uuid(9, 1)}.jsonl`), String(log));
}

const fixtures = join(import.meta.dirname, "../../fixtures");
const structure = new Set([
  "type",
  "subtype",
  "role",
  "operation",
  "uuid",
  "parentUuid",
  "timestamp",
  "sessionId",
  "id",
  "tool_use_id",
]);

/** Every text of every fixture line, one at a time and all at once: what the table of places may have missed. */
export function writeFixtures(folder: string, payloads: readonly string[]): number {
  const lines = ["entries", "tools"].flatMap((kind) =>
    readdirSync(join(fixtures, kind), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) =>
        readFileSync(join(fixtures, kind, name), "utf8")
          .trim()
          .split("\n")
          .map((line): Raw => JSON.parse(line)),
      ),
  );
  let places = 0;
  payloads.forEach((payload, index) => {
    const id = uuid(20, index);
    const out: Raw[] = [];
    for (const [file, entries] of lines.entries()) {
      const paths = entries.flatMap((entry, line) => leaves(entry).map((path) => [line, path] as const));
      if (index === 0) places += paths.length;
      const variants = paths.map((one) => [one]);
      for (const [variant, changes] of [...variants, paths].entries()) {
        const copy: Raw[] = structuredClone(entries);
        for (const [line, path] of changes) set(copy[line] as Raw, path, payload);
        // Ids of their own, so that no copy is taken for the same line again.
        const own = JSON.stringify(copy).replace(
          /(toolu_|msg_|00000000-0000-4000-8000-|"e)(\w+)"/g,
          `$1$2v${file}x${variant}"`,
        );
        out.push(...(JSON.parse(own) as Raw[]).map((entry) => ({ ...entry, sessionId: id })));
      }
    }
    put(join(folder, `-fixtures-${index}`, `${id}.jsonl`), out.map((entry) => JSON.stringify(entry)).join("\n"));
  });
  return places;
}

type Path = readonly (string | number)[];

function leaves(value: unknown, at: Path = []): Path[] {
  if (typeof value === "string") return structure.has(String(at.at(-1))) ? [] : [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, [...at, key]));
}

function set(target: Raw, path: Path, text: string): void {
  let at: Raw = target;
  for (const key of path.slice(0, -1)) at = at[key] as Raw;
  at[path.at(-1) as string] = text;
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
