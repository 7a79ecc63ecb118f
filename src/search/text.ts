/** Log text as search has it: without markup and colours, and cut where it is long. */
import { withoutEscapes } from "../text/ansi.ts";

const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** All that is taken out below; most texts have none of it. */
const odd =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb]/;

/** No colours, no characters that nobody sees; an unpaired half of one would not survive the index. */
export function visible(text: string): string {
  if (!odd.test(text)) return text;
  return withoutEscapes(text)
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(invisible, "")
    .replace(/\p{Surrogate}/gu, "");
}

/** Numbers that Read and `cat -n` put before each line; beside a word they would make another one of it. */
export const withoutLineNumbers = (text: string): string => text.replace(/^[ \t]*\d+(?:→|\t)/gm, "");

/** `head` of the text without line numbers; of a long one only the beginning is looked at. */
export function headWithoutLineNumbers(text: string, limit: number): string {
  const end = text.indexOf("\n", 4 * limit);
  const beginning = end === -1 ? text : withoutLineNumbers(text.slice(0, end));
  return head(beginning.length > limit && end !== -1 ? beginning : withoutLineNumbers(text), limit);
}

export function head(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const space = text.slice(0, limit).search(/\s\S*$/);
  return `${text.slice(0, space > limit * 0.8 ? space : limit)} …`;
}

/** An error stands at the end as often as at the beginning. */
export function headAndTail(text: string, first: number, last: number): string {
  if (text.length <= first + last) return text;
  const tail = text.slice(-last);
  const space = tail.search(/\s/);
  return `${head(text, first)} ${space === -1 || space > last * 0.2 ? tail : tail.slice(space + 1)}`;
}

/** All texts in a call's input, in order. */
export function textsIn(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > 6) return "";
  return Object.values(value)
    .map((each) => textsIn(each, depth + 1))
    .filter((each) => each !== "")
    .join("\n");
}
