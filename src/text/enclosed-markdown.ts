/** Markdown of a log within a document of ours. */

/**
 * Markdown among other Markdown: a fence that it leaves open would take in all that follows it, and its headings are below those of
 * the document.
 */
export function enclosed(text: string): string {
  let open: string | undefined;
  const lines = text.split("\n").map((line) => {
    const fence = /^[ \t>]*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (open === undefined) open = fence;
      else if (fence[0] === open[0] && fence.length >= open.length) open = undefined;
      return line;
    }
    return open === undefined
      ? line.replace(/^( {0,3})(#{1,6})(?=\s)/, (_, space, signs) => `${space}${lower(signs)}`)
      : line;
  });
  return [...lines, ...(open === undefined ? [] : [open])].join("\n");
}

const lower = (signs: string): string => "#".repeat(Math.min(6, signs.length + 3));
