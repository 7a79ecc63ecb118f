/** Where `part` stands in `text` as whole lines; -1 where it does not. A plan of one letter is in every word. */
export function wholeLines(text: string, part: string): number {
  if (part === "") return -1;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    const isStart = at === 0 || text[at - 1] === "\n";
    if (isStart && (end === text.length || text[end] === "\n" || text[end] === "\r")) return at;
  }
  return -1;
}
