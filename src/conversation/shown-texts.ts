/** Texts already shown of each API message: some logs repeat them line by line. */
export class ShownTexts {
  readonly #byMessage = new Map<string, string | Set<string>>();

  /** Whether the message had this text before; it has it from now on. */
  had(message: string, text: string): boolean {
    const seen = this.#byMessage.get(message);
    // Most messages have one text: it needs no set, whose hash would read it to its end.
    if (seen === undefined) this.#byMessage.set(message, text);
    else if (typeof seen !== "string") return seen.size === seen.add(text).size;
    else if (seen === text) return true;
    else this.#byMessage.set(message, new Set([seen, text]));
    return false;
  }
}
