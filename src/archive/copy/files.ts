/** Which files of a session are copied, and what they are called in the copy: names may tell who somebody is, too. */
import { basename, sep } from "node:path";
import type { LogFile } from "../../log/discover.ts";
import { lines } from "../../log/lines.ts";
import { isJson, mergedLines } from "../../log/merged-lines.ts";
import type { SessionFiles } from "../../log/session-files.ts";
import { besideLog, plainName } from "../../system/packed-file.ts";
import { cutLine } from "./line.ts";

export interface CopiedFile {
  /** In the copy. */
  readonly path: string;
  readonly kind: "log" | "meta" | "output";
  readonly source: string;
  /** Of a log, in order; an empty one where the log has none or one that nobody can read. */
  readonly lines?: () => Generator<string>;
}

/** `show` takes out of names what must not be seen. */
export function copiedFiles(files: SessionFiles, show: (text: string) => string): readonly CopiedFile[] {
  const place = (...parts: readonly string[]): string => parts.map((part) => safe(show(part))).join("/");
  const folder = encoded(show(basename(files.folder)));
  const found: CopiedFile[] = [];
  const own = files.file;
  if (own !== undefined) found.push(log(own, `${folder}/${place(basename(plainName(own.path)))}`));
  for (const { file } of files.agents) {
    const path = `${folder}/${place(...belowFolder(file))}`;
    found.push(log(file, path));
    found.push({ path: besideLog(path, ".meta.json"), kind: "meta", source: besideLog(file.path, ".meta.json") });
  }
  const session = own === undefined ? files.id : basename(plainName(own.path), ".jsonl");
  for (const [name, source] of files.outputs)
    found.push({ path: `${folder}/${place(session, "tool-results", name)}`, kind: "output", source });
  return found;
}

/** An agent lies in its session's folder, or beside its session. */
function belowFolder({ path }: LogFile): readonly string[] {
  const parts = plainName(path).split(sep);
  const at = parts.lastIndexOf("subagents");
  return at < 1 ? parts.slice(-1) : parts.slice(at - 1);
}

/** As Claude Code names the folder of a project, so that it is still known by the folders in its lines. */
const encoded = (name: string): string => name.replace(/[^A-Za-z0-9]/g, "-") || "-";

const safe = (name: string): string => name.replace(/[^\w.-]+/g, "-").replace(/^\.+/, "") || "unnamed";

function log(file: LogFile, path: string): CopiedFile {
  return { path, kind: "log", source: file.path, lines: () => linesOf(file) };
}

/** Each at its own number, so that what is said of a line is said of the same one here. */
function* linesOf({ path, versions }: LogFile): Generator<string> {
  let last = 0;
  for (const line of versions === undefined ? lines(path) : mergedLines([...versions, path])) {
    if (versions === undefined) for (; last < line.number - 1; last++) yield "";
    last = line.number;
    // It may still be being written, and comes whole the next time.
    if ("text" in line && line.isLast && !isJson(line.text)) yield cutLine;
    else yield "text" in line ? line.text : "";
  }
}
