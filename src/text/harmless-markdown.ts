/**
 * Whether Markdown surely holds no markup, no picture and no address that runs something, told without reading it as
 * Markdown: line by line, and "no" wherever it takes more to know. Of what agents write nine tenths are told so.
 */

const tag = /<[a-z/!?]/i;
const picture = "![";

/** Whether there is anything to look at. */
export const mayHarm = (text: string): boolean => tag.test(text) || /\]\s*[:(]/.test(text);

/** Of a text whose lines end with `\n`. */
export function isSurelyHarmless(text: string): boolean {
  if (/[\r\x00-\x08\x0b\x0c\x0e-\x1f]/.test(text) || !haveHarmlessAddresses(text)) return false;
  return (!tag.test(text) && !text.includes(picture)) || hasMarkupInCodeOnly(text);
}

/**
 * A path, a fragment, or an address of the web: before its first slash nothing can name another scheme. Or no address at
 * all: an empty line, or words, come next.
 */
const harmlessAddress = new RegExp(
  [
    "https?://",
    "[/?#]",
    String.raw`[^\x00-\x20:&%\\/?#<]+(?:[/?#]|(?=[ \t\n]|$))`,
    String.raw`[^\x00-\x20<]+[ \t]+[^\s"'()]`,
    String.raw`(?:$|\n[ \t]*(?:\n|$))`,
  ]
    .map((each) => `[ \\t]*${each}`)
    .join("|"),
  "iy",
);
const colon = 58;
const parenthesis = 40;

/** All that stands where a link or a definition has its address. */
function haveHarmlessAddresses(text: string): boolean {
  for (let at = text.indexOf("]"); at !== -1; at = text.indexOf("]", at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next !== colon && next !== parenthesis) continue;
    harmlessAddress.lastIndex = at + 2;
    if (!harmlessAddress.test(text)) return false;
  }
  return true;
}

const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const fenceEnd = /^ {0,3}(`+|~+) *$/;
const quote = /^ {0,3}>/;
/** The name of a definition goes on over lines, through code as well. */
const openBracket = /\[[^\]]*$/;
const codeSpan = /(?<!`)(`+)([^`]+)\1(?!`)/g;
/**
 * With each code span of a line made one backtick: what may begin or end something that reaches into one. An address
 * takes in what stands right behind it, and a link all that is in its parentheses.
 */
const reaching = /\\|<(?! )|!\[|(?::\/\/|www\.)[^\s<]*`|\]\((?![^\s()`<]*\))/i;

/**
 * Every line closes the code that it opens, so it is code whatever belongs together with the line; fences stand at the
 * margin, where they begin and end whatever comes before them, quotes aside.
 */
function hasMarkupInCodeOnly(text: string): boolean {
  let open: string | undefined;
  let hasFence = false;
  let hasQuote = false;
  let tildes = 0;
  let codeTildes = 0;
  for (const line of text.split("\n")) {
    if (open !== undefined) {
      if (fenceEnd.exec(line)?.[1]?.startsWith(open)) open = undefined;
      continue;
    }
    if (line.startsWith("```") || line.startsWith("~~~")) {
      const found = fence.exec(line);
      if (found === null) return false;
      open = found[1] ?? found[2];
      hasFence = true;
      continue;
    }
    if (openBracket.test(line)) return false;
    hasQuote ||= quote.test(line);
    let isCell = false;
    const words = line.includes("`")
      ? line.replace(codeSpan, (_, _signs, code: string) => {
          isCell ||= code.includes("|");
          codeTildes += count(code, "~");
          return "\0";
        })
      : line;
    if (isCell || words.includes("`") || reaching.test(words.replaceAll("\0", "`"))) return false;
    tildes += count(words, "~");
  }
  // What tildes strike out may end in the middle of code.
  return !(hasFence && hasQuote) && !(tildes > 0 && tildes + codeTildes > 1);
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;
