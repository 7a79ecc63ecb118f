/** What the client itself says of a session: part of the vocabulary, types only. */
import type { SessionId } from "./ids.ts";

/** What the client noted of a session as a whole; such lines are repeated, and the last one counts. */
export interface ClientNotes {
  /** The person's own labels. */
  readonly labels?: { readonly tag?: string; readonly agent?: string; readonly color?: string };
  /** The project was moved while the session ran: it belongs to `to`. */
  readonly relocated?: { readonly from?: string; readonly to: string };
  /** It went on in another session, in the background; that one may not be in the archive. */
  readonly continuedIn?: SessionId;
  /** How hard the model was told to think. */
  readonly efforts?: readonly string[];
  readonly clientCost?: ClientCost;
}

/** The client's own account of what was spent: compared with ours, never added to it. */
export interface ClientCost {
  readonly usd: number;
  /** The client did not know the price of every model. */
  readonly isPartial?: true;
  readonly models: readonly {
    readonly model: string;
    readonly input: number;
    readonly output: number;
    readonly thinking?: number;
    readonly usd?: number;
  }[];
}
