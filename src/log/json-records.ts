/**
 * Lines of JSON objects, as most agents write them, each with its place. Repaired where that loses nothing: NULs around
 * a line, a line break inside a text, a record that was cut off and has the next one glued to it.
 */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { At } from "../model/session.ts";
import { type Json, record } from "./fields.ts";
import type { Line, OddLine } from "./lines.ts";

export interface JsonRecord {
  readonly raw: Json;
  readonly at: At;
}

export interface JsonRecords {
  readonly records: readonly JsonRecord[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A broken text is looked for so many lines further; a line that is a record by itself ends it sooner. */
const mostLines = 400;
const mostCharacters = 1 << 20;

export function jsonRecords(found: Iterable<Line | OddLine>, file: string): JsonRecords {
  const records: JsonRecord[] = [];
  const diagnostics: Diagnostic[] = [];
  const ahead = new Ahead(found);
  const note = (line: number, code: Diagnostic["code"], level: Diagnostic["level"], message: string): void => {
    diagnostics.push({ code, level, at: { file, line }, message });
  };
  for (let line = ahead.next(); line !== undefined; line = ahead.next()) {
    if ("problem" in line) {
      if (line.problem === "long-line")
        note(line.number, "long-line", "error", `The line has ${line.bytes} bytes; it is left out.`);
      else note(line.number, "bad-encoding", "warning", "The file is UTF-16; read as such.");
      continue;
    }
    const at = { file, line: line.number };
    const text = withoutNuls(line.text);
    if (text.trim() === "") continue;
    const value = parsed(text);
    if (value !== undefined) {
      const raw = record(value);
      if (raw !== undefined) records.push({ raw, at });
      else note(line.number, "not-an-entry", "error", "The line is not a JSON object; it is left out.");
      if (text !== line.text) note(line.number, "bad-encoding", "warning", "NUL bytes around the line were taken off.");
      continue;
    }
    const joined = joinedLines(ahead, line.number, text);
    if (joined !== undefined) {
      records.push({ raw: joined, at });
      note(line.number, "bad-encoding", "warning", "Line breaks stood unescaped inside the record; it is read whole.");
      continue;
    }
    const glued = gluedRecords(text);
    for (const raw of glued) records.push({ raw, at });
    if (glued.length > 0)
      note(
        line.number,
        "invalid-json",
        "error",
        "A record was cut off and the next one glued to it; that one is read.",
      );
    else if (line.isLast) note(line.number, "cut-line", "warning", "The last line was cut off; it is left out.");
    else note(line.number, "invalid-json", "error", `Not JSON; the line is left out (${text.length} characters).`);
  }
  return { records, diagnostics };
}

/** Lines one by one, with a look at those that follow where one of them is broken. */
class Ahead {
  readonly #lines: Iterator<Line | OddLine>;
  #seen: (Line | OddLine)[] = [];

  constructor(lines: Iterable<Line | OddLine>) {
    this.#lines = lines[Symbol.iterator]();
  }

  next(): Line | OddLine | undefined {
    return this.#seen.shift() ?? this.#pull();
  }

  /** The line that stands so many after this one. */
  at(index: number): Line | OddLine | undefined {
    while (this.#seen.length <= index) {
      const next = this.#pull();
      if (next === undefined) return undefined;
      this.#seen.push(next);
    }
    return this.#seen[index];
  }

  drop(count: number): void {
    this.#seen = this.#seen.slice(count);
  }

  #pull(): Line | OddLine | undefined {
    const { value, done } = this.#lines.next();
    return done ? undefined : value;
  }
}

function withoutNuls(text: string): string {
  return text.charCodeAt(0) === 0 || text.charCodeAt(text.length - 1) === 0 ? text.replace(/^\0+|\0+$/g, "") : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{"content":"first` and `second"}` are one record whose text has a line break. */
function joinedLines(ahead: Ahead, number: number, text: string): Json | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  let escaped = text;
  let plain = text;
  let last = number;
  for (let index = 0; index < mostLines; index++) {
    const next = ahead.at(index);
    if (next === undefined || "problem" in next || escaped.length > mostCharacters) return undefined;
    if (next.text.startsWith("{") && record(parsed(next.text)) !== undefined) return undefined;
    // Empty lines are not given, their numbers are.
    escaped += `${"\\n".repeat(next.number - last)}${next.text}`;
    plain += `\n${next.text}`;
    last = next.number;
    if (!next.text.trimEnd().endsWith("}")) continue;
    const raw = record(parsed(escaped)) ?? record(parsed(plain));
    if (raw === undefined) continue;
    ahead.drop(index + 1);
    return raw;
  }
  return undefined;
}

/** Records that stand whole in a line which is none: `{"type":"tool.exec{"type":"abort","data":{}}`. */
function gluedRecords(text: string): readonly Json[] {
  for (const match of text.matchAll(/\{"/g)) {
    if (match.index === 0) continue;
    const rest = record(parsed(text.slice(match.index)));
    // An inner object that closes the line would be one too: a record names its kind, its session or its change.
    if (rest === undefined || !["type", "sessionId", "$set", "$rewindTo"].some((name) => Object.hasOwn(rest, name)))
      continue;
    const before = record(parsed(text.slice(0, match.index)));
    return before === undefined ? [rest] : [before, rest];
  }
  return [];
}
