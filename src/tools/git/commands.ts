/** The simple commands of a shell line, as far as one needs them to know what git or gh was asked for. */

/** Without quotes; `&&`, `;`, `|` and newlines part one command from the next. A here-document is one word, after `<<`. */
export function commandsOf(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const end = (): void => {
    const document = word?.startsWith("\0") ? documents[Number(word.slice(1))] : undefined;
    if (word !== undefined) commands.at(-1)?.push(document === undefined ? word : `<<${document}`);
    word = undefined;
  };
  const documents: string[] = [];
  const text = line.slice(0, longest).replace(unquotedDocument, (_, _tag, rest: string, body: string) => {
    documents.push(body);
    return ` "\0${documents.length - 1}"${rest}`;
  });
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === "'" || letter === '"') {
      const [quoted, next] = quotedAt(text, at, letter);
      word = (word ?? "") + quoted;
      at = next;
    } else if (letter === "\\" && text.charAt(at + 1) === "\n") at++;
    else if (letter === "\\" && at + 1 < text.length) {
      word = (word ?? "") + text.charAt(at + 1);
      at++;
    } else if (letter === "\n" || letter === ";" || letter === "&" || letter === "|") {
      // `2>&1` is no end of a command.
      if (letter === "&" && word?.endsWith(">")) {
        word += letter;
        continue;
      }
      end();
      if (commands.at(-1)?.length !== 0) commands.push([]);
    } else if (/\s/.test(letter)) end();
    else word = (word ?? "") + letter;
  }
  end();
  return commands.filter((words) => words.length > 0);
}

const longest = 20_000;

/** `git commit -F - <<'EOF' && git push`, and the text below it. */
const unquotedDocument = /(?<!\$\(cat )<<-?\s*['"]?(\w+)['"]?([^\n]*)\n([\s\S]*?)\n\s*\1(?=\n|$)/g;

/** `$(cat <<'EOF' … EOF)` stands within double quotes: its text is the word. */
function quotedAt(text: string, start: number, quote: string): readonly [word: string, last: number] {
  if (quote === '"') {
    const document = hereDocument.exec(text.slice(start, start + longest));
    if (document?.[2] !== undefined) return [document[2], start + document[0].length - 1];
  }
  let word = "";
  for (let at = start + 1; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === quote) return [word, at];
    if (quote === '"' && letter === "\\" && at + 1 < text.length) {
      at++;
      word += text.charAt(at);
    } else word += letter;
  }
  return [word, text.length];
}

const hereDocument = /^"\$\(cat <<-?\s*['"]?(\w+)['"]?\n([\s\S]*?)\n\s*\1\n?\s*\)"/;

/** What follows `git` without its own options: `git -C dir -c a=b commit -m x` is `commit -m x`. */
export function gitArguments(words: readonly string[]): readonly string[] | undefined {
  let at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (at < 0 || !/^(?:.*\/)?git$/.test(words[at] ?? "")) return undefined;
  for (at++; (words[at] ?? "").startsWith("-"); at++) if (words[at] === "-C" || words[at] === "-c") at++;
  return words.slice(at);
}

/** The values of an option, in either form: `-m x`, `-mx`, `--message=x`, `--message x`. */
export function optionValues(words: readonly string[], short: string, long: string): readonly string[] {
  return words.flatMap((word, index) => {
    if (word === long || word === short || (short.length === 2 && new RegExp(`^-[a-z]*${short.charAt(1)}$`).test(word)))
      return words[index + 1] ?? [];
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
    return [];
  });
}
