/**
 * What of a long output a page shows: up to 60 lines whole, of more the first and the last 20, since errors stand at the
 * end; and as much of it as some bytes allow, so that one minified line does not make a page of megabytes.
 */

export interface ClipLimits {
  /** Up to this many lines are shown whole. */
  readonly limit?: number;
  readonly head?: number;
  readonly tail?: number;
  /** Characters of one line. */
  readonly lineLength?: number;
  /** Characters in all. */
  readonly size?: number;
}

export interface Clipped {
  readonly head: string;
  /** Present only when lines between head and tail were left out. */
  readonly tail?: string;
  readonly lines: number;
  readonly hiddenLines: number;
  /** Characters cut from the ends of shown lines that were too long. */
  readonly hiddenCharacters: number;
}

export function clip(text: string, limits: ClipLimits = {}): Clipped {
  const { limit = 60, head = 20, tail = 20, lineLength = 2000, size = 16_384 } = limits;
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  if (body.length < size) {
    const count = shortLines(body, limit, lineLength);
    if (count > 0) return { head: body, lines: count, hiddenLines: 0, hiddenCharacters: 0 };
  }
  const lines = text.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();

  if (lines.length <= limit) {
    const whole = take(lines, 0, lines.length, lineLength, size);
    if (whole.next === lines.length) {
      return { head: whole.text, lines: lines.length, hiddenLines: 0, hiddenCharacters: whole.hidden };
    }
  }
  const first = take(lines, 0, Math.max(1, head), lineLength, size / 2);
  const last = takeBack(lines, first.next, tail, lineLength, size / 2);
  const shown = first.next + last.count;
  if (shown >= lines.length) {
    const joined = last.count > 0 ? `${first.text}\n${last.text}` : first.text;
    return {
      head: joined,
      lines: lines.length,
      hiddenLines: lines.length - shown,
      hiddenCharacters: first.hidden + last.hidden,
    };
  }
  return {
    head: first.text,
    tail: last.text,
    lines: lines.length,
    hiddenLines: lines.length - shown,
    hiddenCharacters: first.hidden + last.hidden,
  };
}

/** How many lines there are; 0 for more than `limit`, or where one is too long. */
function shortLines(text: string, limit: number, lineLength: number): number {
  let count = 0;
  for (let start = 0; count < limit; ) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    if (end - start > lineLength) return 0;
    count++;
    if (next < 0) return count;
    start = next + 1;
  }
  return 0;
}

function take(lines: readonly string[], from: number, count: number, lineLength: number, size: number) {
  const kept: string[] = [];
  let used = 0;
  let hidden = 0;
  let next = from;
  while (next < Math.min(lines.length, from + count)) {
    const line = cutLine(lines[next] ?? "", lineLength);
    used += line.text.length + 1;
    if (used > size && kept.length > 0) break;
    kept.push(line.text);
    hidden += line.hidden;
    next++;
  }
  return { text: kept.join("\n"), next, hidden };
}

function takeBack(lines: readonly string[], from: number, count: number, lineLength: number, size: number) {
  const kept: string[] = [];
  let used = 0;
  let hidden = 0;
  for (let index = lines.length - 1; index >= from && kept.length < count; index--) {
    const line = cutLine(lines[index] ?? "", lineLength);
    used += line.text.length + 1;
    if (used > size && kept.length > 0) break;
    kept.push(line.text);
    hidden += line.hidden;
  }
  return { text: kept.reverse().join("\n"), count: kept.length, hidden };
}

function cutLine(line: string, lineLength: number): { readonly text: string; readonly hidden: number } {
  if (line.length <= lineLength) return { text: line, hidden: 0 };
  const code = line.charCodeAt(lineLength - 1);
  let end = code >= 0xd800 && code <= 0xdbff ? lineLength - 1 : lineLength;
  // Half a colour code would be shown as text.
  const colorAt = line.lastIndexOf("\x1b", end - 1);
  if (colorAt > 0 && end - colorAt < 20) end = colorAt;
  return { text: `${line.slice(0, end)}…`, hidden: line.length - end };
}
