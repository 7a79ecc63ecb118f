/** What stands where a secret stood, and how views find it again. */

export interface Placeholder {
  readonly label: string;
  /** The same number is the same secret; absent where it was met too late to be counted. */
  readonly number?: number;
}

/** `[redacted: GitHub token #3]`; with the flag `g`, for `matchAll` and `replace`. */
export const placeholderPattern = /\[redacted: ([^[\]#\n]{1,60}?)(?: #(\d{1,9}))?\]/g;

export const placeholder = ({ label, number }: Placeholder): string =>
  `[redacted: ${label}${number === undefined ? "" : ` #${number}`}]`;

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
