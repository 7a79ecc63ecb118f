/** Remembers texts that were looked at, and forgets them all when there are too many. */
const longestShort = 96;
const mostShort = 100_000;
/** Longer ones come again soon or not at all: what a tool gave back stands twice in its line. */
const mostCharacters = 4_000_000;

export class Recent {
  private readonly short = new Set<string>();
  private readonly long = new Set<string>();
  private characters = 0;

  has(text: string): boolean {
    return (text.length <= longestShort ? this.short : this.long).has(text);
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
    this.long.add(text);
  }
}
