/** The first sentences of a Markdown text, still as Markdown, for a place that has a line or two. */

/** Headings, code, tables, quotes and lists are passed over; where there is nothing else, a list's first item is said. */
export function firstSentences(markdown: string, most: number, longest = 420): string {
  const text = proseOf(markdown.slice(0, 12_000));
  const found: string[] = [];
  let size = 0;
  for (const [sentence] of text.matchAll(sentences)) {
    const own = sentence.trim();
    if (own === "") continue;
    if (found.length === most || (found.length > 0 && size + own.length > longest)) break;
    found.push(own);
    size += own.length;
  }
  const said = found.join(" ");
  return said.length <= longest ? said : `${cutAtWord(said, longest)}…`;
}

/** Up to a full stop, a question or an exclamation mark before a space; not after "e.g." or a number of a list. */
const sentences = /[\s\S]+?(?:(?<!\b(?:e\.g|i\.e|etc|vs|cf|no|\d))[.!?](?:["”’)*`]*)(?=\s|$)|$)/gi;

function proseOf(markdown: string): string {
  const blocks = markdown
    .replace(/^(?:```|~~~)[\s\S]*?(?:^(?:```|~~~)[^\n]*$|$(?![\s\S]))/gm, "\n\n")
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== "");
  const prose = blocks.filter((block) => !/^(?:#{1,6}\s|>|\||[-*+]\s|\d{1,9}[.)]\s|-{3,}$|\*{3,}$)/.test(block));
  // "Here is the summary:" says nothing without what follows it.
  const telling = prose.filter((block) => !/:\W*$/.test(block) || block.length > 120);
  const chosen = [telling, prose, blocks.map((block) => block.replace(/^(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/, ""))].find(
    (list) => list.length > 0,
  );
  return (chosen?.[0] ?? "")
    .split(/\n(?=[-*+]\s|\d{1,9}[.)]\s)/, 1)
    .join("")
    .replace(/\s+/g, " ")
    .replace(/:(\W*)$/, "$1 …");
}

function cutAtWord(text: string, longest: number): string {
  const cut = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  const kept = space > longest * 0.6 ? cut.slice(0, space) : cut;
  // Half of a code span or of bold words would be drawn with its marks.
  const open = (mark: string): boolean => (kept.split(mark).length - 1) % 2 === 1;
  if (open("`")) return kept.slice(0, kept.lastIndexOf("`")).trimEnd();
  return open("**") ? kept.slice(0, kept.lastIndexOf("**")).trimEnd() : kept;
}
