/** What a count that knows nothing of src/log finds in one session: every text as it stands in the log, so that what differs can be named. */

export interface Counted {
  /** What a person typed, as they typed it. */
  readonly prompts: string[];
  /** What the agent and its own agents said. */
  readonly texts: string[];
  /** Names of tools. */
  readonly calls: string[];
  /** Names of tools whose call ended. */
  readonly results: string[];
  /** What the session itself said and did, without its agents, in the order of the log. */
  readonly order: string[];
  /** By model: input without cache, output, read from the cache, written to it. */
  readonly tokens: Map<string, [number, number, number, number]>;
}

export function nothing(): Counted {
  return { prompts: [], texts: [], calls: [], results: [], order: [], tokens: new Map() };
}

export function addTokens(
  to: Counted["tokens"],
  model: string,
  figures: readonly [number, number, number, number],
): void {
  const sum = to.get(model) ?? [0, 0, 0, 0];
  to.set(model, sum.map((value, index) => value + (figures[index] ?? 0)) as [number, number, number, number]);
}
