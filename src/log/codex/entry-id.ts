/**
 * Ids for lines that have none. They are made of what a copy of the line has too: the turn, what it is, its beginning
 * and end, and how many such came before it in the turn.
 */
import type { EntryId } from "../../model/session.ts";
import { hash64 } from "../../system/hash64.ts";

/** Of a long text so much at both ends, and its length. */
const sample = 200;

export class EntryIds {
  readonly #seen = new Map<string, number>();

  /** `scope` is the turn; for logs without turn ids the thread. */
  next(scope: string, kind: string, content: string): EntryId {
    const ends = content.length <= 2 * sample ? content : `${content.slice(0, sample)}\n${content.slice(-sample)}`;
    const made = hash64([scope, "\n", kind, "\n", String(content.length), "\n", ends]);
    const times = (this.#seen.get(made) ?? 0) + 1;
    this.#seen.set(made, times);
    return (times === 1 ? made : `${made}-${times}`) as EntryId;
  }
}
