/** JSON as people read it: short flat values on one line, and no nesting deep enough to hurt a page or the stack. */
import { html, type SafeHtml } from "./html.ts";

// Real tool inputs stay under ten levels; a hostile line can hold 100,000.
const maximumDepth = 64;
const lineWidth = 80;

export function json(value: unknown, label = "JSON"): SafeHtml {
  return html`<pre class="code" tabindex="0" role="group" aria-label="${label}"><code data-lang="json">${jsonText(value)}</code></pre>`;
}

export function jsonText(value: unknown): string {
  return print(value, "", []);
}

function print(value: unknown, indent: string, ancestors: readonly object[]): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const isList = Array.isArray(value);
  if (ancestors.includes(value)) return '"… (refers to itself)"';
  if (ancestors.length >= maximumDepth) return `"… (nested deeper than ${maximumDepth} levels)"`;

  const inner = `${indent}  `;
  const path = [...ancestors, value];
  const parts: string[] = [];
  let width = indent.length + 4;
  let isFlat = true;
  for (const [key, child] of isList ? value.entries() : Object.entries(value)) {
    if (child === undefined && !isList) continue;
    const printed = print(child, inner, path);
    const part = isList ? printed : `${JSON.stringify(key)}: ${printed}`;
    parts.push(part);
    width += part.length + 2;
    isFlat &&= typeof child !== "object" || child === null;
  }
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  if (isFlat && width <= lineWidth) {
    return isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  }
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function scalar(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  return JSON.stringify(value) ?? "null";
}
