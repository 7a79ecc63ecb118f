/** Tables of the usage page. */
import { expect, test } from "vitest";
import type { ModelWeeks } from "../../src/archive/usage-page.ts";
import { costChart } from "../../templates/parts/usage-charts.ts";
import { modelTable, projectCosts } from "../../templates/parts/usage-tables.ts";

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

test("the highest bar says what it is to the cent where the dollar alone would be another height", () => {
  const usage = [{ ...used("claude-sonnet-4-5").usage, output: 110_000 }];
  expect(String(costChart([{ date: "2026-03-02", usage }]))).toContain('text-anchor="middle">$1.65</text>');
});

test("projects of one name say where they lie", () => {
  const project = (name: string, path: string) => ({
    project: { id: path, name, path, sessions: [] },
    sessions: 1,
    usage: [used("claude-sonnet-4-5").usage],
  });
  const table = String(
    projectCosts([project("cli", "/w/tides/cli"), project("cli", "/w/cli"), project("feed", "/w/feed")], 0),
  );
  expect(table).toContain("<small>/w/tides/cli</small>");
  expect(table).not.toContain("/w/feed</small>");
});
