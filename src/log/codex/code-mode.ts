/** Scripts that call tools (`exec`): what they say in plain words is shown beside the code. They are never run. */

/** A literal as JavaScript writes it; one with something put in (`${x}`) says nothing by itself. */
const literal = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{))*)`/y;
const command =
  /\btools\s*\.\s*(?:exec_command|shell_command|shell)\s*\(\s*\{[^{}]{0,2000}?["']?\b(?:cmd|command)["']?\s*:\s*/g;
const mostCommands = 50;

export function commandsIn(code: string): readonly string[] {
  const found: string[] = [];
  for (const match of code.matchAll(command)) {
    literal.lastIndex = match.index + match[0].length;
    const text = literal.exec(code);
    const said = text?.[1] ?? text?.[2] ?? text?.[3];
    if (said !== undefined) found.push(unescaped(said));
    if (found.length === mostCommands) break;
  }
  return found;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", "0": "\0" };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\n|[\s\S]))/gi,
    (_, long, four, two, one) => {
      const code = long ?? four ?? two;
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
      return one === "\n" ? "" : (escapes[one as string] ?? (one as string));
    },
  );
}
