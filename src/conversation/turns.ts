/** Turns: everything from one prompt of a person to the next, in file order. */
import type { Entry } from "../log/entries/entry.ts";
import { TurnBuilder } from "./turn-builder.ts";
import type { TurnContext } from "./turn-context.ts";
import type { TurnDraft } from "./turn-draft.ts";

export function turns(entries: readonly Entry[], context: TurnContext): TurnDraft[] {
  const builder = new TurnBuilder(context);
  for (const entry of entries) builder.add(entry);
  return builder.end();
}

/** The same turns, each as soon as it opens: later lines may add to it, and a command's output to its prompt. */
export function* openings(entries: readonly Entry[], context: TurnContext): Generator<TurnDraft> {
  const builder = new TurnBuilder(context);
  let given = 0;
  for (const entry of entries) {
    builder.add(entry);
    for (let turn = builder.turns[given]; turn !== undefined; turn = builder.turns[++given]) yield turn;
  }
  yield* builder.end().slice(given);
}
