/** Markup on lines of its own, nested by two spaces, so that a person can read it; text in `<pre>` stays as it is. */
const blocks = /^<\/?(?:details|div|h3|li|ol|p|pre|summary|ul)\b/;

export function pretty(markup: string): string {
  let text = "";
  let depth = 0;
  let isPre = false;
  /** A block has just ended: what comes next cannot stand behind it. */
  let isAfterBlock = true;
  for (const token of markup.split(/(<[^>]*>)/).filter((each) => each !== "")) {
    const isBlock = blocks.test(token) && (!isPre || token === "</pre>");
    const isEnd = token.startsWith("</");
    if (isBlock && isEnd) depth--;
    if (!isPre && (isBlock ? !isEnd || isAfterBlock : isAfterBlock)) text += `\n${"  ".repeat(depth)}`;
    text += token;
    if (isBlock && !isEnd) depth++;
    if (isBlock) isPre = token.startsWith("<pre");
    isAfterBlock = isBlock && isEnd;
  }
  return `${text.trimStart()}\n`;
}
