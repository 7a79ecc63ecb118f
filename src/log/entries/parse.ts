/** One line becomes one entry or one diagnostic; nothing throws. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { At } from "../../model/session.ts";
import { type Json, record } from "../fields.ts";
import { type Line, lines, type OddLine } from "../lines.ts";
import type { Entry } from "./entry.ts";
import { entryOf, entryTypes } from "./index.ts";

export interface Parsed {
  readonly entries: readonly Entry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A log by its path and by what it is called in the archive. */
export type ReadLog = (path: string, name: string) => Parsed;

export const readLog: ReadLog = (path, name) => parse(lines(path), name);

/** `entries` may get some beside it, of lines that `found` does not give then. */
export function parse(found: Iterable<Line | OddLine>, file: string, entries: Entry[] = []): Parsed {
  const diagnostics: Diagnostic[] = [];
  for (const line of found) {
    const at = { file, line: line.number };
    if ("problem" in line) diagnostics.push(oddLine(line, at));
    else {
      const entry = parseLine(line, at, diagnostics);
      if (entry === undefined) continue;
      entries.push(entry);
      noteUnknown(entry, diagnostics);
    }
  }
  return { entries, diagnostics };
}

/** For another agent's log of JSON lines: `entriesOf` makes entries of each line that is an object. */
export function parseRecords(
  found: Iterable<Line | OddLine>,
  file: string,
  entriesOf: (raw: Json, at: At) => readonly Entry[],
): Parsed {
  const entries: Entry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const line of found) {
    const at = { file, line: line.number };
    if ("problem" in line) diagnostics.push(oddLine(line, at));
    else {
      const raw = recordIn(line, at, diagnostics);
      if (raw !== undefined) entries.push(...entriesOf(raw, at));
    }
  }
  for (const entry of entries) noteUnknown(entry, diagnostics);
  return { entries, diagnostics: inFileOrder(diagnostics) };
}

const inFileOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...diagnostics].sort((a, b) => a.at.line - b.at.line);

function parseLine(line: Line, at: At, diagnostics: Diagnostic[]): Entry | undefined {
  const raw = recordIn(line, at, diagnostics);
  return raw === undefined ? undefined : entryOf(raw, at);
}

/** The JSON object that a line is, whoever wrote it; what is none is said. */
export function recordIn(line: Line, at: At, diagnostics: Diagnostic[]): Json | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    // Only what is no JSON as it stands is worth a closer look.
    value = withoutNuls(line, at, diagnostics);
    if (value === undefined) return undefined;
  }
  const raw = record(value);
  if (raw !== undefined) return raw;
  const what = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  diagnostics.push({
    code: "not-an-entry",
    level: "error",
    at,
    message: `The line is ${what}, not an entry; it is left out.`,
  });
  return undefined;
}

/** A crash can leave a run of NULs around a line. */
function withoutNuls(line: Line, at: At, diagnostics: Diagnostic[]): unknown {
  let [start, end] = [0, line.text.length];
  while (start < end && line.text.charCodeAt(start) === 0) start++;
  while (start < end && line.text.charCodeAt(end - 1) === 0) end--;
  const text = line.text.slice(start, end);
  if (text !== line.text) {
    diagnostics.push({
      code: "bad-encoding",
      level: "warning",
      at,
      message: "NUL bytes around the line were taken off.",
    });
  }
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    diagnostics.push(
      line.isLast
        ? { code: "cut-line", level: "warning", at, message: "The last line was cut off; it is left out." }
        : {
            code: "invalid-json",
            level: "error",
            at,
            message: `Not JSON; the line is left out (${text.length} characters).`,
          },
    );
    return undefined;
  }
}

export function oddLine({ problem, bytes }: OddLine, at: At): Diagnostic {
  switch (problem) {
    case "long-line":
      return { code: problem, level: "error", at, message: `The line has ${bytes} bytes; it is left out.` };
    case "damaged-copy":
      return {
        code: problem,
        level: "error",
        at,
        message: `The copy in the store is damaged here; ${bytes} bytes before this line are lost.`,
      };
    case "damaged-file":
      return {
        code: "cut-line",
        level: "error",
        at,
        message: "The file is damaged from here on; the rest is left out.",
      };
    case "bad-encoding":
      return { code: problem, level: "warning", at, message: "The file is UTF-16; read as such." };
  }
}

const knownTypes = new Set(entryTypes.map(({ type }) => type));

const unknownCodes = {
  entry: ["unknown-entry", "Entry type"],
  system: ["unknown-system", "System subtype"],
  progress: ["unknown-progress", "Progress type"],
  attachment: ["unknown-attachment", "Attachment type"],
} as const;

/** A diagnostic for everything of an entry that is shown as it is. */
export function noteUnknown(entry: Entry, diagnostics: Diagnostic[]): void {
  if (entry.kind === "unknown") {
    const [code, what] = unknownCodes[entry.what];
    const isKnown = entry.what === "entry" && knownTypes.has(entry.type);
    const message = `${what} "${short(entry.type)}" is not ${isKnown ? "as we know it" : "known"}; shown as is.`;
    diagnostics.push({ code, level: "warning", at: entry.at, message });
  } else if (entry.kind === "user" || entry.kind === "assistant") {
    for (const block of entry.blocks) {
      if (block.kind !== "unknown") continue;
      const message = `Content block "${short(block.type)}" is not known; shown as is.`;
      diagnostics.push({ code: "unknown-block", level: "warning", at: entry.at, message });
    }
  }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
