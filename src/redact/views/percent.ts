/** One round of URL decoding, and of the entities of HTML, which tool results are full of. */
import { type View, ViewBuilder } from "./view.ts";

const codes = /(?:%[0-9A-Fa-f]{2})+|&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));/gi;
const named: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

const percentCode = /%[0-9A-Fa-f]{2}/y;
const entity = /&(?:#x?[0-9a-f]{1,7}|amp|quot|apos|lt|gt);/iy;

/** Whether any of the signs is more than an operator. */
function has(text: string, sign: string, code: RegExp): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    code.lastIndex = at;
    if (code.test(text)) return true;
  }
  return false;
}

export const hasCodes = (text: string): boolean => has(text, "%", percentCode) || has(text, "&", entity);

export function percentDecoded(source: View): View {
  const builder = new ViewBuilder(source);
  let from = 0;
  for (const match of source.text.matchAll(codes)) {
    builder.keep(from, match.index);
    put(builder, match);
    from = match.index + match[0].length;
  }
  builder.keep(from, source.text.length);
  return builder.view();
}

/** The character of `&#x2f;` or `&#47;`. */
export function numbered(hex: string | undefined, decimal: string | undefined): string {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

function put(builder: ViewBuilder, match: RegExpExecArray): void {
  const [whole, hex, decimal, name] = match;
  const end = match.index + whole.length;
  if (whole.startsWith("&")) {
    builder.put(name ? (named[name.toLowerCase()] ?? "") : numbered(hex, decimal), match.index, end);
    return;
  }
  // ASCII one by one, so that each character keeps its own place; secrets hold nothing else.
  for (let at = match.index; at < end; at += 3) {
    const code = Number.parseInt(whole.slice(at - match.index + 1, at - match.index + 3), 16);
    builder.put(code < 128 ? String.fromCharCode(code) : "\ufffd", at, at + 3);
  }
}
