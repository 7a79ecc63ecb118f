/** Text from elsewhere for a terminal, and for Markdown that may be printed to one: what a terminal would act on is no more in it. */
import { withoutEscapes } from "./ansi.ts";

/** No control character but line ends and tabs, no text that runs backwards: a sign stands in for each. */
export const visible = (text: string): string =>
  text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

/** CSI and OSC as one character, which some terminals take as well. */
const shortForms: Readonly<Record<string, string>> = { "\x9b": "\x1b[", "\x9d": "\x1b]", "\r\n": "\n" };

/**
 * Without escape sequences, and the rest made visible. Line by line: a sequence that one text begins and another ends
 * would take all that stands between them.
 */
export function printable(text: string): string {
  const long = text.replace(/[\x9b\x9d]|\r\n/g, (short) => shortForms[short] ?? "");
  return visible(long.includes("\x1b") ? long.split("\n").map(withoutEscapes).join("\n") : long);
}
