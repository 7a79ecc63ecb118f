/** Without colour codes, hyperlinks and characters of no width. */
import { type View, ViewBuilder } from "./view.ts";

// The last form is a colour code whose escape character was lost on the way.
const sequences =
  /\x1b\[[0-?]{0,40}[ -/]{0,4}[@-~]|\x1b[\]PX^_][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)?|\x1b[ -/]{0,2}[0-~]|\x9b[0-?]{0,40}[@-~]|\[(?:\d{1,3}(?:;\d{1,3}){0,5})?m|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\x08\x00]/g;

const lostCode = /\[\d{1,3}(?:;\d{1,3}){0,5}m/;

export const hasLostCode = (text: string): boolean => text.includes("[0m") && lostCode.test(text);

/** For text that another decoding made; an original is told by its scan. */
export const hasSequences = (text: string): boolean =>
  text.includes("\x1b") || text.includes("\u200b") || hasLostCode(text);

export function withoutSequences(source: View): View {
  const builder = new ViewBuilder(source);
  let from = 0;
  for (const match of source.text.matchAll(sequences)) {
    builder.keep(from, match.index);
    from = match.index + match[0].length;
  }
  builder.keep(from, source.text.length);
  return builder.view();
}
