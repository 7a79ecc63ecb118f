/** The only way from a log's id to an `id` attribute. */
import { createHash } from "node:crypto";

/** `s-` keeps ids from the log apart from our own (`main`, `outline`, `q`). */
export function anchor(id: string): string {
  return /^[\w-]{1,120}$/.test(id) ? `s-${id}` : `s-${hash(id)}`;
}

export function hash(text: string | Uint8Array, length = 16): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/**
 * Ids of one page. Several steps may come from one entry: the first has the entry's id, the others `-2`, `-3` …, in
 * the order of the log, so that they stay the same when the session grows.
 */
export class Anchors {
  readonly #taken = new Map<string, number>();

  take(id: string): string {
    const name = anchor(id);
    const count = (this.#taken.get(name) ?? 0) + 1;
    this.#taken.set(name, count);
    return count === 1 ? name : this.take(`${name.slice(2)}-${count}`);
  }
}

/** A turn, a plan and a task list may come from one entry, so the latter two say what they are. */
export const planId = (plan: { readonly entry: string }): string => `${plan.entry}-plan`;
export const tasksId = (snapshot: { readonly entry: string }): string => `${snapshot.entry}-tasks`;
