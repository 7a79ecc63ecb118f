import type { Tokens } from "./entries/entry.ts";

/** What the client counted for one message: where it knows no price, or a subscription pays, it writes 0. */
export const countedByClient = (usd: number | undefined): Pick<Tokens, "clientUsd"> =>
  usd !== undefined && Number.isFinite(usd) && usd > 0 ? { clientUsd: usd } : {};
