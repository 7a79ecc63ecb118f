/**
 * Markdown of a log on a forge: it mentions nobody, refers to no issue and closes none. Code stays as it is: there a forge
 * looks for nothing.
 */
import type { Token } from "marked";
import { marked } from "marked";
import { GuardedLexer, TooCostly } from "./markdown-lexer.ts";

/** An invisible sign, so that the words can still be read. */
const apart = "\u200b";
const address = /(?<url>https?:\/\/\w[^\s<>()[\]"'`]*)/;
const closing =
  /(?<=\b(?:[cfr]))(?<rest>lose[sd]?|ix(?:e[sd])?|esolve[sd]?)\b(?=:?\s+(?:https?:|GH-\d|[\w.-]*(?:\/[\w.-]+)?#\d))/;
const reference = /(?<sign>(?<!\w)[@#](?=\w)|#(?=\d)|\bGH(?=-\d))/;
const live = new RegExp(`${closing.source}|${address.source}|${reference.source}`, "gi");

/** Words that are no code. */
export const neutralWords = (text: string): string =>
  text.replace(live, (found, rest: string | undefined, url: string | undefined) =>
    url === undefined ? (rest === undefined ? `${found}${apart}` : `${apart}${found}`) : found,
  );

export function neutralMarkdown(text: string): string {
  if (!/[@#]|\bGH-|https?:/i.test(text)) return text;
  try {
    const blocks = new GuardedLexer({ ...marked.defaults, gfm: true }).lex(text);
    return blocks.map(neutralBlock).join("");
  } catch (error) {
    if (error instanceof TooCostly || error instanceof RangeError) return neutralWords(text);
    throw error;
  }
}

/** A list has the lines of its items without their indent: each is looked for, one after the other. */
function neutralBlock(block: Token): string {
  const { raw } = block;
  let made = "";
  let kept = 0;
  let at = 0;
  for (const leaf of leavesOf(block)) {
    const isCode = leaf.type === "code" || leaf.type === "codespan";
    const lines = (leaf.type === "code" ? String(leaf.text) : leaf.raw).split("\n");
    for (const line of lines.map((each) => each.trim()).filter((each) => each !== "")) {
      const found = raw.indexOf(line, at);
      // Nobody knows any more what stands where.
      if (found === -1) return made + neutralWords(raw.slice(kept));
      at = found + line.length;
      if (!isCode) continue;
      made += neutralWords(raw.slice(kept, found)) + line;
      kept = at;
    }
  }
  return made + neutralWords(raw.slice(kept));
}

function leavesOf(token: Token): readonly Token[] {
  const inner: readonly Token[] = [
    ...("tokens" in token ? (token.tokens ?? []) : []),
    ...(token.type === "list" ? (token.items as readonly Token[]) : []),
    ...(token.type === "table"
      ? [...token.header, ...token.rows.flat()].flatMap((cell) => cell.tokens as Token[])
      : []),
  ];
  return inner.length === 0 ? [token] : inner.flatMap(leavesOf);
}
