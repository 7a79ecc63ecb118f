/**
 * What of a line is worth parsing, seen by its beginning as Codex writes it: half of a log is said again and again, or
 * for the server only. A line that is written otherwise (by another program, say) is parsed as it stands.
 */
import type { Json } from "../fields.ts";

const start = '{"timestamp":"';
/** Where the time of a line ends. */
const afterTime = '{"timestamp":"2026-05-23T18:25:15.907Z",'.length;
const context = '"type":"turn_context","payload":{';
const turn = `${context}"turn_id":"`;
const surroundings = '"type":"world_state","payload":{';
const counts = '"type":"event_msg","payload":{"type":"token_count","info":{';
const rateLimits = ',"rate_limits":';
const thoughts = '"type":"response_item","payload":{"type":"reasoning",';
const bareThoughts = '{"type":"reasoning",';
const hidden = '"encrypted_content":"';
const bareState = '{"record_type":"state"}';

/** Lines of all kinds begin alike: a letter near the end of `start` tells most others from it, where the first 40 do not. */
export function begins(line: string, start: string): boolean {
  const late = start.length - 4;
  return line.charCodeAt(afterTime + late) === start.charCodeAt(late) && line.startsWith(start, afterTime);
}

export class Repeats {
  #context = "";
  /** The last context after its turn's id, and as much of it as is ever asked for. */
  #rest = "";
  #short: string | undefined;
  #counts = "";

  /** A line as far as it says something new; `undefined` where it says nothing. */
  shortened(line: string): string | undefined {
    if (!line.startsWith(start)) return bare(line);
    if (begins(line, thoughts)) return withoutHidden(line);
    if (begins(line, counts)) return this.#newCounts(line);
    if (begins(line, context)) return this.#newContext(line);
    return begins(line, surroundings) && line.endsWith("}}") ? undefined : line;
  }

  /** Others came since, which were told elsewhere. */
  forgetCounts(): void {
    this.#counts = "";
  }

  #newCounts(line: string): string | undefined {
    // The limits of the account are half of the line.
    const limits = line.indexOf(rateLimits, afterTime);
    const said = line.slice(afterTime, limits < 0 ? undefined : limits);
    if (said === this.#counts) return undefined;
    this.#counts = said;
    return limits < 0 || !line.endsWith("}}") ? line : `${line.slice(0, limits)}}}`;
  }

  /** Mostly all but the turn is as it was before, down to the words of a mode, which are kilobytes. */
  #newContext(line: string): string | undefined {
    const said = line.slice(afterTime);
    if (said === this.#context) return undefined;
    this.#context = said;
    const end = line.startsWith(turn, afterTime) ? line.indexOf('"', afterTime + turn.length) : -1;
    const rest = end < 0 ? "" : line.slice(end);
    if (rest !== "" && rest === this.#rest && this.#short !== undefined) return `${line.slice(0, end)}${this.#short}`;
    this.#rest = rest;
    this.#short = undefined;
    return line;
  }

  /** What was read of the context that was given last. */
  noteContext({ turn_id: _, mode, ...known }: Json): void {
    if (this.#rest === "" || this.#short !== undefined) return;
    this.#short = `",${JSON.stringify({ ...known, collaboration_mode: mode }).slice(1)}}`;
  }
}

/** Logs of 2025: thoughts for the server, and a mark after each line that nothing is made of. */
function bare(line: string): string | undefined {
  if (line === bareState) return undefined;
  return line.startsWith(bareThoughts) ? withoutHidden(line) : line;
}

/** Thoughts that only the server can read are a sixth of a log: that they are there is all that is said of them. */
function withoutHidden(line: string): string {
  const from = line.indexOf(hidden) + hidden.length;
  const to = line.indexOf('"', from);
  // Within a text its quotes would have a backslash before them.
  if (from < hidden.length || to < from + 2 || line[to - 1] === "\\") return line;
  return `${line.slice(0, from + 1)}${line.slice(to)}`;
}

export const answerEvent = '"type":"event_msg","payload":{"type":"agent_message","message":"';
const messageItem = '"type":"response_item","payload":{"type":"message",';
/** Newer ones have an id before it. */
const answerText = '"role":"assistant","content":[{"type":"output_text","text":"';
/** So far into the line an id may reach. */
const longestHead = 120;

/** Codex writes an answer as an event and then as an item, letter for letter: the event need not be parsed. */
export function isTwin(event: string, item: string): boolean {
  if (!begins(item, messageItem) || !event.endsWith("}}")) return false;
  const head = item.slice(
    afterTime + messageItem.length,
    afterTime + messageItem.length + answerText.length + longestHead,
  );
  const before = head.indexOf(answerText);
  if (before < 0) return false;
  const from = afterTime + answerEvent.length;
  const to = stringEnd(event, from);
  const at = afterTime + messageItem.length + before + answerText.length;
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
