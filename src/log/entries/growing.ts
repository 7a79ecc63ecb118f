/**
 * Logs that are being written: of one that was read before and has only grown since, only what is new is parsed. Its
 * bytes are kept beside the entries, since only a comparison shows that what was read still stands there.
 */
import { linesIn } from "../lines.ts";
import { readRegular } from "../regular-file.ts";
import { type Parsed, parse, type ReadLog, readLog } from "./parse.ts";

interface Known extends Parsed {
  readonly name: string;
  /** Up to its last line end: what comes behind it may be half a line. */
  readonly bytes: Buffer;
  readonly lines: number;
}

const mostBytes = 64 << 20;
const newline = 10;

/** Keeps the logs that were read last. */
export function growingLogs(): ReadLog {
  const known = new Map<string, Known>();
  return (path, name) => {
    const bytes = readRegular(path, mostBytes);
    // What is wrong with it becomes a diagnostic there.
    if (bytes === undefined || bytes.includes("\0")) return readLog(path, name);
    const whole = grown(bytes, name, known.get(path));
    known.delete(path);
    known.set(path, whole);
    forgetOldest(known);
    return joined(whole, parse(linesIn(bytes, whole.bytes.length, whole.lines), name));
  };
}

function grown(bytes: Buffer, name: string, before: Known | undefined): Known {
  const isSame = before?.name === name && before.bytes.equals(bytes.subarray(0, before.bytes.length));
  const from = isSame ? before : { ...nothing, name };
  const end = bytes.lastIndexOf(newline) + 1;
  const whole = bytes.subarray(0, end);
  const parsed = joined(from, parse(linesIn(whole, from.bytes.length, from.lines), name));
  return { ...parsed, name, bytes: whole, lines: from.lines + lineEnds(whole, from.bytes.length) };
}

const nothing: Omit<Known, "name"> = { entries: [], diagnostics: [], bytes: Buffer.alloc(0), lines: 0 };

function joined(a: Parsed, b: Parsed): Parsed {
  return { entries: [...a.entries, ...b.entries], diagnostics: [...a.diagnostics, ...b.diagnostics] };
}

function lineEnds(bytes: Buffer, from: number): number {
  let count = 0;
  for (let at = bytes.indexOf(newline, from); at !== -1; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}

function forgetOldest(known: Map<string, Known>): void {
  let size = [...known.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const [path, { bytes }] of known) {
    if (size <= mostBytes) return;
    known.delete(path);
    size -= bytes.length;
  }
}
