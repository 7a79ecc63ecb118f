/**
 * Packed pieces in which nothing was found, by file. The search index stands in a site twice, for servers and as scripts
 * for file://, and most of it is as it was in the site before: the same bytes need not be unpacked and read again.
 */

export type ClearedPieces = Readonly<Record<string, readonly string[]>>;

export class Cleared {
  readonly #digests: Set<string>;
  readonly #byFile = new Map<string, string[]>();
  readonly #before: ClearedPieces;

  /** `before` was found for the same secrets and the same rules. */
  constructor(before: ClearedPieces = {}) {
    this.#before = before;
    this.#digests = new Set(Object.values(before).flat());
  }

  has(digest: string): boolean {
    return this.#digests.has(digest);
  }

  add(file: string, digest: string): void {
    this.#digests.add(digest);
    const known = this.#byFile.get(file);
    if (known === undefined) this.#byFile.set(file, [digest]);
    else known.push(digest);
  }

  /** A file that is the same as one before. */
  keep(before: string, now: string): void {
    for (const digest of this.#before[before] ?? []) this.add(now, digest);
  }

  get pieces(): ClearedPieces {
    return Object.fromEntries(this.#byFile);
  }
}
