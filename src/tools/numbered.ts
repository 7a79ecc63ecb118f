/** Text as `cat -n` numbers it, which is how a Read answers: "    12→const a = 1;", since 2.1 also "12\tconst a = 1;". */

export interface Numbered {
  readonly code: string;
  readonly firstLine: number;
  readonly lineCount: number;
  /** Lines without a number around it. */
  readonly before: string;
  readonly after: string;
}

/** `undefined` where the text is not one run of consecutive numbers. */
export function numbered(text: string): Numbered | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => signOf(line) !== -1);
  if (start === -1) return undefined;
  const firstLine = numberOf(lines[start] ?? "", signOf(lines[start] ?? ""));
  let end = start;
  const code: string[] = [];
  for (; end < lines.length; end++) {
    const line = lines[end] ?? "";
    const sign = signOf(line);
    if (sign === -1 || numberOf(line, sign) !== firstLine + code.length) break;
    code.push(line.slice(sign + 1));
  }
  const after = lines.slice(end);
  // A number later on means that the first run was a coincidence: a table, a log.
  if (after.some((line) => signOf(line) !== -1)) return undefined;
  return {
    code: code.join("\n"),
    firstLine,
    lineCount: code.length,
    before: lines.slice(0, start).join("\n").trim(),
    after: after.join("\n").trim(),
  };
}

/** Where the arrow or tab after a line's number stands; -1 without a number. Every line of every Read comes here. */
function signOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 0x20) at++;
  const first = at;
  for (let code = line.charCodeAt(at); code >= 0x30 && code <= 0x39; code = line.charCodeAt(at)) at++;
  if (at === first || at - first > 9) return -1;
  const sign = line.charCodeAt(at);
  return sign === 0x09 || sign === 0x2192 ? at : -1;
}

function numberOf(line: string, sign: number): number {
  return Number(line.slice(0, sign));
}
