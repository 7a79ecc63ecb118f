/**
 * Markdown of prompts, prose and plans. What is plain is printed while it is read (plain-markdown/), the rest marked reads
 * and our renderer prints, to the same bytes: no raw HTML exists, every text is
 * escaped, nothing loads. What would cost more than linear time is shown as plain text with a note instead.
 */
import { type MarkedOptions, Parser, Renderer, type Token, Tokenizer, type Tokens } from "marked";
import { escapeText, fromMarked, html, type SafeHtml } from "./html.ts";
import { Account, GuardedLexer, TooCostly } from "./markdown-lexer.ts";
import { anchor, codeBlock, Levels, table, tableCell, tableRow } from "./markdown-parts.ts";
import { Remembered } from "./memoise.ts";
import { type Marked, plainMarkdown } from "./plain-markdown/index.ts";
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
    return codeBlock(text, lang);
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
    return table(head, token.rows.map((row) => tableRow(row.map((cell) => this.tablecell(cell)).join(""))).join(""));
  }
  override tablecell({ tokens, header, align }: Tokens.TableCell): string {
    return tableCell(this.parser.parseInline(tokens), header, align === "right");
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

function levelHeadings(tokens: readonly Token[], levels: Levels): void {
  for (const token of tokens) {
    if (token.type === "heading") token.depth = levels.of(token.depth);
    else if (token.type === "list") for (const item of token.items) levelHeadings(item.tokens, levels);
    else if (token.type === "blockquote") levelHeadings(token.tokens ?? [], levels);
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
      return fromMarked(inOnePiece(markdownBy(text, options)));
    } catch (error) {
      return plain(text, error instanceof TooCostly ? "too intricate to format" : "not understood as markdown");
    }
  });
}

/** All pieces of a text are charged to one account. */
function markedFor(text: string, breaks: boolean, told?: (piece: string) => void): Marked {
  const account = new Account(text);
  const lexer = (piece: string, parse: MarkedOptions): GuardedLexer => {
    told?.(piece);
    return new GuardedLexer(parse, account);
  };
  return {
    blocks: (piece, levels) => {
      const parse = parserOptions(breaks);
      const tokens = lexer(piece, parse).lex(piece);
      levelHeadings(tokens, levels);
      return Parser.parse(tokens, parse);
    },
    item: (piece, levels) => {
      const parse = parserOptions(breaks);
      const tokens = lexer(piece, parse).itemTokens(piece);
      return {
        hasGap: tokens.some(({ type, raw }) => type === "space" && /\n.*\n/.test(raw)),
        print: (isLoose) => {
          if (isLoose) for (const token of tokens) if (token.type === "text") token.type = "paragraph";
          levelHeadings(tokens, levels);
          return Parser.parse(tokens, parse);
        },
      };
    },
    run: (piece) => {
      const parse = parserOptions(breaks);
      return Parser.parseInline(lexer(piece, parse).inlineTokens(piece), parse);
    },
  };
}

/** Plain blocks and runs are printed as they are read; `toMarked` is told what was not. */
export function markdownBy(text: string, options: MarkdownOptions = {}, toMarked?: (piece: string) => void): string {
  const { headingBase = 3, breaks = false } = options;
  return plainMarkdown(text, new Levels(headingBase), breaks, markedFor(text, breaks, toMarked));
}

/** By marked alone, which is the measure of what is printed without it. */
export function markedMarkdown(text: string, { headingBase = 3, breaks = false }: MarkdownOptions = {}): string {
  return markedFor(text, breaks).blocks(text, new Levels(headingBase));
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
