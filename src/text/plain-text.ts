/** Markdown as plain words. */

const references: ReadonlyMap<string, string> = new Map([
  ..."amp& lt< gt> quot\" apos' copy© reg® trade™ deg° hellip… ndash– mdash— lsquo‘ rsquo’ ldquo“ rdquo” laquo« raquo»"
    .concat(" bull• middot· times× divide÷ plusmn± larr← rarr→ uarr↑ darr↓ harr↔ rArr⇒ le≤ ge≥ ne≠ asymp≈ infin∞")
    .concat(" check✓ cross✗ sect§ para¶ euro€ pound£ yen¥ cent¢ micro\u00b5 half½ colon: sol/ num#")
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
  ["nbsp", "\u00a0"],
]);

/** Character references to characters, which are then escaped like the rest; unknown names stay as written. */
export function withoutReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,30}));/g,
    (written, decimal, hex, name) => {
      if (name !== undefined) return references.get(name) ?? written;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? "\ufffd"
        : String.fromCodePoint(code);
    },
  );
}

/** Markdown to plain words for titles and excerpts, on one line: markers go, text stays. Linear, no parser. */
export function plainText(source: string): string {
  return withoutReferences(
    withoutCodeMarks(
      source
        // The picture itself is shown; its number is the client's.
        .replace(/\[Image #\d{1,4}\]/g, "")
        .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, "")
        .replace(/^[ \t]*(?:#{1,6}(?=[ \t])|>|[*+-](?=[ \t])(?: \[[ xX]\])?|\d{1,9}[.)](?=[ \t]))/gm, "")
        .replace(/^[ \t|:=-]{3,}$/gm, "")
        .replace(/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,500}(?: "[^"\n]{0,200}")?\)/g, "$1")
        // Underscores stay: in what people type they are part of names more often than emphasis.
        .replace(/(?:\*\*|~~)(?=[^\s/])|(?<=[^\s/])(?:\*\*|~~)/g, "")
        // So do the stars of paths: `src/*.ts`, `**/test`.
        .replace(/(?<![^\s("'`])\*([^\s*](?:[^*\n]{0,300}[^\s*\\])?)\*(?![\w*/])/g, "$1"),
    )
      // Before other signs a backslash was meant: a path, a formula.
      .replace(/\\([*_`#[\]<>|~])/g, "$1")
      .replace(/[|\s]+/g, " "),
  ).trim();
}

/** Backticks are marks in pairs of equal length, within a paragraph; any other one is a sign that somebody typed. */
function withoutCodeMarks(text: string): string {
  return text.includes("`")
    ? text
        .split(/(?<=\n[ \t]*\n)/)
        .map(withoutPairs)
        .join("")
    : text;
}

function withoutPairs(paragraph: string): string {
  // Words stand at even places, runs of backticks at odd ones.
  const parts = paragraph.split(/(`+)/);
  const partners = new Map<number, number>();
  const later = new Map<string, number>();
  for (let at = parts.length - 2; at > 0; at -= 2) {
    const run = parts[at] ?? "";
    const partner = later.get(run);
    if (partner !== undefined && !parts[at - 1]?.endsWith("\\")) partners.set(at, partner);
    later.set(run, at);
  }
  for (let at = 1; at < parts.length; at += 2) {
    const partner = partners.get(at);
    if (partner === undefined) continue;
    parts[at] = "";
    parts[partner] = "";
    at = partner;
  }
  return parts.join("");
}

/**
 * Markdown for the search index: only the marks go that stand inside a word or make a line of their own. Lines stay, and
 * so do all other signs, since a quoted search looks for the words as they were typed.
 */
export function plainLines(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, "")
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, "")
    .replaceAll("**", "")
    .replaceAll("`", "");
}
