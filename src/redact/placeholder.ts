/** The text that replaces a secret, and how it is found again when a page is drawn. */

export interface Placeholder {
  readonly label: string;
  /** The same number is the same secret; absent where it was met too late to be counted. */
  readonly number?: number;
}

/** `[redacted: GitHub token #3]`; with the flag `g`, for `matchAll` and `replace`. */
export const placeholderPattern = /\[redacted: ([^[\]#\n]{1,60}?)(?: #(\d{1,9}))?\]/g;

export const placeholder = ({ label, number }: Placeholder): string =>
  `[redacted: ${label}${number === undefined ? "" : ` #${number}`}]`;

const opening = "[redacted: ";
const longest = 90;

/**
 * Whether a stretch of a text is a placeholder, holds one or lies in one, and nothing else worth hiding: what was taken
 * out is not taken out again, nor are its words.
 */
export function isPlaceholderAt(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - longest), start);
  const open = before.lastIndexOf(opening);
  const from = open === -1 || before.includes("]", open) ? start : start - before.length + open;
  const close = text.indexOf("]", end - 1);
  const stretch = text.slice(from, close !== -1 && close < end + longest ? close + 1 : end);
  if (!stretch.includes(opening)) return false;
  const isInside = from < start || text.slice(start, end).includes(opening);
  // A private key of which one line was taken out before is still a private key.
  return isInside && !/[A-Za-z0-9+/]{40}/.test(text.slice(start, end).replace(placeholderPattern, ""));
}

/** Text and placeholders in order, so that a view can show the latter as chips. */
export function splitPlaceholders(text: string): readonly (string | Placeholder)[] {
  if (!text.includes("[redacted: ")) return [text];
  const parts: (string | Placeholder)[] = [];
  let from = 0;
  for (const match of text.matchAll(placeholderPattern)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ label: match[1] as string, ...(match[2] === undefined ? {} : { number: Number(match[2]) }) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
