/**
 * Markdown of a log that stays Markdown: what a renderer would take for markup, a picture from elsewhere or an address
 * that runs something is made text. Everything else is as it was written.
 */
import type { Token } from "marked";
import { marked } from "marked";
import { isSurelyHarmless, mayHarm } from "./harmless-markdown.ts";
import { GuardedLexer, TooCostly } from "./markdown-lexer.ts";
import { withoutReferences } from "./plain-text.ts";

export function safeMarkdown(text: string): string {
  if (!mayHarm(text)) return text;
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  if (isSurelyHarmless(lines)) return lines;
  const blocks = tokensOf(text);
  if (blocks === undefined) return defused(text);
  let made = "";
  for (const block of blocks) made += isHarmful(block) ? defused(block.raw) : block.raw;
  if (made === lines) return made;
  // What one block hid from the lexer may be seen once another is text.
  const isClean = (tokensOf(made) ?? []).every((block) => !isHarmful(block));
  return isClean ? made : defused(text);
}

function tokensOf(text: string): readonly Token[] | undefined {
  try {
    return new GuardedLexer({ ...marked.defaults, gfm: true }).lex(text);
  } catch (error) {
    if (error instanceof TooCostly || error instanceof RangeError) return undefined;
    throw error;
  }
}

function isHarmful(token: Token): boolean {
  if (token.type === "html" || token.type === "image") return true;
  if ((token.type === "link" || token.type === "def") && isHarmfulAddress(String(token.href))) return true;
  const inner: readonly Token[] = [
    ...("tokens" in token ? (token.tokens ?? []) : []),
    ...(token.type === "list" ? (token.items as readonly Token[]) : []),
    ...(token.type === "table"
      ? [...token.header, ...token.rows.flat()].flatMap((cell) => cell.tokens as Token[])
      : []),
  ];
  return inner.some(isHarmful);
}

/** Those that a renderer makes of any text are harmless: they lead somewhere when somebody follows them. */
const schemes: ReadonlySet<string> = new Set(["http", "https", "mailto", "ftp", "xmpp"]);

/** As a browser reads it: `java&Tab;script:` is one as well. */
export function isHarmfulAddress(written: string): boolean {
  const address = withoutReferences(withoutReferences(written)).replace(/&(?:Tab|NewLine);?|[\x00-\x20]/g, "");
  const scheme = /^([^/?#]*?)(?::|&colon|%3a)/i.exec(address)?.[1]?.toLowerCase();
  return scheme !== undefined && !schemes.has(scheme);
}

/** No tag, no picture, no link. */
const defused = (raw: string): string =>
  raw
    .replace(/<(?=[a-z/!?])/gi, "&lt;")
    .replace(/!(?=\[)/g, "\\!")
    .replace(/\](?=\s*[:([])/g, "\\]");
