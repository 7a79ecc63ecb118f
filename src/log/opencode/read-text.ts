/** What OpenCode's `read` answers, as our own Read has it: lines with their numbers, without the tags around them. */

/** `<path>…</path>\n<type>file</type>\n<content>\n12: const a = 1;\n</content>`; up to 1.1 `<file>\n00012| const a = 1;\n</file>`. */
const wrapped = /^(?:<path>[^\n]*<\/path>\n<type>file<\/type>\n)?<(content|file)>\n([\s\S]*)\n<\/\1>([\s\S]*)$/;
const lineStart = /^(\d+)(?:: ?|\| ?)/;
/** The numbers say as much. */
const atEnd = /^\(End of file\b[^\n]*\)$/;

export function readText(said: string): string {
  const [, , inner, after = ""] = wrapped.exec(said) ?? [];
  if (inner === undefined) return said;
  const lines = inner.split("\n");
  const end = lines.findIndex((line) => !lineStart.test(line));
  const numbered = end === -1 ? lines : lines.slice(0, end);
  if (numbered.length === 0) return said;
  const notes = lines.slice(numbered.length).filter((line) => line.trim() !== "" && !atEnd.test(line));
  const code = numbered.map((line) => line.replace(lineStart, (_, number) => `${Number(number)}\t`));
  return [...code, ...notes, ...(after.trim() === "" ? [] : [after.trim()])].join("\n");
}
