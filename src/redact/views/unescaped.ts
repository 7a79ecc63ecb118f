/** One round of what JSON, JavaScript and shells write with a backslash. */
import { type View, ViewBuilder } from "./view.ts";

const simple: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  e: "\x1b",
  '"': '"',
  "'": "'",
  "`": "`",
  "/": "/",
  "\\": "\\",
  $: "$",
  " ": " ",
};
const coded = /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|0(33))/y;

export const hasEscapes = (text: string): boolean => text.includes("\\");

export function unescaped(source: View): View {
  const { text } = source;
  const builder = new ViewBuilder(source);
  let from = 0;
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", from)) {
    const decoded = decode(text, at);
    builder.keep(from, at);
    builder.put(decoded.text, at, at + decoded.length);
    from = at + decoded.length;
  }
  builder.keep(from, text.length);
  return builder.view();
}

function decode(text: string, at: number): { readonly text: string; readonly length: number } {
  const next = text[at + 1] ?? "";
  if (next === "u" || next === "x" || next === "0") {
    coded.lastIndex = at;
    const match = coded.exec(text);
    if (match) {
      const code = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? "1b", 16);
      return { text: code <= 0x10ffff ? String.fromCodePoint(code) : "", length: match[0].length };
    }
  }
  // A line that a backslash continues has no end.
  if (next === "\n") return { text: "", length: 2 };
  const plain = Object.hasOwn(simple, next) ? simple[next] : undefined;
  return plain === undefined ? { text: "\\", length: 1 } : { text: plain, length: 2 };
}
