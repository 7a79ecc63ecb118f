/**
 * Tokens by the growth of `total_token_usage`, field by field: the same total is written again and again, and adding up
 * `last_token_usage` counts it about twice. Where a field falls the counter began anew, and `last` is what was spent.
 */
import type { Tokens } from "../entries/entry.ts";
import { type Json, number, object } from "../fields.ts";

type Figures = Readonly<Record<(typeof fields)[number], number>>;

const fields = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
] as const;

export class TokenCounter {
  #total: Figures | undefined;
  /** A fork whose log does not repeat what was spent before starts with the total of then. */
  readonly #isInherited: boolean;
  /** Cached tokens grew more than all of the input: taken off the next input, so that the sum is right. */
  #owed = 0;

  constructor(isInherited: boolean) {
    this.#isInherited = isInherited;
  }

  /** What was spent since the event before; `undefined` where that is nothing. */
  spent(event: Json): Tokens | undefined {
    const info = object(event, "info");
    const last = figures(object(info, "last_token_usage"));
    const total = figures(object(info, "total_token_usage"));
    if (total === undefined) return last === undefined ? undefined : this.#tokens(last);
    const before = this.#total;
    this.#total = total;
    if (before === undefined) return this.#tokens(this.#isInherited ? (last ?? total) : total);
    const grown = {} as Record<(typeof fields)[number], number>;
    for (const field of fields)
      grown[field] = total[field] >= before[field] ? total[field] - before[field] : (last?.[field] ?? total[field]);
    return this.#tokens(grown);
  }

  /** Codex counts cached tokens, and written ones, as part of the input. */
  #tokens(spent: Figures): Tokens | undefined {
    const cacheRead = spent.cached_input_tokens;
    const cacheWrite5m = spent.cache_write_input_tokens;
    const fresh = spent.input_tokens - cacheRead - cacheWrite5m - this.#owed;
    const input = Math.max(0, fresh);
    this.#owed = input - fresh;
    const output = spent.output_tokens;
    const reasoning = spent.reasoning_output_tokens;
    return input + cacheRead + cacheWrite5m + output === 0
      ? undefined
      : { input, output, cacheRead, cacheWrite5m, cacheWrite1h: 0, reasoning };
  }
}

function figures(usage: Json | undefined): Figures | undefined {
  if (usage === undefined) return undefined;
  const found = {} as Record<(typeof fields)[number], number>;
  for (const field of fields) found[field] = Math.max(0, number(usage, field) ?? 0);
  return found;
}
