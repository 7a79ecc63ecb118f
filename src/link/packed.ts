/**
 * Many names as one text. There is one for each line of the archive, kept while it is read: as objects they would take
 * three times the memory, and that would grow with the archive.
 */
const plain = /^[\w:.-]+$/;

/** A name may be anything; an odd one is quoted, so that a line is a name. */
export const packedNames = (names: Iterable<string>): string =>
  [...names].map((name) => (plain.test(name) ? name : JSON.stringify(name))).join("\n");

export const namesIn = (packed: string): readonly string[] =>
  packed === "" ? [] : packed.split("\n").map((line) => (line.startsWith('"') ? (JSON.parse(line) as string) : line));
