/** What the client noted of a session as a whole, for the head of its page. */

import { cost } from "../../src/archive/cost.ts";
import type { ClientCost, ModelUsage, Session } from "../../src/model/session.ts";
import { count, modelId, modelName, number } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import type { Fact } from "./facts.ts";

export function notedFacts({ labels = {}, efforts, relocated, cwd }: Session): readonly Fact[] {
  const { tag, agent, color } = labels;
  const from = relocated?.from ?? (cwd === relocated?.to ? undefined : cwd);
  const facts: Fact[] = [];
  if (tag !== undefined) facts.push(["Tag", html`${tag}`]);
  if (agent !== undefined || color !== undefined)
    facts.push(["Agent", html`${agent ?? ""}${color === undefined ? "" : html` <small>${color}</small>`}`]);
  if (efforts !== undefined) facts.push(["Effort", html`${efforts.join(", ")}`]);
  if (relocated !== undefined)
    facts.push([
      "Project moved",
      html`<code>${relocated.to}</code>${from === undefined ? "" : html` <small>from <code>${from}</code></small>`}`,
    ]);
  return facts;
}

/** Both round, and the client counts requests of its own that no log has: only what is more than that is worth a word. */
const share = 0.01;
const cents = 0.01;

/** The client's own account, where it is not ours. */
export function clientCostFact(client: ClientCost | undefined, usage: readonly ModelUsage[]): Fact | undefined {
  if (client === undefined) return undefined;
  const { usd } = cost(usage);
  const isSameCost = usd === undefined ? client.usd < cents : isClose(client.usd, usd, cents);
  const odd = client.models.flatMap(({ model, output }) => {
    const ours = outputOf(usage, model);
    return isClose(output, ours, 0) ? [] : [`${modelName(model)} ${number(output)} tokens out, here ${number(ours)}`];
  });
  if (isSameCost && odd.length === 0) return undefined;
  const notes = [
    "What the client itself had counted when the session was last written.",
    ...(odd.length === 0 ? [] : [`${odd.join("; ")}.`]),
    ...(client.isPartial ? ["It did not know the price of every model."] : []),
  ];
  const words = `$${client.usd.toFixed(2)}${client.isPartial ? "+" : ""}`;
  const small = odd.length === 0 ? "" : html` <small>${count(odd.length, "model")} counted otherwise</small>`;
  return ["Cost by the client", html`<span title="${notes.join(" ")}">${words}${small}</span>`];
}

const isClose = (a: number, b: number, least: number): boolean =>
  Math.abs(a - b) <= Math.max(least, Math.max(a, b) * share);

/** The client knows one name of a model, logs may have another; fast mode is the same model to it. */
function outputOf(usage: readonly ModelUsage[], model: string): number {
  const plain = (name: string): string => modelId(name).replace(/-fast$/, "");
  return usage.reduce((sum, use) => (plain(use.model) === plain(model) ? sum + use.output : sum), 0);
}
