/** What an API message spent, and on which model. Log example: "usage":{"input_tokens":3,"output_tokens":5,"speed":"fast","iterations":[…]} */
import { type Json, list, number, object, words } from "../fields.ts";
import type { AssistantBody, Attempt, Tokens } from "./entry.ts";

type Spent = Pick<AssistantBody, "model" | "tokens" | "attempts">;

/** Fast mode has prices of its own, so it is counted as a model of its own, as ccusage does. */
export function spent(usage: Json | undefined, named: string | undefined): Spent {
  if (usage === undefined) return { model: named, tokens: undefined, attempts: undefined };
  const tokens = tokensOf(usage);
  const { answered = named, others } = shares(usage, named, tokens);
  const isFast = words(usage, "speed") === "fast" && answered !== undefined;
  const attempts = others.length === 0 ? undefined : others;
  return { model: isFast ? fast(answered) : answered, tokens, attempts };
}

const fast = (model: string): string => `${model}-fast`;

function tokensOf(usage: unknown): Tokens {
  const written = number(usage, "cache_creation_input_tokens") ?? 0;
  const hour = Math.min(written, number(object(usage, "cache_creation"), "ephemeral_1h_input_tokens") ?? 0);
  return {
    input: number(usage, "input_tokens") ?? 0,
    output: number(usage, "output_tokens") ?? 0,
    cacheRead: number(usage, "cache_read_input_tokens") ?? 0,
    // Old logs have only the total, and five minutes was the only kind then.
    cacheWrite5m: written - hour,
    cacheWrite1h: hour,
  };
}

/**
 * Where a model declines and another answers, or where an adviser is asked, `iterations` has an item for each, with its
 * own model. The message's own numbers are those of the one that answered: those of the others are nowhere else.
 */
function shares(usage: Json, named: string | undefined, whole: Tokens): { answered?: string; others: Attempt[] } {
  const items = (list(usage, "iterations") ?? []).map((item) => ({
    type: words(item, "type") ?? "",
    model: words(item, "model"),
    isFast: words(item, "speed") === "fast",
    tokens: tokensOf(item),
  }));
  if (!items.some(({ type }) => type === "fallback_message" || type === "advisor_message")) return { others: [] };
  const isWhole = (item: (typeof items)[number]): boolean => item.model !== undefined && isEqual(item.tokens, whole);
  const served = items.findLast((item) => isWhole(item) && item.model === named) ?? items.findLast(isWhole);
  const answered = served?.model ?? named;
  // An item without a model, or with the same one, is a step of the answer.
  const others = items.flatMap(({ model, isFast, tokens }): Attempt[] =>
    model === undefined || model === answered || sum(tokens) === 0
      ? []
      : [{ model: isFast ? fast(model) : model, tokens }],
  );
  return { ...(answered === undefined ? {} : { answered }), others };
}

const sum = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: Tokens): number =>
  input + output + cacheRead + cacheWrite5m + cacheWrite1h;

function isEqual(a: Tokens, b: Tokens): boolean {
  return a.input === b.input && a.output === b.output && a.cacheRead === b.cacheRead && sum(a) === sum(b);
}
