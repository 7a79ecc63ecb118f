/**
 * A session that is one JSON document: `{"sessionId":…,"messages":[…]}`. Each message is read by itself, so that a file
 * which was cut off or damaged gives all that still stands in it.
 */
import type { Diagnostic } from "../model/diagnostics.ts";
import { type Json, record } from "./fields.ts";
import type { JsonRecord } from "./json-records.ts";

export interface WholeFile {
  /** Everything but the messages. */
  readonly header: Json;
  readonly messages: readonly JsonRecord[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `list`: what the messages are called. */
export function wholeFile(source: string, file: string, list = "messages"): WholeFile | undefined {
  const text = source.replace(/^\uFEFF/, "").replaceAll("\0", " ");
  const start = text.search(/\S/);
  if (start < 0 || text[start] !== "{") return undefined;
  const header: Record<string, unknown> = {};
  const messages: JsonRecord[] = [];
  const diagnostics: Diagnostic[] = [];
  const lines = new LineCount(text);
  const note = (offset: number, message: string): void => {
    diagnostics.push({ code: "invalid-json", level: "error", at: { file, line: lines.at(offset) }, message });
  };
  const readMessages = (from: number, end: number): void => {
    let index = 0;
    for (let at = from + 1; ; ) {
      const [found] = elements(text, at, end);
      if (found === undefined) return;
      const [first, last] = found;
      const raw = record(parsed(text.slice(first, last)));
      const pointer = `/${list}/${index++}`;
      if (raw !== undefined) messages.push({ raw, at: { file, line: lines.at(first) } });
      else note(first, `${pointer} is not a JSON object; it is left out (${last - first} characters).`);
      // Behind a quote too many nothing is where it seems to be: the next message that can be read goes on.
      at = raw === undefined ? nextMessage(text, first + 1, last) : last + 1;
      if (text[last] === "]" && at > last) return;
    }
  };
  let isWhole = false;
  for (const [first, last] of elements(text, start + 1, text.length)) {
    const pair = /^("(?:[^"\\]|\\.)*")\s*:\s*/s.exec(text.slice(first, Math.min(last, first + 400)));
    const name = pair?.[1] === undefined ? undefined : parsed(pair[1]);
    if (pair === null || typeof name !== "string") {
      note(first, "A field of the file is damaged; it is left out.");
      continue;
    }
    const from = first + pair[0].length;
    if (name === list && text[from] === "[") readMessages(from, last);
    else {
      const value = parsed(text.slice(from, last));
      if (value === undefined) note(first, `/${name} is damaged; it is left out.`);
      else header[name] = value;
    }
    isWhole = text[last] === "}";
  }
  if (!isWhole && (messages.length > 0 || Object.keys(header).length > 0))
    diagnostics.push({
      code: "cut-line",
      level: "warning",
      at: { file, line: lines.at(text.length) },
      message: "The file was cut off; what stands before is read.",
    });
  return { header, messages, diagnostics };
}

/** Where a message begins that can be read, within a damaged one; else behind that. */
function nextMessage(text: string, from: number, last: number): number {
  const opening = /\{\s*"(?:id|timestamp|type)"\s*:/g;
  opening.lastIndex = from;
  for (let match = opening.exec(text); match !== null && match.index < last; match = opening.exec(text)) {
    const [found] = elements(text, match.index, last);
    const raw = found === undefined ? undefined : record(parsed(text.slice(...found)));
    if (typeof raw?.type === "string") return match.index;
  }
  return last + 1;
}

/** Where each element of a list or object begins and ends; `from` is behind the opening bracket. */
function* elements(text: string, from: number, end: number): Generator<readonly [first: number, last: number]> {
  let depth = 0;
  let first = -1;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (first < 0) first = at;
      at = stringEnd(text, at, end);
    } else if (code === openBrace || code === openBracket) {
      if (first < 0) first = at;
      depth++;
    } else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) {
        if (first >= 0) yield [first, at];
        return;
      }
      depth--;
    } else if (code === comma && depth === 0) {
      if (first >= 0) yield [first, at];
      first = -1;
    } else if (first < 0 && code > 32) first = at;
  }
  if (first >= 0) yield [first, end];
}

const [quote, comma, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

/** Where the string ends that begins at `at`: at its closing quote, or with the text. */
function stringEnd(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end; next++) {
    const code = text.charCodeAt(next);
    if (code === quote) return next;
    if (code === 0x5c) next++;
  }
  return end;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines of places that are asked for in their order. */
class LineCount {
  readonly #text: string;
  #offset = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): number {
    for (let next = this.#text.indexOf("\n", this.#offset); next >= 0 && next < offset; ) {
      this.#line++;
      this.#offset = next + 1;
      next = this.#text.indexOf("\n", this.#offset);
    }
    return this.#line;
  }
}
