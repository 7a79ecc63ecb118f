/** A call with its result, wherever that stands; a proposed plan is a step of its own kind. */
import type { UseBlock } from "../log/entries/content.ts";
import type { AssistantEntry } from "../log/entries/entry.ts";
import { text } from "../log/fields.ts";
import type { Outcome, StepBody, ToolUseId } from "../model/session.ts";
import { toolCall } from "../tools/index.ts";
import { media } from "./media.ts";
import { outcome } from "./outcome.ts";
import { planStep } from "./plans.ts";
import type { FoundResult } from "./results.ts";
import type { TurnContext } from "./turn-context.ts";

export interface Use {
  readonly id: ToolUseId;
  readonly name: string;
  readonly input: unknown;
  readonly as?: UseBlock["as"];
}

export function callStep(entry: AssistantEntry, use: Use, context: TurnContext): StepBody {
  const found = context.results().take(use.id);
  const ended: Outcome = found === undefined ? { state: "none" } : outcomeOf(found, context);
  const original = context.onOriginal === undefined ? undefined : originalOf(found?.entry.details);
  if (original !== undefined) context.onOriginal?.(use.id, original);
  const { call, isOdd } = toolCall(use, ended, found?.entry.details);
  if (isOdd) {
    const message = `The input of ${use.name} is not as we know it; shown as is.`;
    context.diagnostics.push({ code: "odd-tool-input", level: "info", at: entry.at, message });
  }
  return planStep(context.plans, entry, call) ?? { kind: "call", call };
}

export function outcomeOf({ entry, result }: FoundResult, { store, persisted }: TurnContext): Outcome {
  const shown = result.media.map((part) => media(part, store)).filter((made) => made.kind !== "unknown");
  return outcome(entry, result, shown, persisted);
}

/** MultiEdit had a name of its own for it. */
const originalOf = (details: unknown): string | undefined =>
  text(details, "originalFile") ?? text(details, "originalFileContents");
