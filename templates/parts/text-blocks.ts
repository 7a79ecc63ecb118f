/** The boxes that texts of a session stand in: output, code, prose, and what is cut. */
import { bytes, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

/**
 * What a program printed; it gets the text with its colours as markup, a label, and whether it tells of an error.
 * The line end after the tag is the browser's; without it the output's own would go.
 */
export const outputBlock = part(
  "outputBlock",
  (content: SafeHtml, label: string, isError: boolean): SafeHtml =>
    html`<pre class="out${isError ? " err" : ""}" tabindex="0" role="group" aria-label="${label}">\n${content}</pre>`,
);

/**
 * Code; it gets the code as markup, a label, whether its lines are numbered, and the language by which the browser
 * colours it, where it knows one.
 */
export const codeBlock = part(
  "codeBlock",
  (content: SafeHtml, label: string, isNumbered: boolean, language?: string): SafeHtml =>
    html`<pre class="code" tabindex="0" role="group" aria-label="${label}"><code${isNumbered ? html` class="numbered"` : ""}${language === undefined ? "" : html` data-lang="${language}"`}>${content}</code></pre>`,
);

/** Lines of code with their numbers; it gets the number of the first, the code, and the code as markup. */
export const numberedLines = part(
  "numberedLines",
  (first: number, code: string, content: SafeHtml): SafeHtml =>
    html`<span class="l" data-l="${lineNumbers(first, code)}">${content}</span>`,
);

/** Line numbers as one string beside the code: an element per line would double the page. */
function lineNumbers(first: number, code: string): string {
  let numbers = String(first);
  const count = code.split("\n").length;
  for (let line = 1; line < count; line++) numbers += `\n${first + line}`;
  return numbers;
}

/** Markdown that a tool read or wrote; it gets what became of it. */
export const markdownBlock = part(
  "markdownBlock",
  (content: SafeHtml): SafeHtml => html`<div class="md">${content}</div>`,
);

/** The beginning of a very long text; it gets what is shown, and the link to the whole. */
export const cutProse = part(
  "cutProse",
  (shown: SafeHtml, link: SafeHtml): SafeHtml => html`<div class="cut-box">${shown}${link}</div>`,
);

/** The beginning of a very long diff; it gets what is shown, how many lines are not, and the link to the whole. */
export const cutDiff = part(
  "cutDiff",
  (shown: SafeHtml, hidden: number, link: SafeHtml): SafeHtml =>
    html`<div class="cut-box">${shown}<p class="cut-after">${number(hidden)} more lines: ${link}</p></div>`,
);

/** What stands between both ends of a text that is not very long; it gets the words for it, and the text as markup. */
export const foldedMiddle = part(
  "foldedMiddle",
  (words: string, middle: SafeHtml): SafeHtml =>
    html`<details class="cut"><summary>${words}</summary>${middle}</details>`,
);

export interface WholeText {
  /** The plain file. */
  readonly href: string;
  readonly bytes: number;
  /** What opens it in place, where there is JavaScript: the piece, and the script that holds it. */
  readonly inPlace?: { readonly piece: string; readonly source: string };
}

/** The link to the whole of a text that is cut; it gets its words, and where the text is. */
export const wholeTextLink = part("wholeTextLink", (words: string, text: WholeText): SafeHtml => {
  const { inPlace } = text;
  const opens = inPlace === undefined ? "" : html` data-part="${inPlace.piece}" data-src="${inPlace.source}"`;
  return html`<a class="cut" href="${text.href}"${opens}>${words} (plain text, ${bytes(text.bytes)})</a>`;
});
