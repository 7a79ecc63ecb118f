/**
 * Tokens, counted once per API message: its lines repeat `usage`, the last one has the whole.
 * An all-zero last line does not overwrite. Where ccusage decides otherwise, test/corpus/README.md says why.
 */
import prices from "../../data/prices.json" with { type: "json" };
import type { AssistantEntry, Attempt, Entry, Tokens } from "../log/entries/entry.ts";
import type { IsoTime, ModelUsage, TokenSums } from "../model/session.ts";
import type { ToolSpent } from "../model/work.ts";
import { append } from "../system/append.ts";
import { quarterMs } from "../text/clock.ts";
import { modelId } from "../text/format.ts";

export interface MessageUsage {
  /** The same message in another file has the same key. */
  readonly key: string;
  /** The API's own id. */
  readonly message: string | undefined;
  readonly isSidechain: boolean;
  readonly model: string;
  /** Who served the model, where the log tells. */
  readonly provider?: string;
  /** When the line was written that has the whole. */
  readonly time: IsoTime | undefined;
  readonly tokens: Tokens;
  /** How many messages it stands for, where the log tells only their sum. */
  readonly requests?: number | undefined;
  /** Other models that were asked for the same message. */
  readonly attempts?: readonly Attempt[];
  /** Names of the tools that it called, one for each call. */
  readonly tools?: readonly string[];
}

export function messageKey(entry: AssistantEntry): string {
  if (entry.messageId === undefined)
    return entry.id === undefined ? `${entry.at.file}:${entry.at.line}` : `${entry.id}:${entry.time ?? ""}`;
  // Gateways give no request id, and their message ids may come up again in another session.
  return `${entry.messageId}:${entry.requestId ?? entry.sessionId ?? entry.at.file}`;
}

export function messageUsage(entries: readonly Entry[]): readonly MessageUsage[] {
  const messages = new Map<string, MessageUsage>();
  const called = new Map<string, Map<string, string>>();
  for (const entry of entries) {
    if (entry.kind === "usage") {
      const { model, tokens, isSidechain, time, requests } = entry;
      const key = `${entry.sessionId ?? entry.at.file}:${entry.at.line}:${model}`;
      messages.set(key, { key, message: undefined, isSidechain, model, time, tokens, requests });
      continue;
    }
    if (entry.kind !== "assistant" || entry.tokens === undefined || entry.model === "<synthetic>") continue;
    const key = messageKey(entry);
    for (const block of entry.blocks) {
      if (block.kind !== "use") continue;
      const calls = called.get(key) ?? new Map<string, string>();
      called.set(key, calls.set(block.id, block.name));
    }
    const before = messages.get(key);
    const { tokens, isSidechain, model = "unknown" } = entry;
    if (before !== undefined && isZero(tokens)) continue;
    const isSame = before !== undefined && isEqual(before.tokens, tokens);
    if (isSame && before.model === model && before.isSidechain === isSidechain) continue;
    const time = isSame ? before.time : (entry.time ?? before?.time);
    const attempts = entry.attempts ?? before?.attempts;
    const message = { key, message: entry.messageId, isSidechain, model, time, tokens };
    const { provider } = entry;
    messages.set(key, {
      ...message,
      ...(attempts === undefined ? {} : { attempts }),
      ...(provider === undefined ? {} : { provider }),
    });
  }
  return [...messages].map(([key, message]) => {
    const calls = called.get(key);
    return calls === undefined ? message : { ...message, tools: [...calls.values()] };
  });
}

/** Of lines with the same figures the first has the time. */
function isEqual(a: Tokens, b: Tokens): boolean {
  return (
    a.input === b.input &&
    a.output === b.output &&
    a.cacheRead === b.cacheRead &&
    a.cacheWrite5m === b.cacheWrite5m &&
    a.cacheWrite1h === b.cacheWrite1h
  );
}

function isZero(tokens: Tokens): boolean {
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h === 0;
}

/** What was counted in a quarter of an hour; every zone's days begin with one. */
export interface Spent {
  /** Since 1970; absent where the lines tell no time. */
  readonly quarter?: number;
  readonly usage: readonly ModelUsage[];
}

/** All that is kept of the messages of a session once its turns are made: there are many of them. */
export function spentIn(messages: readonly MessageUsage[]): readonly Spent[] {
  const byQuarter = new Map<number | undefined, MessageUsage[]>();
  for (const message of messages) {
    const quarter = message.time === undefined ? undefined : Math.floor(Date.parse(message.time) / quarterMs);
    append(byQuarter, quarter, message);
  }
  return [...byQuarter].map(([quarter, list]) => ({
    ...(quarter === undefined ? {} : { quarter }),
    usage: usageByModel(list),
  }));
}

/** Input from which on all tokens of a request cost more, with models that have such a price. */
const longFrom = new Map<string, number>(
  Object.entries(prices.models).flatMap(([id, price]) =>
    "longContext" in price ? [[id, price.longContext.above] as const] : [],
  ),
);
const longContext = 200_000;
const shortest = Math.min(longContext, ...longFrom.values());

