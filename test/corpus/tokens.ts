/** Tokens by model, counted from the raw lines: per API message the last line that has any, once in all logs. */
import { type Json, type Log, listAt, objectOf, textAt } from "./logs.ts";
import type { Usage } from "./model.ts";

interface Counted {
  readonly model: string;
  readonly sums: Sums;
  /** Models that declined before this one answered. */
  readonly declined: readonly (readonly [model: string, sums: Sums])[];
}

type Sums = readonly [input: number, output: number, cacheRead: number, cacheWrite: number];

export type Tokens = ReadonlyMap<string, readonly number[]>;

export function tokensOf(logs: readonly Log[]): Tokens {
  const messages = new Map<string, Counted>();
  const owners = new Map<string, string>();
  const ids = new Set<string>();
  const seen = new Set<string>();
  // Sidechains last: what they repeat of the conversation before them counts there.
  for (const isSidechain of [false, true]) {
    for (const log of logs) {
      for (const { raw, line } of log.entries) {
        const data = objectOf(raw.data);
        const entry =
          data?.type === "agent_progress"
            ? { ...objectOf(data.message), isSidechain: true, sessionId: raw.sessionId }
            : raw;
        if ((objectOf(entry)?.isSidechain === true) === isSidechain)
          count(entry, `${log.name}:${line}`, log.name, isSidechain);
      }
    }
  }

  function count(entry: Json, place: string, file: string, isSidechain: boolean): void {
    const message = objectOf(entry.message);
    const usage = objectOf(message?.usage);
    const model = textAt(message, "model") || "unknown";
    if (entry.type !== "assistant" || usage === undefined || model === "<synthetic>") return;
    const uuid = textAt(entry, "uuid");
    const id = textAt(message, "id");
    const copy = `${uuid} ${textAt(entry, "timestamp")} ${id}`;
    if (uuid !== "" && seen.has(copy)) return;
    seen.add(copy);
    const key = id === "" ? uuid || place : `${id}:${textAt(entry, "requestId") || textAt(entry, "sessionId") || file}`;
    const owner = owners.get(key);
    if (owner === undefined && isSidechain && id !== "" && ids.has(id)) return;
    // Another file that repeats the message adds nothing.
    if (owner !== undefined && owner !== file) return;
    const sums = sumsOf(usage);
    if (messages.has(key) && sums.every((sum) => sum === 0)) return;
    owners.set(key, file);
    ids.add(id);
    const name = usage.speed === "fast" ? `${model}-fast` : model;
    messages.set(key, { model: name, sums, declined: declined(usage, model) });
  }

  const models = new Map<string, readonly number[]>();
  for (const { model, sums, declined } of messages.values()) {
    for (const [name, part] of [[model, sums] as const, ...declined]) {
      models.set(
        name,
        part.map((sum, index) => sum + (models.get(name)?.[index] ?? 0)),
      );
    }
  }
  return models;
}

function sumsOf(usage: Json): Sums {
  return [
    amount(usage, "input_tokens"),
    amount(usage, "output_tokens"),
    amount(usage, "cache_read_input_tokens"),
    amount(usage, "cache_creation_input_tokens"),
  ];
}

/** The message's own numbers are those of the model that answered. */
function declined(usage: Json, answered: string): Counted["declined"] {
  const items = listAt(usage, "iterations").map((item) => objectOf(item) ?? {});
  if (!items.some(({ type }) => type === "fallback_message" || type === "advisor_message")) return [];
  return items.flatMap((item) => {
    const model = textAt(item, "model");
    return model === "" || model === answered ? [] : [[model, sumsOf(item)] as const];
  });
}

function amount(usage: Json, name: string): number {
  const found = usage[name];
  return typeof found === "number" && Number.isFinite(found) ? found : 0;
}

export function modelTokens(usage: readonly Usage[]): Tokens {
  return new Map(
    usage.map((sum) => [sum.model, [sum.input, sum.output, sum.cacheRead, sum.cacheWrite5m + sum.cacheWrite1h]]),
  );
}
