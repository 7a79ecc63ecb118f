/** Files on a disk, and who wrote which line into them: what a blame is compared with. */

/** The title of a prompt, or somebody whom no log knows. */
export type Author = string;

/** Numbers that look random, the same in each run. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit);
  }

  /** True in so many of a hundred. */
  is(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}

export interface OnDisk {
  /** Line ends as `\n`; undefined where the file was removed. */
  text: string | undefined;
  readonly isWindows: boolean;
  /** Counts its changes: a tool compares it with what its agent saw. */
  changed: number;
  /** Everybody who wrote a line of these words, ever. */
  readonly writers: Map<string, Set<Author>>;
  /** As the log can know it: after the last edit of a tool, or put back by a rewind since. */
  known: string | undefined;
  /** When a tool edited it last, counted over all files; and when in each session. */
  editedAt: number;
  readonly editedIn: Map<string, number>;
}

export const linesOf = (text: string): string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

/** Lines that files have many of: nobody can tell whose they are. */
export const commonLines: readonly string[] = ["}", "", "  });"];

export class Disk {
  readonly files = new Map<string, OnDisk>();
  /** Of changes so far. */
  get count(): number {
    return this.#count;
  }
  #count = 0;
  #words = 0;

  /** A line that no other file has. */
  line(): string {
    return `word${++this.#words}; end`;
  }

  at(path: string, isWindows = false): OnDisk {
    const found = this.files.get(path);
    if (found !== undefined) return found;
    const made: OnDisk = {
      ...{ text: undefined, isWindows, changed: ++this.#count, writers: new Map() },
      ...{ known: undefined, editedAt: 0, editedIn: new Map() },
    };
    this.files.set(path, made);
    return made;
  }

  /** What is new in it is the author's. */
  write(path: string, text: string, by: Author, session?: string): void {
    const file = this.at(path);
    const before = new Set(linesOf(file.text ?? ""));
    for (const line of linesOf(text))
      if (!before.has(line)) file.writers.set(line, (file.writers.get(line) ?? new Set()).add(by));
    file.text = text;
    file.changed = ++this.#count;
    if (session === undefined) return;
    file.known = text;
    file.editedAt = this.#count;
    file.editedIn.set(session, this.#count);
  }

  remove(path: string): void {
    const file = this.at(path);
    file.text = undefined;
    file.changed = ++this.#count;
  }

  /** A rewind writes what the file was. */
  putBack(path: string, before: Pick<OnDisk, "text" | "known"> | undefined): void {
    const file = this.at(path);
    file.text = before?.text;
    file.changed = ++this.#count;
    file.known = before?.known;
  }

  /** A worktree begins with what the project has. */
  copy(from: string, to: string): void {
    for (const [path, { text, isWindows, writers }] of [...this.files]) {
      if (!path.startsWith(`${from}/src/`)) continue;
      const made = this.at(path.replace(from, to), isWindows);
      made.text = text;
      for (const [line, by] of writers) made.writers.set(line, new Set(by));
    }
  }
}

/** What a file is after somebody's change of a few lines in a row; `line` makes new ones. */
export function changedLines(text: string, chance: Chance, line: () => string): string {
  const lines = linesOf(text);
  const at = chance.below(lines.length + 1);
  const gone = chance.below(3);
  const added = Array.from({ length: gone === 0 ? 1 + chance.below(2) : chance.below(3) }, () =>
    chance.is(12) ? (commonLines[chance.below(commonLines.length)] as string) : line(),
  );
  lines.splice(at, gone, ...added);
  return lines.length === 0 ? "" : `${lines.join("\n")}${chance.is(8) ? "" : "\n"}`;
}
