/** Texts compared by letters and digits alone: markup, entities, line numbers and wrapping do not matter. */

const notLetters = /[^\p{L}\p{N}]+/gu;
const terminalCodes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
/** The language of a code fence shows in its colours. */
const fence = /^[ \t>]*(?:```|~~~)[^\n`]*$/gm;
/** `  12→code` of Read, `12. item` and `12: match`: pages number lines and lists their own way. */
const lineNumber = /^\s*\d+(?:→|[.):\-\t])\s?/;
const markup = /<\/?[A-Za-z!][^<>]*>|&[a-z]+;|[\][()*_`|<>~\\]/g;

export function letters(text: string): string {
  return text.replace(notLetters, "");
}

/** Whether a text is in `page`, a string of letters: whole, else line by line, else piece by piece. */
export class Page {
  readonly #letters: string;
  #from = 0;

  constructor(text: string) {
    this.#letters = letters(text.replace(terminalCodes, ""));
  }

  get isEmpty(): boolean {
    return this.#letters === "";
  }

  /** The first piece that is not there, or nothing. */
  missing(text: string): string | undefined {
    const plain = text.replace(terminalCodes, "").replace(fence, "");
    if (this.#has(plain)) return undefined;
    for (const line of plain.split(/[\r\n]+/)) {
      if (this.#has(line) || this.#has(line.replace(lineNumber, ""))) continue;
      const lost = line
        .replace(lineNumber, "")
        .split(markup)
        .find((piece) => !this.#has(piece) && !this.#hasPath(piece.trim()));
      if (lost !== undefined) return lost.trim();
    }
    return undefined;
  }

  /** Pages name files from the project's folder on. */
  #hasPath(path: string): boolean {
    if (!/^(?:\/|~\/|[A-Za-z]:\\)[^\n]*$/.test(path)) return false;
    const parts = path.split(/[\\/]/).filter((part) => part !== "");
    return parts.some((_, from) => from > 0 && this.#has(parts.slice(from).join("/"))) || parts.length === 0;
  }

  #has(text: string): boolean {
    const wanted = letters(text);
    if (wanted === "") return true;
    // Texts mostly come in the page's order: look on from the last one first.
    let at = this.#letters.indexOf(wanted, this.#from);
    if (at < 0 && this.#from > 0) at = this.#letters.indexOf(wanted);
    if (at >= 0) this.#from = at;
    return at >= 0;
  }
}

/** What stays of markup: text and the attributes that a reader can follow or read. */
export function textOfHtml(html: string): string {
  // Characters that nobody sees, or that turn the direction of a text, are shown by their number.
  const body = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ").replace(/⟨U\+[0-9A-F]{4,6}⟩/g, "");
  const attributes = [...body.matchAll(/\s(?:href|title|alt|aria-label|value|datetime)="([^"]*)"/g)].map(
    (match) => match[1] ?? "",
  );
  return decoded(`${body.replace(/<[^<>]*>/g, "")}\n${attributes.join("\n")}`);
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

export function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|([a-z]+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

export function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
