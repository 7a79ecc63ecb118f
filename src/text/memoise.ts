/** What was drawn before: the same words and the same files come back in resumed sessions, reports and rewound turns. */

const all = new Set<Remembered<unknown>>();

export class Remembered<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;
  #size = 0;

  /** `most` characters of keys are kept; then all is forgotten at once, since what is old is seldom needed. */
  constructor(most: number) {
    this.#most = most;
    all.add(this);
  }

  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (key.length > this.#most / 100) return made;
    this.#size += key.length;
    if (this.#size > this.#most) this.forget(key.length);
    this.#values.set(key, made);
    return made;
  }

  forget(size = 0): void {
    this.#values.clear();
    this.#size = size;
  }
}

/** For when nothing more is drawn. */
export function forgetDrawings(): void {
  for (const each of all) each.forget();
}
