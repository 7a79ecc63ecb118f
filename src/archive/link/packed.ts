/**
 * Many names as one text. There is one for each line of the archive, kept while it is read: as objects they would take
 * three times the memory, and that would grow with the archive.
 */
const plain = /^[\w:.-]+$/;

/** A name may be anything; an odd one is quoted, so that a line is a name. */
export function packedNames(names: readonly string[]): string {
  if (names.length === 0) return "";
  // Mostly all are plain, which one test of all of them together shows.
  const areAllPlain = plain.test(names.join("")) && !names.includes("");
  return (areAllPlain ? names : names.map((name) => (plain.test(name) ? name : JSON.stringify(name)))).join("\n");
}

export function namesIn(packed: string): readonly string[] {
  if (packed === "") return [];
  const lines = packed.split("\n");
  return packed.includes('"')
    ? lines.map((line) => (line.startsWith('"') ? (JSON.parse(line) as string) : line))
    : lines;
}
