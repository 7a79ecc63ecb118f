/** What was spent, in tokens. */

export interface TokenSums {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

/** The log has how much was written, or not even that. */
export type PartlyKnown = "output-only" | "none";

export interface ModelUsage extends TokenSums {
  readonly model: string;
  /** Who served the model, where the log tells. */
  readonly provider?: string;
  /** How much of the output was reasoning, where the log tells. */
  readonly reasoning?: number;
  /** Which figures are known; all where absent. The others are 0 here and a dash on pages. */
  readonly known?: PartlyKnown;
  readonly messages: number;
  /** How much of it was in requests with so much input (mostly over 200,000 tokens) that some models ask a higher price. */
  readonly longContext?: TokenSums;
  /** Dollars that the client itself counted, message by message, where it does: compared with our cost, never added. */
  readonly clientUsd?: number;
}
