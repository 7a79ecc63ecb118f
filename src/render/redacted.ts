/** Placeholders for secrets as chips. Only text between tags is touched, once a page or a part is printed. */
import { escapeText, fromRedacted, type SafeHtml } from "./html.ts";

// Tags pass as they are (a `>` in an attribute is escaped), and so do elements that hold nothing but text.
// The rest is `placeholderPattern` of redact/placeholder.ts, on this side of the escaping: no tag can be inside.
const tagOrPlaceholder = /<(?:title|option|text)\b[^<]*|<[^>]*>|\[redacted: ([^[\]#\n<>]{1,60}?)(?: #(\d{1,9}))?\]/g;

export function withChips(markup: SafeHtml): SafeHtml {
  const text = String(markup);
  if (!text.includes("[redacted: ")) return markup;
  return fromRedacted(
    text.replace(tagOrPlaceholder, (found, label?: string, number?: string) =>
      label === undefined ? found : chip(label, number),
    ),
  );
}

function chip(label: string, number: string | undefined): string {
  const title = escapeText(`A secret, removed when this archive was built. The same number is the same value.`);
  return `<span class="redact" title="${title}">${label}${number === undefined ? "" : ` #${number}`}</span>`;
}
