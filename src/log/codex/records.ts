/** All lines of a log, each as a record; what cannot be read is said. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { LogFile } from "../discover.ts";
import { oddLine, recordIn } from "../entries/parse.ts";
import { type Line, lines, type OddLine } from "../lines.ts";
import { logLines } from "../merged-lines.ts";
import { skimRecords, type TakeRecord } from "../skim/index.ts";
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
  const take = (line: Line | OddLine, isTold = false): void => {
    const at = { file: file.name, line: line.number };
    if ("problem" in line) {
      diagnostics.push(oddLine(line, at));
      return;
    }
    const text = repeats.shortened(line.text);
    if (text === undefined) return;
    const raw = recordIn(text === line.text ? line : { ...line, text }, at, diagnostics);
    if (raw !== undefined) records.push(recordOf(raw, at, isTold));
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
  } catch (error) {
    settle();
    // A packed log that was cut: what comes before that is a log all the same.
    if (last === 0) throw error;
    const at = { file: file.name, line: last + 1 };
    diagnostics.push(oddLine({ number: last + 1, problem: "damaged-file", bytes: 0 }, at));
  }
  return { records, diagnostics };
}

/** Where the time of a line ends, as Codex writes it. */
const afterTime = '{"timestamp":"2026-05-23T18:25:15.907Z",'.length;
const context = '"type":"turn_context","payload":{';
const counts = '"type":"event_msg","payload":{"type":"token_count","info":{';
const rateLimits = ',"rate_limits":';
const thoughts = '"type":"response_item","payload":{"type":"reasoning",';
const hidden = '"encrypted_content":"';

/** Lines of all kinds begin alike: a letter near the end of `start` tells most others from it, where the first 40 do not. */
function begins(line: string, start: string): boolean {
  const late = start.length - 4;
  return line.charCodeAt(afterTime + late) === start.charCodeAt(late) && line.startsWith(start, afterTime);
}

/** What of a line is worth parsing. */
class Repeats {
  #context = "";
  #counts = "";

  /** Others came since, which were told elsewhere. */
  forgetCounts(): void {
    this.#counts = "";
  }

  /** The same context and the same counts are written again and again: `undefined` for a line that says nothing new. */
  shortened(line: string): string | undefined {
    if (begins(line, thoughts)) return withoutHidden(line);
    if (begins(line, counts)) {
      // The limits of the account are half of the line.
      const limits = line.indexOf(rateLimits, afterTime);
      const said = line.slice(afterTime, limits < 0 ? undefined : limits);
      if (said === this.#counts) return undefined;
      this.#counts = said;
      return limits < 0 || !line.endsWith("}}") ? line : `${line.slice(0, limits)}}}`;
    }
    if (begins(line, context)) {
      const said = line.slice(afterTime);
      if (said === this.#context) return undefined;
      this.#context = said;
    }
    return line;
  }
}

/** Thoughts that only the server can read are a sixth of a log: that they are there is all that is said of them. */
function withoutHidden(line: string): string {
  const from = line.indexOf(hidden, afterTime) + hidden.length;
  const to = line.indexOf('"', from);
  // Within a text its quotes would have a backslash before them.
  if (from < hidden.length || to < from + 2 || line[to - 1] === "\\") return line;
  return `${line.slice(0, from + 1)}${line.slice(to)}`;
}

const answerEvent = '"type":"event_msg","payload":{"type":"agent_message","message":"';
const answerItem =
  '"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"';

/** Codex writes an answer as an event and then as an item, letter for letter: the event need not be parsed. */
function isTwin(event: string, item: string): boolean {
  if (!begins(item, answerItem) || !event.endsWith("}}")) return false;
  const from = afterTime + answerEvent.length;
  const to = stringEnd(event, from);
  const at = afterTime + answerItem.length;
  const end = at + to - from;
  // Equal texts are found at once, where `startsWith` goes letter by letter.
  return to >= 0 && item.startsWith('"}]', end) && item.slice(at, end) === event.slice(from, to);
}

/** Where the quote stands that ends a text in JSON. */
function stringEnd(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at >= 0) {
    let start = at;
    while (line[start - 1] === "\\") start--;
    if ((at - start) % 2 === 0) return at;
    at = line.indexOf('"', at + 1);
  }
  return -1;
}