function isLong(model: string, { input, cacheRead, cacheWrite5m, cacheWrite1h }: Tokens): boolean {
  const given = input + cacheRead + cacheWrite5m + cacheWrite1h;
  return given > shortest && given > (longFrom.get(modelId(model)) ?? longContext);
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

type Counted = Pick<MessageUsage, "model" | "provider" | "tokens" | "requests" | "attempts">;

/** Sums by model, in the order of the models' names. */
export function usageByModel(messages: Iterable<Counted>): readonly ModelUsage[] {
  const sums = new Sums();
  for (const message of messages) sums.addMessage(message);
  return sums.all();
}

/** Sums by tool: a message that called several shares its tokens evenly among them, to the token. */
export function usageByTool(messages: Iterable<MessageUsage>): readonly ToolSpent[] {
  const byTool = new Map<string, Sums>();
  const sumsOf = (tool: string): Sums => {
    const known = byTool.get(tool);
    if (known !== undefined) return known;
    const made = new Sums();
    byTool.set(tool, made);
    return made;
  };
  for (const message of messages) {
    const { tools } = message;
    if (tools === undefined || tools.length === 1) {
      sumsOf(tools?.[0] ?? "").addMessage(message);
      continue;
    }
    const usage = usageByModel([message]);
    for (const [at, tool] of tools.entries())
      for (const each of usage) sumsOf(tool).addUsage(share(each, at, tools.length));
  }
  return inOrder([...byTool].map(([tool, sums]) => [tool, sums.all()]));
}

export function addToolUsage(parts: Iterable<readonly ToolSpent[]>): readonly ToolSpent[] {
  const byTool = new Map<string, (readonly ModelUsage[])[]>();
  for (const part of parts) for (const [tool, usage] of part) append(byTool, tool, usage);
  return inOrder(
    [...byTool].map(([tool, list]) => [tool, list.length === 1 && list[0] !== undefined ? list[0] : addUsage(list)]),
  );
}

/** In the order of the tools' names. */
const inOrder = (spent: readonly ToolSpent[]): readonly ToolSpent[] => spent.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The first ones have one more where it does not come out even. */
function share(usage: ModelUsage, at: number, parts: number): ModelUsage {
  const part = (all: number): number => Math.floor(all / parts) + (at < all % parts ? 1 : 0);
  const tokens = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: TokenSums): TokenSums => ({
    input: part(input),
    output: part(output),
    cacheRead: part(cacheRead),
    cacheWrite5m: part(cacheWrite5m),
    cacheWrite1h: part(cacheWrite1h),
  });
  return {
    ...usage,
    ...tokens(usage),
    messages: part(usage.messages),
    ...(usage.reasoning === undefined ? {} : { reasoning: part(usage.reasoning) }),
    ...(usage.longContext === undefined ? {} : { longContext: tokens(usage.longContext) }),
    ...(usage.clientUsd === undefined ? {} : { clientUsd: part(Math.round(usage.clientUsd * nano)) / nano }),
  };
}

export function addUsage(parts: Iterable<readonly ModelUsage[]>): readonly ModelUsage[] {
  const sums = new Sums();
  for (const part of parts) for (const usage of part) sums.addUsage(usage);
  return sums.all();
}

const zero = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

type Kind = { readonly [Key in "model" | "provider" | "known"]?: ModelUsage[Key] | undefined };

/** The same model by another provider, and figures that are known in part, are sums of their own. */
class Sums {
  readonly #sums = new Map<string, Writable<ModelUsage>>();
  #last: Writable<ModelUsage> | undefined;

  addMessage(message: Counted): void {
    this.#addAttempt(message);
    if (message.attempts !== undefined) for (const attempt of message.attempts) this.#addAttempt(attempt);
  }

  #addAttempt({ model, provider, tokens, requests = 1 }: Attempt & Pick<MessageUsage, "provider" | "requests">): void {
    const sum = this.#of(model, provider, tokens.known);
    addTokens(sum, tokens);
    addTold(sum, tokens);
    sum.messages += requests;
    if (requests === 1 && isLong(model, tokens)) addLong(sum, tokens);
  }

  addUsage(usage: ModelUsage): void {
    const sum = this.#of(usage.model, usage.provider, usage.known);
    addTokens(sum, usage);
    addTold(sum, usage);
    sum.messages += usage.messages;
    if (usage.longContext !== undefined) addLong(sum, usage.longContext);
  }

  /** In the order of the models' names. */
  all(): readonly ModelUsage[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, usage]) => usage);
  }

  #of(model: string, provider: Kind["provider"], known: Kind["known"]): Writable<ModelUsage> {
    const last = this.#last;
    // One after the other is of the same kind.
    if (last !== undefined && last.model === model && last.provider === provider && last.known === known) return last;
    const key = [model, provider ?? "", known ?? ""].join("\n");
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      sum = {
        model,
        ...(provider === undefined ? {} : { provider }),
        ...(known === undefined ? {} : { known }),
        ...zero,
        messages: 0,
      };
      this.#sums.set(key, sum);
    }
    this.#last = sum;
    return sum;
  }
}

/** What only some logs tell. */
function addTold(
  sum: Writable<ModelUsage>,
  { reasoning, clientUsd }: Pick<ModelUsage, "reasoning" | "clientUsd">,
): void {
  if (reasoning !== undefined) sum.reasoning = (sum.reasoning ?? 0) + reasoning;
  if (clientUsd !== undefined) sum.clientUsd = inNano((sum.clientUsd ?? 0) + clientUsd);
}

/** Sums of dollars must not depend on the order in which they are added. */
const nano = 1e9;
const inNano = (usd: number): number => Math.round(usd * nano) / nano;

function addTokens(sum: Writable<TokenSums>, tokens: TokenSums): void {
  sum.input += tokens.input;
  sum.output += tokens.output;
  sum.cacheRead += tokens.cacheRead;
  sum.cacheWrite5m += tokens.cacheWrite5m;
  sum.cacheWrite1h += tokens.cacheWrite1h;
}

function addLong(sum: Writable<ModelUsage>, tokens: TokenSums): void {
  const long = { ...zero, ...sum.longContext };
  addTokens(long, tokens);
  sum.longContext = long;
}
