/** The client's own account of a session, where it is not ours. */

import type { ClientCost, ModelUsage } from "../model/session.ts";
import { modelId } from "../text/format.ts";
import { cost } from "./cost.ts";

export interface CostDifference {
  readonly usd: number;
  /** The client did not know the price of every model. */
  readonly isPartial: boolean;
  /** Models whose output it counted otherwise. */
  readonly models: readonly { readonly model: string; readonly theirs: number; readonly ours: number }[];
}

/** Both round, and the client counts requests of its own that no log has: only what is more than that is worth a word. */
const share = 0.01;
const cents = 0.01;

/** Undefined where the client counted as we do, or not at all. */
export function costDifference(
  client: ClientCost | undefined,
  usage: readonly ModelUsage[],
): CostDifference | undefined {
  if (client === undefined) return undefined;
  // Where no price is known the client's figure is told as the cost already.
  const { unpricedClientUsd, usd = unpricedClientUsd } = cost(usage);
  const isSameCost = usd === undefined ? client.usd < cents : isClose(client.usd, usd, cents);
  const models = client.models.flatMap(({ model, output }) => {
    const ours = outputOf(usage, model);
    return isClose(output, ours, 0) ? [] : [{ model, theirs: output, ours }];
  });
  if (isSameCost && models.length === 0) return undefined;
  return { usd: client.usd, isPartial: client.isPartial === true, models };
}

const isClose = (a: number, b: number, least: number): boolean =>
  Math.abs(a - b) <= Math.max(least, Math.max(a, b) * share);

/** The client knows one name of a model, logs may have another; fast mode is the same model to it. */
function outputOf(usage: readonly ModelUsage[], model: string): number {
  const plain = (name: string): string => modelId(name).replace(/-fast$/, "");
  return usage.reduce((sum, use) => (plain(use.model) === plain(model) ? sum + use.output : sum), 0);
}

/** Of a client that counts message by message: what it counted of those that count here. */
export function countedByMessage(usage: readonly ModelUsage[]): ClientCost | undefined {
  const models = usage.flatMap(({ model, input, output, clientUsd }) =>
    clientUsd === undefined ? [] : [{ model, input, output, usd: clientUsd }],
  );
  if (models.length === 0) return undefined;
  const usd = models.reduce((sum, each) => sum + each.usd, 0);
  return { usd, ...(models.length < usage.length ? { isPartial: true } : {}), models };
}
