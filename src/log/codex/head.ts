/** What the first line of a log says, without reading the rest: which thread it is, and whose. */
import { closeSync, readSync } from "node:fs";
import { isPackedName } from "../../system/packed-file.ts";
import { object, record, text, time, words } from "../fields.ts";
import { lines } from "../lines.ts";
import { openRegular } from "../regular-file.ts";
import { isZstdName, unpackZstd } from "../zstd.ts";
import { recordOf } from "./record.ts";

export interface Head {
  readonly id?: string;
  readonly parent?: string;
  readonly forkedFrom?: string;
  /** "default", "explorer" … */
  readonly agentRole?: string;
  readonly nickname?: string;
  /** What `codex exec --json` printed, not the log of the thread. */
  readonly isPrinted?: true;
  /** Codex made it for its own purposes: nobody asked for it. */
  readonly isInternal?: true;
  readonly began?: string;
}

/** Codex's own instructions are part of the first line, and make it tens of thousands of letters long. */
const sizes = [1 << 15, 1 << 20, 1 << 23];
const nowhere = { file: "", line: 1 };

/** `undefined` where it is no log of Codex. A first line that is damaged says nothing: then it is an empty one. */
export function headOf(path: string): Head | undefined {
  for (const size of sizes) {
    const start = beginning(path, size);
    if (start === undefined) return undefined;
    const found = headIn(start.text, start.isWhole);
    if (found !== "more") return found;
    if (start.isWhole) return undefined;
  }
  return undefined;
}

function beginning(path: string, size: number): { readonly text: string; readonly isWhole: boolean } | undefined {
  try {
    if (isPackedName(path)) return packedBeginning(path);
    const { file, size: all } = openRegular(path);
    try {
      const buffer = Buffer.allocUnsafe(size);
      const plain = (into: Buffer, at: number, length: number, from: number) => readSync(file, into, at, length, from);
      const read = isZstdName(path) ? unpackZstd(plain, all) : plain;
      let got = 0;
      for (
        let more = read(buffer, 0, size, 0);
        more > 0 && got + more <= size;
        more = read(buffer, got, size - got, got)
      ) {
        got += more;
        if (got === size) break;
      }
      return { text: buffer.toString("utf8", 0, got).replace(/^\uFEFF/, ""), isWhole: got < size };
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Of a file of the store, or of a log in it that was packed before. */
function packedBeginning(path: string): { readonly text: string; readonly isWhole: boolean } {
  const found: string[] = [];
  for (const line of lines(path)) {
    if ("text" in line) found.push(line.text);
    if (found.length === 3) break;
  }
  return { text: `${found.join("\n")}\n`, isWhole: true };
}

/** `more` where the first line goes on beyond the text. */
function headIn(start: string, isWhole: boolean): Head | undefined | "more" {
  const all = start.split("\n");
  const complete = isWhole ? all : all.slice(0, -1);
  for (const line of complete.slice(0, 3)) {
    const raw = parsed(line);
    if (raw === undefined) continue;
    const found = recordOf(raw, nowhere);
    if (found.kind === "meta")
      return {
        ...ofMeta(found.body, found.time),
        ...(text(raw, "type") === "thread.started" ? { isPrinted: true } : {}),
      };
    if (found.kind !== "unknown") return {};
  }
  if (complete.length > 0)
    return complete.slice(0, 3).some((line) => /"type"\s*:\s*"session_meta"/.test(line)) ? {} : undefined;
  if (!/^\s*\{/.test(start) || !/"(?:session_meta|instructions)"/.test(start)) return undefined;
  // What tells the thread stands before the instructions.
  const cut = parsed(`${start.slice(0, start.search(/,\s*"base_instructions"\s*:/))}}}`);
  const found = cut === undefined ? undefined : recordOf(cut, nowhere);
  return found?.kind === "meta" ? ofMeta(found.body, found.time) : "more";
}

function parsed(line: string) {
  try {
    return record(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function ofMeta(meta: Readonly<Record<string, unknown>>, stamp: string | undefined): Head {
  const subagent = object(meta, "source")?.subagent;
  const spawn = object(subagent, "thread_spawn");
  const kind = typeof subagent === "string" ? subagent : text(subagent, "other");
  const given = {
    id: words(meta, "id"),
    parent: words(meta, "parent_thread_id") ?? words(spawn, "parent_thread_id"),
    forkedFrom: words(meta, "forked_from_id"),
    agentRole: words(spawn, "agent_role") ?? words(meta, "agent_role") ?? kind,
    nickname: words(spawn, "agent_nickname") ?? words(meta, "agent_nickname") ?? words(spawn, "agent_path"),
    began: time(meta, "timestamp") ?? stamp,
    isInternal: kind !== undefined && kind !== "review" ? (true as const) : undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
