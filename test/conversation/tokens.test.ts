/** Tokens and cost: counted once per API message, across the whole archive. */
import { describe, expect, it } from "vitest";
import prices from "../../data/prices.json" with { type: "json" };
import { cost, costNote, costText, priceOf } from "../../src/archive/cost.ts";
import { A, archiveOf, pageOf, sessionOf } from "../support/archive.ts";

const use = (
  model: string,
  tokens: Partial<Record<"input" | "output" | "cacheRead" | "cacheWrite5m" | "cacheWrite1h", number>>,
) => ({
  ...{ model, input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, messages: 1 },
  ...tokens,
});

describe("tokens", () => {
  it("the last line of a message has its usage, and an all-zero last line does not overwrite", async () => {
    const session = await sessionOf("usage-on-many-lines");
    expect(session.usage).toEqual([
      {
        model: "claude-opus-4-6",
        input: 8,
        output: 993,
        cacheRead: 50,
        cacheWrite5m: 30,
        cacheWrite1h: 40,
        messages: 2,
      },
      { model: "glm-5.1", input: 1, output: 2, cacheRead: 0, cacheWrite5m: 9, cacheWrite1h: 0, messages: 1 },
    ]);
  });

  it("a turn's usage is that of its messages", async () => {
    const session = await sessionOf("usage-on-many-lines");
    expect(session.turns[0]?.usage).toEqual(session.usage);
  });

  it("an agent's tokens count to its own model and roll up to the session", async () => {
    const { archive, session } = await archiveOf("an-agent-spends-too");
    const spent = [
      { model: "claude-haiku-4-5-20251001", input: 20, output: 200, messages: 1 },
      { model: "claude-opus-4-6", input: 10, output: 100, messages: 1 },
    ];
    expect(session().agents[0]?.usage).toMatchObject(spent.slice(0, 1));
    expect(session().usage).toMatchObject(spent);
    expect(archive.usage).toMatchObject(spent);
  });

  it("nested agents roll up through the agents that sent them", async () => {
    const { agents, usage } = await sessionOf("agents-call-agents");
    expect(agents[0]?.usage).toMatchObject([{ model: "claude-haiku-4-5-20251001", input: 1110, messages: 3 }]);
    expect(usage.map(({ model, input }) => [model, input])).toEqual([
      ["claude-haiku-4-5-20251001", 1110],
      ["claude-opus-4-6", 1],
    ]);
  });

  it("fast mode is a model of its own, and a model that declined keeps its tokens, each message once", async () => {
    const { models, turns, usage } = await sessionOf("fast-mode-and-fallbacks");
    const none = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, messages: 1 };
    expect(usage).toEqual([
      { model: "claude-fable-5", ...none, input: 2, output: 57, cacheRead: 727, cacheWrite5m: 104 },
      { model: "claude-opus-4-8", ...none, input: 2, output: 136, cacheRead: 792 },
      { model: "claude-opus-4-8-fast", ...none, input: 1, output: 9 },
    ]);
    expect(turns[0]?.usage).toEqual(usage);
    expect(models).toEqual(["claude-opus-4-8", "claude-fable-5", "claude-opus-4-8-fast"]);
  });

  it("an answer that was withdrawn was paid for", async () => {
    const { usage } = await sessionOf("an-answer-is-withdrawn");
    expect(usage.map(({ model, output }) => [model, output])).toEqual([
      ["claude-fable-5", 40],
      ["claude-opus-4-8", 60],
    ]);
  });

  it("the client's own account is compared with ours, the last one of it, and never added", async () => {
    const same = await archiveOf("the-clients-account-is-ours");
    expect(same.session().clientCost?.usd).toBe(2.004);
    expect(same.session().usage).toMatchObject([{ model: "claude-opus-5-5", input: 1000, output: 100_000 }]);
    expect(pageOf(same.archive, A)).not.toContain("Cost by the client");
    const other = await archiveOf("the-clients-account-is-another");
    expect(other.archive.usage).toMatchObject([{ model: "claude-opus-5-5", input: 1000, output: 100_000 }]);
    const page = pageOf(other.archive, A);
    expect(page).toMatch(/Cost by the client<\/dt><dd><span title="[^"]*opus-5\.5 150,000 tokens out, here 100,000/);
    expect(page).toContain("$3.50");
  });

  it("days are those of the archive's time zone", async () => {
    const inUtc = (await archiveOf("a-day-ends", "UTC")).archive;
    expect(inUtc.days.map(({ date, models }) => [date, models[0]?.output])).toEqual([
      ["2026-03-02", 100],
      ["2026-03-03", 200],
    ]);
    const inRome = (await archiveOf("a-day-ends", "Europe/Rome")).archive;
    expect(inRome.days.map(({ date, models }) => [date, models[0]?.output])).toEqual([["2026-03-03", 300]]);
  });
});

