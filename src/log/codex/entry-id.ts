/**
 * Ids for lines that have none. They are made of what a copy of the line has too: the turn, what it is, its beginning
 * and end, and how many such came before it in the turn.
 */
import type { EntryId } from "../../model/session.ts";
import { hash64 } from "../../system/hash64.ts";

/** Of a long text so much at both ends, and its length. */
const sample = 80;

export class EntryIds {
  readonly #seen = new Map<string, number>();
  #scope = "";
  #scopePrint = "";

  /** The turn; for logs without turn ids the thread. The same for line after line. */
  set scope(scope: string) {
    if (scope === this.#scope) return;
    this.#scope = scope;
    this.#scopePrint = hash64([scope]);
  }

  next(kind: string, content: string): EntryId {
    const isLong = content.length > 2 * sample;
    const [head, tail] = isLong ? [content.slice(0, sample), content.slice(-sample)] : [content, ""];
    const made = hash64([this.#scopePrint, kind, " ", String(content.length), " ", head, " ", tail]);
    const times = (this.#seen.get(made) ?? 0) + 1;
    this.#seen.set(made, times);
    return (times === 1 ? made : `${made}-${times}`) as EntryId;
  }
}
