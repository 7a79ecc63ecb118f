/** Remembers short texts, and forgets them all when there are too many. */
const longest = 96;
const most = 100_000;

export class Recent {
  private readonly texts = new Set<string>();

  has(text: string): boolean {
    return text.length <= longest && this.texts.has(text);
  }

  add(text: string): void {
    if (text.length > longest) return;
    if (this.texts.size >= most) this.texts.clear();
    this.texts.add(text);
  }
}
