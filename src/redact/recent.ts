/** Remembers texts that were looked at, and forgets them all when there are too many. */
const longestShort = 96;
const mostShort = 30_000;
/** Longer ones come again soon or not at all: what a tool gave back stands twice in its line. */
const mostCharacters = 1_000_000;
const samples = 16;

/** Tells most long texts apart by a few of their characters; a hash would read them all. */
function printOf(text: string): number {
  const { length } = text;
  let print = length;
  for (let index = 0; index < samples; index++)
    print = (Math.imul(print, 31) + text.charCodeAt(Math.floor((length * index) / samples))) | 0;
  return print;
}

export class Recent {
  private readonly short = new Set<string>();
  /** The last of each print. */
  private readonly long = new Map<number, string>();
  private characters = 0;

  has(text: string): boolean {
    return text.length <= longestShort ? this.short.has(text) : this.long.get(printOf(text)) === text;
  }

  add(text: string): void {
    if (text.length <= longestShort) {
      if (this.short.size >= mostShort) this.short.clear();
      this.short.add(text);
      return;
    }
    if (text.length > mostCharacters / 2) return;
    this.characters += text.length;
    if (this.characters > mostCharacters) {
      this.long.clear();
      this.characters = text.length;
    }
    this.long.set(printOf(text), text);
  }
}
