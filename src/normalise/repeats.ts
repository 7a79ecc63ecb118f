/** Texts already shown of each API message: some logs repeat them line by line. */
export class Repeats {
  readonly #shown = new Map<string, string | Set<string>>();

  /** Whether the message has said it before; from now on it has. */
  has(message: string, text: string): boolean {
    const seen = this.#shown.get(message);
    // Most messages have one text: it needs no set, whose hash would read it to its end.
    if (seen === undefined) this.#shown.set(message, text);
    else if (typeof seen !== "string") return seen.size === seen.add(text).size;
    else if (seen === text) return true;
    else this.#shown.set(message, new Set([seen, text]));
    return false;
  }
}
