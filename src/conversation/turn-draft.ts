/** A turn while lines are still added to it. */
import type { At, EntryId, Prompt, Step, Turn } from "../model/session.ts";

export interface TurnDraft {
  readonly id: EntryId;
  readonly at: At;
  readonly time?: Turn["time"];
  prompt: Prompt;
  /** Opened by the line that says that a scheduled task is due: the prompt itself may follow. */
  isDue?: true;
  readonly steps: Step[];
  durationMs?: number;
  /** Keys of the API messages that began in this turn. */
  readonly messages: Set<string>;
  /** The to-do list that came with the prompt. */
  todos?: readonly unknown[];
  otherVersions?: readonly (readonly TurnDraft[])[];
}
