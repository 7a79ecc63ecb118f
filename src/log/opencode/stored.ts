/** A session as OpenCode keeps it, whichever of its three stores it is in. */
import type { Json } from "../fields.ts";

export interface StoredMessage {
  /** Its row or file, as diagnostics name it. */
  readonly place: string;
  readonly info: Json;
  readonly parts: readonly StoredPart[];
}

export interface StoredPart {
  readonly place: string;
  readonly raw: Json;
}

/** Something that is there and cannot be read. */
export interface Unread {
  readonly place: string;
  readonly reason: string;
}

export interface StoredSession {
  readonly info: Json;
  readonly messages: readonly StoredMessage[];
  readonly unread: readonly Unread[];
}
