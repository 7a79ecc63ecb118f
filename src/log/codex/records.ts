/** All lines of a log, each as a record; what cannot be read is said. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { LogFile } from "../discover.ts";
import { oddLine, recordIn } from "../entries/parse.ts";
import { type Line, lines, type OddLine } from "../lines.ts";
import { logLines } from "../merged-lines.ts";
import { skimRecords, type TakeRecord } from "../skim/index.ts";
import { ExecEvents } from "./exec-events.ts";
import { answerEvent, begins, isTwin, Repeats } from "./line.ts";
import { type CodexRecord, recordOf } from "./record.ts";

export interface Records {
  readonly records: readonly CodexRecord[];
  readonly diagnostics: Diagnostic[];
}

export const recordsOf = (file: LogFile): Records => recordsIn(file, logLines(file));

/** The same for those who only count. */
export function skimmedRecordsOf(file: LogFile): Records {
  if (file.versions !== undefined) return recordsOf(file);
  let taken: TakeRecord = () => {};
  return skimRecords(
    (...told) => taken(...told),
    (skim) =>
      recordsIn(file, lines(file.path, skim), (take) => {
        taken = take;
      }),
  );
}

/** `onTaker` gets what is to be told of lines that `found` does not give. */
function recordsIn(file: LogFile, found: Iterable<Line | OddLine>, onTaker?: (take: TakeRecord) => void): Records {
  const records: CodexRecord[] = [];
  const diagnostics: Diagnostic[] = [];
  const repeats = new Repeats();
  const printedEvents = new ExecEvents();
  const take = (line: Line | OddLine, isTold = false): void => {
    const at = { file: file.name, line: line.number };
    if ("problem" in line) {
      diagnostics.push(oddLine(line, at));
      return;
    }
    const text = repeats.shortened(line.text);
    if (text === undefined) return;
    const raw = recordIn(text === line.text ? line : { ...line, text }, at, diagnostics);
    if (raw === undefined) return;
    const printed = printedEvents.records(raw, at);
    if (printed !== undefined) {
      records.push(...printed);
      return;
    }
    const found = recordOf(raw, at, isTold);
    if (found.kind === "context") repeats.noteContext(found.body);
    records.push(found);
  };
  /** Waits for the line after it, which mostly says the same. */
  let event: Line | undefined;
  let last = 0;
  const settle = (): void => {
    if (event !== undefined) take(event);
    event = undefined;
  };
  onTaker?.((line, kind, type, body, time) => {
    last = line;
    settle();
    if (body === undefined) return;
    if (kind === "event") repeats.forgetCounts();
    const at = { file: file.name, line };
    records.push({ kind, type, body, at, time, ordinal: undefined, isTold: false, isSkimmed: true });
  });
  try {
    for (const line of found) {
      last = line.number;
      const isTold = event !== undefined && "text" in line && isTwin(event.text, line.text);
      if (isTold) event = undefined;
      else settle();
      if ("text" in line && begins(line.text, answerEvent)) event = line;
      else take(line, isTold);
    }
    settle();
    records.push(...printedEvents.rest());
  } catch (error) {
    settle();
    // A packed log that was cut: what comes before that is a log all the same.
    if (last === 0) throw error;
    const at = { file: file.name, line: last + 1 };
    diagnostics.push(oddLine({ number: last + 1, problem: "damaged-file", bytes: 0 }, at));
  }
  return { records, diagnostics };
}
