/** The pieces of Markdown's markup that are more than a tag; every text in them is escaped here. */
import { highlight, languageName } from "./highlight.ts";
import { escapeText, safeUrl } from "./html.ts";
import { withoutReferences } from "./plain-text.ts";

export function anchor(href: string, title: string | null | undefined, label: string): string {
  const target = safeUrl(href);
  if (target === undefined) return label;
  const words = label.trim() === "" ? escapeText(target) : label;
  const isWeb = /^https?:/.test(target);
  // `src/a.ts` lies beside the project, not beside this page: named, not linked.
  if (!isWeb && !target.startsWith("mailto:"))
    return words === escapeText(target) ? words : `<span class="ref" title="${escapeText(target)}">${words}</span>`;
  const hint = title ? ` title="${escapeText(withoutReferences(title))}"` : "";
  return `<a href="${escapeText(target)}"${hint}${isWeb ? ' rel="noreferrer noopener"' : ""}>${words}</a>`;
}

export function codeBlock(code: string, info: string | undefined): string {
  const language = languageName(info);
  const data = language === undefined ? "" : ` data-lang="${escapeText(language)}"`;
  return `<pre class="code" tabindex="0" role="group" aria-label="Code"${data}><code>${highlight(code, language)}</code></pre>\n`;
}

export function table(head: string, rows: string): string {
  const body = rows === "" ? "" : `<tbody>\n${rows}</tbody>`;
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="tbl"><thead><tr>${head}</tr></thead>${body}</table></div>\n`;
}

export const tableRow = (cells: string): string => `<tr>${cells}</tr>\n`;

export function tableCell(content: string, isHeader: boolean, isRight: boolean): string {
  // An empty corner cell heads nothing, so it is not a header for a screen reader either.
  const tag = isHeader && content !== "" ? "th" : "td";
  return `<${tag}${tag === "th" ? ' scope="col"' : ""}${isRight ? ' class="n"' : ""}>${content}</${tag}>`;
}

/** Levels follow nesting, not the number of `#`: no level is skipped, whatever the message began with. */
export class Levels {
  readonly #base: number;
  readonly #open: number[] = [];

  constructor(base: number) {
    this.#base = base;
  }

  of(depth: number): number {
    while ((this.#open.at(-1) ?? 0) >= depth) this.#open.pop();
    this.#open.push(depth);
    return Math.min(6, this.#base + this.#open.length - 1);
  }
}
