/** Which model is at work, and where that changes: by the person's choice, or since one declined. */
import type { ContentBlock } from "../log/entries/content.ts";
import type { AssistantEntry } from "../log/entries/entry.ts";
import { sentBy } from "../model/sender.ts";
import type { StepBody } from "../model/session.ts";

type Fallback = Extract<ContentBlock, { kind: "fallback" }>;

export class ModelChanges {
  #model: string | undefined;

  /** What to say before the line's own blocks. A fallback says at its place what changed. */
  note({ model, isApiError, blocks }: AssistantEntry): StepBody | undefined {
    if (model === undefined || model === "<synthetic>" || isApiError) return undefined;
    const before = this.#model;
    this.#model = model;
    if (before === undefined || before === model) return undefined;
    if (blocks.some((block) => block.kind === "fallback" && block.to === model)) return undefined;
    return { kind: "event", event: "model-change", text: `${before} → ${model}` };
  }
}

export function fallbackStep({ from, to }: Fallback): StepBody {
  return {
    kind: "event",
    event: "model-change",
    ...sentBy("model-fallback"),
    text: `${from} → ${to}`,
  };
}
