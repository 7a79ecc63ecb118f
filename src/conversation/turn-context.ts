/** What a conversation's turns are made with. */

import type { AssistantEntry, Entry } from "../log/entries/entry.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ToolUseId } from "../model/session.ts";
import type { CarriedOver } from "./carried-over.ts";
import type { MediaStore } from "./media.ts";
import type { PlanList } from "./plans.ts";
import type { Queue } from "./queue.ts";
import type { Results } from "./results.ts";
import type { TurnDraft } from "./turn-draft.ts";
import type { UserParts } from "./user-parts.ts";

export interface TurnContext {
  readonly parts: (entry: Entry) => UserParts;
  readonly results: () => Results;
  readonly queue: () => Queue;
  /** Lines of the planning session at the head of the file. */
  readonly carriedOver: () => CarriedOver | undefined;
  readonly plans: PlanList;
  readonly store: MediaStore | undefined;
  readonly persisted: ((file: string) => string | undefined) | undefined;
  /** Told what the log says a file was before an edit: too long to be part of the call. */
  readonly onOriginal: ((call: ToolUseId, text: string) => void) | undefined;
  /** The first prompt is the caller's, whatever it looks like. */
  readonly isAgent: boolean;
  /** Lines that could not be read, to be shown at their place. */
  readonly gaps: readonly Diagnostic[];
  readonly diagnostics: Diagnostic[];
  readonly versions: (prompt: Entry) => readonly (readonly TurnDraft[])[] | undefined;
  /** Part of an answer that was taken back. */
  readonly isWithdrawn: (entry: Entry) => boolean;
  readonly messageKey: (entry: AssistantEntry) => string;
}
