/** Tokens of a record in our meaning: input without what was cached, output with what was thought. */
import type { Tokens } from "../entries/entry.ts";
import { type Json, number, object } from "../fields.ts";

/** `{"input":12069,"output":147,"cached":11502,"thoughts":20,"tool":0,"total":12236}`: input holds cached, output no thoughts. */
export function tokensOf(raw: Json): Tokens | undefined {
  const tokens = object(raw, "tokens");
  if (tokens === undefined) return undefined;
  const figure = (name: string): number => Math.max(0, number(tokens, name) ?? 0);
  const [cached, thoughts] = [figure("cached"), figure("thoughts")];
  return {
    input: Math.max(0, figure("input") - cached) + figure("tool"),
    output: figure("output") + thoughts,
    cacheRead: cached,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    ...(thoughts === 0 ? {} : { reasoning: thoughts }),
  };
}
