/**
 * Tokens: only `session.shutdown` has input. Newer versions carry the figures of a resumed session on, older ones start
 * again: a shutdown that is at least the one before in every figure of every model goes on from it, else it is added.
 */
import type { Tokens } from "../entries/entry.ts";
import { type Json, number, object } from "../fields.ts";
import type { CopilotEvent } from "./events.ts";

const names = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens"] as const;

type Figures = Readonly<Record<(typeof names)[number] | "requests", number>>;

export interface Spent {
  readonly model: string;
  readonly tokens: Tokens;
  readonly requests: number | undefined;
}

export interface Usage {
  /** What was spent from the shutdown before to this one. */
  readonly at: ReadonlyMap<CopilotEvent, readonly Spent[]>;
  /** The last one that has figures: answers before it are in them. */
  readonly last: CopilotEvent | undefined;
}

export function usageOf(events: readonly CopilotEvent[]): Usage {
  const at = new Map<CopilotEvent, readonly Spent[]>();
  let before: ReadonlyMap<string, Figures> = new Map();
  let last: CopilotEvent | undefined;
  for (const event of events) {
    if (event.type !== "session.shutdown") continue;
    const now = metricsOf(event.data);
    if (now.size === 0) continue;
    const goesOn = [...before].every(([model, figures]) => isAtLeast(now.get(model), figures));
    at.set(
      event,
      [...now].flatMap(([model, figures]) => spent(model, figures, goesOn ? before.get(model) : undefined)),
    );
    before = now;
    last = event;
  }
  return { at, last };
}

function metricsOf(data: Json): ReadonlyMap<string, Figures> {
  return new Map(
    Object.entries(object(data, "modelMetrics") ?? {}).flatMap(([model, metrics]): [string, Figures][] => {
      const usage = object(metrics, "usage");
      if (usage === undefined || !names.some((name) => number(usage, name) !== undefined)) return [];
      const figure = (name: string): number => Math.max(0, number(usage, name) ?? 0);
      return [
        [
          model,
          {
            inputTokens: figure("inputTokens"),
            outputTokens: figure("outputTokens"),
            cacheReadTokens: figure("cacheReadTokens"),
            cacheWriteTokens: figure("cacheWriteTokens"),
            reasoningTokens: figure("reasoningTokens"),
            requests: number(object(metrics, "requests"), "count") ?? number(metrics, "requests") ?? 0,
          },
        ],
      ];
    }),
  );
}

const isAtLeast = (now: Figures | undefined, before: Figures): boolean =>
  names.every((name) => (now?.[name] ?? 0) >= before[name]);

/** `inputTokens` holds what was read from the cache and written to it. */
function spent(model: string, now: Figures, before: Figures | undefined): readonly Spent[] {
  const [input, output, read, written, reasoning] = names.map((name) => now[name] - (before?.[name] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (input + output + read + written === 0 && before !== undefined) return [];
  const requests = now.requests - (before?.requests ?? 0);
  return [
    {
      model,
      tokens: {
        input: Math.max(0, input - read - written),
        output,
        cacheRead: read,
        cacheWrite5m: written,
        cacheWrite1h: 0,
        ...(reasoning === 0 ? {} : { reasoning }),
      },
      requests: requests > 0 ? requests : undefined,
    },
  ];
}

const nothing = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

/** Of an answer that no shutdown accounts for: what was written, and the rest is not known. */
export function outputOf(data: Json): Tokens {
  const output = number(data, "outputTokens");
  return output === undefined
    ? { ...nothing, output: 0, known: "none" }
    : { ...nothing, output: Math.max(0, output), known: "output-only" };
}
