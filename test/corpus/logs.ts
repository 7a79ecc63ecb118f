/** Raw logs, read without the parser: files, lines, and which entries are copies of one another. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";

export type Json = Readonly<Record<string, unknown>>;

export interface RawEntry {
  readonly file: string;
  readonly line: number;
  readonly raw: Json;
}

export interface Log {
  /** As `annals inspect` names it: from the folder's own name on. */
  readonly name: string;
  readonly path: string;
  /** `agent-<id>.jsonl` has one. */
  readonly agent?: string;
  readonly entries: readonly RawEntry[];
}

export function logsBelow(folder: string): readonly Log[] {
  return filesBelow(folder, (name) => name.endsWith(".jsonl") && name !== "journal.jsonl").map((path) => {
    const name = [basename(folder), ...relative(folder, path).split(sep)].join("/");
    const agent = /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1];
    return { name, path, ...(agent === undefined ? {} : { agent }), entries: entriesOf(path, name) };
  });
}

export function filesBelow(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = join(folder, item.name);
      if (item.isDirectory()) return filesBelow(path, isWanted);
      return item.isFile() && isWanted(item.name) ? [path] : [];
    });
}

function entriesOf(path: string, file: string): readonly RawEntry[] {
  const found: RawEntry[] = [];
  for (const [index, text] of readFileSync(path, "utf8")
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const raw = parsed(text);
    if (raw !== undefined) found.push({ file, line: index + 1, raw });
  }
  return found;
}

function parsed(text: string): Json | undefined {
  try {
    return objectOf(JSON.parse(text.replace(/^\0+|[\0\r]+$/g, "")));
  } catch {
    return undefined;
  }
}

export function objectOf(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export function textAt(value: unknown, name: string): string {
  const found = objectOf(value)?.[name];
  return typeof found === "string" ? found : "";
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const found = objectOf(value)?.[name];
  return Array.isArray(found) ? found : [];
}

/** Equal for an entry and its copy in a resumed log; hand-made logs may share ids by accident. */
export function printOf({ file, line, raw }: RawEntry): string {
  const uuid = textAt(raw, "uuid");
  return uuid === ""
    ? `${file}:${line}`
    : `${uuid} ${textAt(raw, "timestamp")} ${JSON.stringify(objectOf(raw.message)?.content)?.slice(0, 200)}`;
}
