/** Tables of the usage page. */
import { expect, test } from "vitest";
import type { ModelWeeks } from "../../src/archive/usage-page.ts";
import { modelTable } from "../../templates/parts/usage-tables.ts";

const used = (model: string): ModelWeeks => ({
  model,
  weeks: [1],
  usage: { model, input: 1, output: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, messages: 1 },
});

test("a model that has several ids is told once with its price, and with the tokens of each", () => {
  const table = String(modelTable([used("claude-sonnet-4-5-20250929"), used("claude-sonnet-4-5")], "May to June"));
  const [tokens = "", prices = ""] = table.split("Prices, in dollars");
  expect(prices.match(/<th scope="row">sonnet-4.5</g)).toHaveLength(1);
  expect(tokens.match(/<th scope="row"><code>claude-sonnet-4-5/g)).toHaveLength(2);
});
