/** Remembers what was found in texts, and forgets it all when there are too many. */
export const longestShort = 96;
const mostShort = 10_000;
/** Longer ones come again soon or not at all: what a tool gave back stands twice in its line. */
const mostCharacters = 1_000_000;
const samples = 16;

/** Tells most long texts apart by a few of their characters; a hash would read them all. */
export function fingerprintOf(text: string): number {
  const { length } = text;
  let fingerprint = length;
  for (let index = 0; index < samples; index++)
    fingerprint = (Math.imul(fingerprint, 31) + text.charCodeAt(Math.floor((length * index) / samples))) | 0;
  return fingerprint;
}

export class Recent<Found extends object> {
  readonly #short = new Map<string, Found>();
  /** The last of each fingerprint. */
  readonly #long = new Map<number, { readonly text: string; readonly found: Found }>();
  #characters = 0;

  get(text: string): Found | undefined {
    if (text.length <= longestShort) return this.#short.get(text);
    const last = this.#long.get(fingerprintOf(text));
    return last?.text === text ? last.found : undefined;
  }

  /** `size` is how many characters more are kept with it. */
  add(text: string, found: Found, size = 0): void {
    if (text.length <= longestShort && size === 0) {
      if (this.#short.size >= mostShort) this.#short.clear();
      this.#short.set(text, found);
      return;
    }
    if (text.length <= longestShort || text.length + size > mostCharacters / 2) return;
    this.#characters += text.length + size;
    if (this.#characters > mostCharacters) {
      this.#long.clear();
      this.#characters = text.length + size;
    }
    this.#long.set(fingerprintOf(text), { text, found });
  }
}
