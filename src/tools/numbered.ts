/** Text as `cat -n` numbers it, which is how a Read answers: "    12→const a = 1;", since 2.1 also "12\tconst a = 1;". */

export interface Numbered {
  readonly code: string;
  readonly firstLine: number;
  readonly lineCount: number;
  /** Lines without a number around it. */
  readonly before: string;
  readonly after: string;
}

const numberedLine = /^ *(\d{1,9})(?:→|\t)/;

/** `undefined` where the text is not one run of consecutive numbers. */
export function numbered(text: string): Numbered | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => numberedLine.test(line));
  if (start === -1) return undefined;
  const firstLine = numberOf(lines[start]);
  let end = start;
  const code: string[] = [];
  while (end < lines.length && numberOf(lines[end]) === firstLine + code.length) {
    code.push((lines[end] ?? "").replace(numberedLine, ""));
    end++;
  }
  const after = lines.slice(end);
  // A number later on means that the first run was a coincidence: a table, a log.
  if (after.some((line) => numberedLine.test(line))) return undefined;
  return {
    code: code.join("\n"),
    firstLine,
    lineCount: code.length,
    before: lines.slice(0, start).join("\n").trim(),
    after: after.join("\n").trim(),
  };
}

function numberOf(line: string | undefined): number {
  return Number(numberedLine.exec(line ?? "")?.[1] ?? Number.NaN);
}
