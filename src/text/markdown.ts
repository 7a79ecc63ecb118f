/**
 * Markdown of prompts, prose and plans. marked reads it, our renderer prints it: no raw HTML exists, every text is
 * escaped, nothing loads. What would cost more than linear time is shown as plain text with a note instead.
 */
import { type MarkedOptions, Parser, Renderer, type Token, Tokenizer, type Tokens } from "marked";
import { highlight, languageName } from "./highlight.ts";
import { escapeText, fromMarked, html, type SafeHtml, safeUrl } from "./html.ts";
import { GuardedLexer, TooCostly } from "./markdown-lexer.ts";
import { Remembered } from "./memoise.ts";
import { withoutReferences } from "./plain-text.ts";

export interface MarkdownOptions {
  /** The level of a message's shallowest heading. */
  readonly headingBase?: number;
  /** Typed by a person: line ends stay, underscores are part of names. */
  readonly breaks?: boolean;
}

const maximumLength = 500_000;

// With `html` and `tag` off there is no raw HTML at all: `<b>` is text like any other.
class TextTokenizer extends Tokenizer {
  // marked asks at every block, and in list items at every line, whether an underline follows far below.
  override lheading(source: string): Tokens.Heading | undefined {
    return super.lheading(source.slice(0, 1000));
  }
  override html(): undefined {}
  override tag(): undefined {}
}

/** What people type: `__init__` and `_build` are names. */
class TypedTokenizer extends TextTokenizer {
  override emStrong(source: string, masked: string, previous?: string): Tokens.Em | Tokens.Strong | undefined {
    return source.startsWith("_") ? undefined : super.emStrong(source, masked, previous);
  }
  /** What someone typed is shown as it was typed: `C:\_old` has a backslash. */
  override escape(source: string): Tokens.Escape | undefined {
    const token = super.escape(source);
    return token && { ...token, text: token.raw };
  }
}

class SafeRenderer extends Renderer {
  #isInLink = false;

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
    return escapeText(token.type === "escape" ? token.text : withoutReferences(token.raw));
  }
  override html(token: Tokens.HTML | Tokens.Tag): string {
    return escapeText(token.raw);
  }
  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeText(text)}</code>`;
  }
  override code({ text, lang }: Tokens.Code): string {
    const language = languageName(lang);
    const data = language === undefined ? "" : ` data-lang="${escapeText(language)}"`;
    return `<pre class="code" tabindex="0" role="group" aria-label="Code"${data}><code>${highlight(text, language)}</code></pre>\n`;
  }
  override heading({ tokens, depth }: Tokens.Heading): string {
    return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }
  override list(token: Tokens.List): string {
    const tag = token.ordered ? "ol" : "ul";
    const start = token.ordered && token.start !== 1 ? ` start="${Number(token.start)}"` : "";
    return `<${tag}${start}>\n${token.items.map((item) => this.listitem(item)).join("")}</${tag}>\n`;
  }
  override checkbox({ checked }: Tokens.Checkbox): string {
    return `<input type="checkbox" disabled${checked ? " checked" : ""} aria-label="${checked ? "Done" : "Not done"}"> `;
  }
  override table(token: Tokens.Table): string {
    const head = token.header.map((cell) => this.tablecell(cell)).join("");
    const rows = token.rows.map((row) => `<tr>${row.map((cell) => this.tablecell(cell)).join("")}</tr>\n`).join("");
    const body = rows === "" ? "" : `<tbody>\n${rows}</tbody>`;
    return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="tbl"><thead><tr>${head}</tr></thead>${body}</table></div>\n`;
  }
  override tablecell(token: Tokens.TableCell): string {
    const content = this.parser.parseInline(token.tokens);
    // An empty corner cell heads nothing, so it is not a header for a screen reader either.
    const tag = token.header && content !== "" ? "th" : "td";
    return `<${tag}${tag === "th" ? ' scope="col"' : ""}${token.align === "right" ? ' class="n"' : ""}>${content}</${tag}>`;
  }
  override link({ href, title, text, tokens, autolink }: Tokens.Link): string {
    const outer = this.#isInLink;
    this.#isInLink = true;
    const label = autolink === true ? escapeText(text) : this.parser.parseInline(tokens);
    this.#isInLink = outer;
    return outer ? label : anchor(autolink === true ? href : withoutReferences(href), title, label);
  }
  // A remote image would tell its host who reads the archive, so it becomes a link.
  override image({ href, title, text }: Tokens.Image): string {
    const label = escapeText(`image: ${withoutReferences(text) || "no description"}`);
    return this.#isInLink ? label : anchor(withoutReferences(href), title, label);
  }
}