describe("cost", () => {
  const price = prices.models["claude-opus-4-6"];

  it("writing to the cache costs 1.25 times the input price for five minutes, twice for an hour", () => {
    expect(cost([use("claude-opus-4-6", { input: 1_000_000 })]).usd).toBeCloseTo(price.input);
    expect(cost([use("claude-opus-4-6", { output: 1_000_000 })]).usd).toBeCloseTo(price.output);
    expect(cost([use("claude-opus-4-6", { cacheRead: 1_000_000 })]).usd).toBeCloseTo(price.cacheRead);
    expect(cost([use("claude-opus-4-6", { cacheWrite5m: 1_000_000 })]).usd).toBeCloseTo(price.input * 1.25);
    expect(cost([use("claude-opus-4-6", { cacheWrite1h: 1_000_000 })]).usd).toBeCloseTo(price.input * 2);
  });

  it.each([
    ["claude-fable-5", 10, 50, 1],
    ["claude-fable-5-1", 10, 50, 0.25],
    ["claude-opus-5-5", 4, 20, 0.2],
    ["claude-opus-5-5-fast", 8, 40, 0.4],
    ["claude-opus-4-6-20260205-fast", 30, 150, 3],
    ["gpt-5.1-codex-mini", 0.25, 2, 0.025],
    ["gemini-3-flash-preview", 0.5, 3, 0.05],
  ])("%s has its own price", (model, input, output, cacheRead) => {
    expect(cost([use(model, { input: 1_000_000 })]).usd).toBeCloseTo(input);
    expect(cost([use(model, { output: 1_000_000 })]).usd).toBeCloseTo(output);
    expect(cost([use(model, { cacheRead: 1_000_000 })]).usd).toBeCloseTo(cacheRead);
  });

  it("fast mode costs more than the model itself, where both have a price", () => {
    const known = prices.models as Readonly<Record<string, { readonly input: number; readonly output: number }>>;
    const fast = Object.keys(known).filter((model) => model.endsWith("-fast"));
    expect(fast.length).toBeGreaterThan(0);
    for (const model of fast) {
      const plain = known[model.replace(/-fast$/, "")];
      expect(known[model]?.input, model).toBeGreaterThan(plain?.input ?? Number.POSITIVE_INFINITY);
      expect(known[model]?.output, model).toBeGreaterThan(plain?.output ?? Number.POSITIVE_INFINITY);
    }
  });

  it("a model without a price is unpriced, never free", () => {
    const unknown = cost([use("glm-5.1", { input: 1000 })]);
    expect(unknown).toEqual({ unpriced: ["glm-5.1"] });
    expect(costText(unknown)).toBe("unpriced");
  });

  it("each price says when it was looked up, and at an address that the table has", () => {
    for (const model of Object.keys(prices.models)) {
      const price = priceOf(model);
      for (const each of [price, ...(price?.longContext === undefined ? [] : [price.longContext])]) {
        expect(each?.date, model).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(Object.keys(prices.sources), model).toContain(each?.source);
      }
      expect(price?.url, model).toMatch(/^https:/);
    }
  });

  it("the price table is dated, and the note says that it is an estimate by API prices", () => {
    expect(prices.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(costNote({ unpriced: [] })).toMatch(/estimate.*API/);
  });
});
