/** What the tokens would have cost through the API: an estimate, since most people pay by subscription. */
import prices from "../../data/prices.json" with { type: "json" };
import type { ModelUsage, TokenSums } from "../model/session.ts";
import { modelId, modelName } from "../text/format.ts";

interface Rate {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
}

/** Each says when it was looked up, and where. */
export interface Price extends Rate {
  readonly date: string;
  readonly source: string;
  /** Of requests with more tokens of input than `above`. */
  readonly longContext?: Rate & { readonly above: number; readonly date: string; readonly source: string };
}

const table: ReadonlyMap<string, Price> = new Map(Object.entries(prices.models));
const sources: Readonly<Record<string, string>> = prices.sources;

/** The price of a model as it is in the logs, and the address where it was looked up. */
export function priceOf(model: string): (Price & { readonly url: string }) | undefined {
  const price = table.get(modelId(model));
  return price === undefined ? undefined : { ...price, url: sources[price.source] ?? "" };
}

export interface Cost {
  /** Of the models that have a price; undefined where none has. */
  readonly usd?: number;
  /** Models that were used but have no price. */
  readonly unpriced: readonly string[];
  /** Models whose tokens the log has only in part: what they cost is not known. */
  readonly untold?: readonly string[];
  /** What the client itself counted, where it does: for comparison, in no sum of ours. */
  readonly clientUsd?: number;
  /** How much of that is of models without a price here: all that is known of what they cost. */
  readonly unpricedClientUsd?: number;
}

export function cost(usage: readonly ModelUsage[]): Cost {
  let usd: number | undefined;
  const unpriced = new Set<string>();
  const untold = new Set<string>();
  let clientUsd: number | undefined;
  let unpricedClientUsd: number | undefined;
  for (const use of usage) {
    if (use.clientUsd !== undefined) clientUsd = (clientUsd ?? 0) + use.clientUsd;
    if (use.known !== undefined) {
      untold.add(use.model);
      continue;
    }
    const used = use.input + use.output + use.cacheRead + use.cacheWrite5m + use.cacheWrite1h;
    if (used === 0) continue;
    const price = table.get(modelId(use.model));
    if (price !== undefined) usd = (usd ?? 0) + costOf(use, price);
    else {
      unpriced.add(use.model);
      if (use.clientUsd !== undefined) unpricedClientUsd = (unpricedClientUsd ?? 0) + use.clientUsd;
    }
  }
  return {
    ...(usd === undefined ? {} : { usd }),
    unpriced: [...unpriced],
    ...(untold.size === 0 ? {} : { untold: [...untold] }),
    ...(clientUsd === undefined ? {} : { clientUsd }),
    ...(unpricedClientUsd === undefined ? {} : { unpricedClientUsd }),
  };
}

function costOf(use: ModelUsage, price: Price): number {
  const { longContext } = use;
  const rate = price.longContext;
  if (longContext === undefined || rate === undefined) return costAt(use, price);
  return costAt(use, price) - costAt(longContext, price) + costAt(longContext, rate);
}

function costAt(use: TokenSums, price: Rate): number {
  return (
    (use.input * price.input +
      use.output * price.output +
      use.cacheRead * price.cacheRead +
      use.cacheWrite5m * price.input * 1.25 +
      use.cacheWrite1h * price.input * 2) /
    1_000_000
  );
}

/**
 * "≈$3.95", "≈$611", "$0.12 by the client" where there is no price but the client's figure, else "unpriced"; "–" where the
 * log has not all tokens; undefined where nothing was spent.
 */
export function costText({ usd, unpriced, untold = [], unpricedClientUsd }: Cost): string | undefined {
  if (usd !== undefined) return `${dollars(usd, "≈")}${unpriced.length + untold.length > 0 ? "+" : ""}`;
  if (unpricedClientUsd !== undefined) return `${dollars(unpricedClientUsd)} by the client`;
  return unpriced.length > 0 ? "unpriced" : untold.length > 0 ? "–" : undefined;
}

function dollars(usd: number, sign = ""): string {
  if (usd < 0.005) return "<$0.01";
  return `${sign}$${usd >= 100 ? Math.round(usd).toLocaleString("en-GB") : usd.toFixed(2)}`;
}

/** The sentence that goes with every cost. */
export function costNote({ unpriced, untold = [], clientUsd, unpricedClientUsd }: Cost): string {
  const list = (models: readonly string[]): string => models.map(modelName).join(", ");
  const priceless = unpriced.length === 0 ? "" : ` No price is known for ${list(unpriced)}.`;
  const missing = `${priceless}${untold.length === 0 ? "" : ` The log does not have all tokens of ${list(untold)}.`}`;
  const theirs =
    clientUsd === undefined
      ? ""
      : ` What the client itself counted, which is in no sum here: ${dollars(clientUsd)}${
          unpricedClientUsd === undefined ? "" : `, ${dollars(unpricedClientUsd)} of it for models without a price`
        }.`;
  return `An API-equivalent estimate: what the tokens would cost through the API, by the prices of ${prices.asOf}.${missing}${theirs}`;
}
