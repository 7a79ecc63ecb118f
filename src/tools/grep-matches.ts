/** How much a Grep found. The log counts lines in one mode, files in another, and not always rightly. */
import { number } from "../log/fields.ts";
import type { Ended } from "../model/session.ts";
import { given } from "./given.ts";

export interface Matches {
  readonly matches?: number;
  readonly files?: number;
  /** Lines that came back, where matches and context cannot be told apart. */
  readonly lines?: number;
}

export function matches({ text, persisted }: Ended, mode: string | undefined, details: unknown): Matches | undefined {
  if (/^No (?:matches|files) found/.test(text))
    return mode === "content" || mode === "count" ? { matches: 0 } : { files: 0 };
  if (mode === "content") {
    const lines = number(details, "numLines");
    // Of a long result the log has the beginning; only its number of lines is whole.
    return persisted === undefined ? content(text, lines) : lineCount(lines);
  }
  if (mode === "count") return counted(text, details);
  const files = number(details, "numFiles") ?? Number(/^Found (\d+) files?\b/.exec(text)?.[1] ?? Number.NaN);
  return Number.isNaN(files) ? undefined : { files };
}

function lineCount(lines: number | undefined): Matches | undefined {
  return lines === undefined ? undefined : { lines };
}

function content(text: string, lines: number | undefined): Matches | undefined {
  const files = new Set<string>();
  let found = 0;
  let isOneFile = false;
  for (const line of text.split("\n")) {
    const inFile = /^(?!\d+[:-])(.+?):\d+:/.exec(line)?.[1];
    if (inFile !== undefined) files.add(inFile);
    else if (/^\d+:/.test(line)) isOneFile = true;
    else continue;
    found++;
  }
  if (found === 0) return lineCount(lines);
  return { matches: found, ...given({ files: isOneFile ? undefined : files.size }) };
}

function counted(text: string, details: unknown): Matches | undefined {
  // One file gives its bare number, and the log's own totals stay 0 then.
  const alone = /^(\d+)(?:\n|$)/.exec(text)?.[1];
  if (alone !== undefined) return { matches: Number(alone) };
  const found = number(details, "numMatches");
  return found === undefined ? undefined : { matches: found, ...given({ files: number(details, "numFiles") }) };
}
