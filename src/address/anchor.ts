/** The only way from a log's id to an `id` attribute. */
import { createHash } from "node:crypto";
import type { Step } from "../model/session.ts";

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

/** What comes from one entry with something else says what it is: a plan, a task list, thinking. */
export const planId = (plan: { readonly entry: string }): string => `${plan.entry}-plan`;
export const thinkingId = (step: { readonly id: string }): string => `${step.id}-thinking`;
export const tasksId = (snapshot: { readonly entry: string }): string => `${snapshot.entry}-tasks`;

/** The prompt that began a story, on its page. */
export const originId = "origin";

/** The part of a story's page that a session has, from 0. */
export const partId = (index: number): string => `part-${index + 1}`;

/** Where a step is on its page; `turn` is the anchor of the turn, for what has none of its own. */
export function stepAnchor(step: Step, turn: string): string {
  if (step.kind === "call") return anchor(step.call.id);
  if (step.kind === "plan") return anchor(planId(step.plan));
  if (step.kind === "thinking") return step.markdown.trim() === "" ? turn : anchor(thinkingId(step));
  return step.kind === "text" || step.kind === "event" || step.kind === "compaction" ? anchor(step.id) : turn;
}
