/** Code in pieces that a highlighter can take. */

const maximumLine = 1_000;

/**
 * Prism's patterns are up to cubic on hostile code (50 KB of `"\`/!` lines take bash 160 s), so it sees a few thousand
 * characters at a time, cut where a top-level piece of code ends if there is such a place. Style sheets are the worst.
 */
export function chunks(code: string, size: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (code.length - start > size) {
    const window = code.slice(start, start + size);
    const end = pieceEnd(window, size / 3) ?? (window.lastIndexOf("\n") + 1 || size);
    parts.push(window.slice(0, end));
    start += end;
  }
  parts.push(code.slice(start));
  return parts;
}

/** Behind the last empty line that something at the margin follows. */
function pieceEnd(window: string, least: number): number | undefined {
  for (let at = window.lastIndexOf("\n\n"); at + 2 > least && at >= 0; at = window.lastIndexOf("\n\n", at - 1)) {
    const next = window[at + 2];
    if (next !== undefined && !/[\s})\]]/.test(next)) return at + 2;
    if (at === 0) break;
  }
  return undefined;
}

export function hasLongLine(code: string): boolean {
  let start = 0;
  for (let end = code.indexOf("\n"); end !== -1; end = code.indexOf("\n", start)) {
    if (end - start > maximumLine) return true;
    start = end + 1;
  }
  return code.length - start > maximumLine;
}