function anchor(href: string, title: string | null | undefined, label: string): string {
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

/** Levels follow nesting, not the number of `#`: no level is skipped, whatever the message began with. */
function levelHeadings(tokens: readonly Token[], base: number, open: number[]): void {
  for (const token of tokens) {
    if (token.type === "heading") {
      while ((open.at(-1) ?? 0) >= token.depth) open.pop();
      open.push(token.depth);
      token.depth = Math.min(6, base + open.length - 1);
    } else if (token.type === "list") {
      for (const item of token.items) levelHeadings(item.tokens, base, open);
    } else if (token.type === "blockquote") levelHeadings(token.tokens ?? [], base, open);
  }
}

function parserOptions(breaks: boolean): MarkedOptions {
  return {
    gfm: true,
    breaks,
    tokenizer: breaks ? new TypedTokenizer() : new TextTokenizer(),
    renderer: new SafeRenderer(),
  };
}

// Text in which marked would find nothing but paragraphs. Most prompts are like that.
const markup = /[\\`*_[\]<>&~|@#\r\0\u00a0]|:\/\/|www\.|^(?:[+=-]|\d{1,9}[.)])|^[ \t\v\f]|[ \t\v\f]$/im;

export function markdown(text: string, options: MarkdownOptions = {}): SafeHtml {
  const { headingBase = 3, breaks = false } = options;
  if (!markup.test(text)) return paragraphs(text, breaks);
  return formatted.get(`${headingBase}${breaks ? "b" : " "}${text}`, () => {
    if (text.length > maximumLength) return plain(text, "too long to format");
    try {
      const parse = parserOptions(breaks);
      const tokens = new GuardedLexer(parse).lex(text);
      levelHeadings(tokens, headingBase, []);
      return fromMarked(inOnePiece(Parser.parse(tokens, parse)));
    } catch (error) {
      return plain(text, error instanceof TooCostly ? "too intricate to format" : "not understood as markdown");
    }
  });
}

const formatted = new Remembered<SafeHtml>(3_000_000);

/** A text that was put together is kept as all of its pieces until somebody asks for a character of it. */
function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}

function paragraphs(text: string, breaks: boolean): SafeHtml {
  const parts = text.split(/\n{2,}/).map((part) => escapeText(part.replace(/^\n+|\n+$/g, "")));
  const lineEnd = (part: string) => (breaks ? part.replaceAll("\n", "<br>") : part);
  return fromMarked(parts.map((part) => (part === "" ? "" : `<p>${lineEnd(part)}</p>\n`)).join(""));
}

function plain(text: string, reason: string): SafeHtml {
  return html`<p class="why">Shown as plain text: ${reason}.</p>
<pre class="out plain" tabindex="0" role="group" aria-label="Plain text">
${text}</pre>
`;
}

/** One line of markdown, without block structure. */
export function inlineMarkdown(text: string): SafeHtml {
  const line = text.replace(/[\r\n]+/g, " ");
  if (line.length > maximumLength || !markup.test(line)) return html`${line}`;
  try {
    const parse = parserOptions(false);
    return fromMarked(Parser.parseInline(new GuardedLexer(parse).inlineTokens(line), parse));
  } catch {
    return html`${line}`;
  }
}
