/** Placeholders for secrets as chips. Only text between tags is touched, once a page or a part is printed. */
import { escapeText, fromRedacted, type SafeHtml } from "./html.ts";

// `placeholderPattern` of redact/placeholder.ts, on this side of the escaping: no tag can be inside.
const placeholder = /\[redacted: ([^[\]#\n<>]{1,60}?)(?: #(\d{1,9}))?\]/y;
const begin = "[redacted: ";

export function withChips(markup: SafeHtml): SafeHtml {
  const text = String(markup);
  let at = text.indexOf(begin);
  if (at < 0) return markup;
  let printed = "";
  let from = 0;
  for (; at >= 0; at = text.indexOf(begin, at + 1)) {
    placeholder.lastIndex = at;
    const match = placeholder.exec(text);
    if (match === null || !isBetweenTags(text, at)) continue;
    printed += text.slice(from, at) + chip(match[1] ?? "", match[2]);
    from = at + match[0].length;
  }
  return fromRedacted(printed + text.slice(from));
}

/** Not in an attribute (a `>` in one is escaped), and not in an element that holds nothing but text. */
function isBetweenTags(text: string, at: number): boolean {
  const tag = text.lastIndexOf("<", at);
  if (tag < 0) return true;
  const end = text.indexOf(">", tag);
  return end >= 0 && end < at && !/^<(?:title|option|text)\b/.test(text.slice(tag, tag + 8));
}

function chip(label: string, number: string | undefined): string {
  const title = escapeText(`A secret, removed when this archive was built. The same number is the same value.`);
  return `<span class="redact" title="${title}">${label}${number === undefined ? "" : ` #${number}`}</span>`;
}
