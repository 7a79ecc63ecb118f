/** The client's own account, repeated as it grows. Log example: {"type":"cost-state","totalCostUSD":0.42,"modelUsage":{"claude-opus-5-5":{"inputTokens":12,"outputTokens":900,"costUSD":0.42}}} */
import type { ClientCost } from "../../model/session.ts";
import { flag, number, object } from "../fields.ts";
import { defineEntry } from "./entry.ts";

export const costState = defineEntry(
  "cost-state",
  (raw) => {
    const usd = number(raw, "totalCostUSD");
    if (usd === undefined) return undefined;
    const models = Object.entries(object(raw, "modelUsage") ?? {}).map(([model, use]): ClientCost["models"][number] => {
      const thinking = number(use, "thinkingTokens");
      const cost = number(use, "costUSD");
      return {
        model,
        input: number(use, "inputTokens") ?? 0,
        output: number(use, "outputTokens") ?? 0,
        ...(thinking === undefined ? {} : { thinking }),
        ...(cost === undefined ? {} : { usd: cost }),
      };
    });
    const isPartial = flag(raw, "hasUnknownModelCost") ? { isPartial: true as const } : {};
    return { kind: "client-cost", cost: { usd, ...isPartial, models } };
  },
  "The client's own account; the last one is compared with ours, and the head of the page says where they differ.",
);
