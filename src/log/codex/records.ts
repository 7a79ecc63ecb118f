/** All lines of a log, each as a record; what cannot be read is said. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { LogFile } from "../discover.ts";
import { parseRecords } from "../entries/parse.ts";
import type { Line, OddLine } from "../lines.ts";
import { logLines } from "../merged-lines.ts";
import { type CodexRecord, recordOf } from "./record.ts";

export interface Records {
  readonly records: readonly CodexRecord[];
  readonly diagnostics: readonly Diagnostic[];
}

export function recordsOf(file: LogFile): Records {
  const records: CodexRecord[] = [];
  const { diagnostics } = parseRecords(untilDamage(logLines(file)), file.name, (raw, at) => {
    records.push(recordOf(raw, at));
    return [];
  });
  return { records, diagnostics };
}

/** A packed log that was cut: what comes before that is a log all the same. */
function* untilDamage(found: Iterable<Line | OddLine>): Generator<Line | OddLine> {
  let last = 0;
  try {
    for (const line of found) {
      last = line.number;
      yield line;
    }
  } catch (error) {
    if (last === 0) throw error;
    yield { number: last + 1, problem: "damaged-file", bytes: 0 };
  }
}
