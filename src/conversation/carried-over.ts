/**
 * "Accept and clear context" of 2.1.29 puts the last lines of the planning session at the head of the new file: the
 * answer that looked like a rejection, and the interruption. They belong to the plan that follows them.
 */
import type { Entry } from "../log/entries/entry.ts";
import type { Plan } from "../model/session.ts";
import { outcomeOf } from "./call-step.ts";
import type { FoundResult } from "./results.ts";
import type { TurnContext } from "./turn-context.ts";
import { isTyped, type UserParts } from "./user-parts.ts";

export interface CarriedOver {
  readonly lines: ReadonlySet<Entry>;
  /** What the log has as the answer to the plan. */
  readonly answer: FoundResult;
  /** What the client wrote after it. */
  readonly words: readonly string[];
}

export function carriedOver(entries: readonly Entry[], parts: (entry: Entry) => UserParts): CarriedOver | undefined {
  const lines = new Set<Entry>();
  const words: string[] = [];
  let answer: FoundResult | undefined;
  for (const entry of entries) {
    if (entry.kind === "assistant") return undefined;
    if (!isTyped(entry) || entry.isMeta) continue;
    const { results, machine, said } = parts(entry);
    if (machine.some((piece) => piece.kind === "plan"))
      return answer === undefined ? undefined : { lines, answer, words };
    if (entry.kind !== "user" || said.length > 0 || results.length > 1) return undefined;
    const [result] = results;
    if (result !== undefined) {
      if (answer !== undefined || !/rejected|doesn't want to proceed/i.test(result.text)) return undefined;
      answer = { entry, result };
    }
    for (const piece of machine) {
      if (piece.kind !== "interrupted") return undefined;
      words.push(piece.text);
    }
    lines.add(entry);
  }
  return undefined;
}

/** As the plan that was proposed would have it. */
export function carriedAnswer({ answer, words }: CarriedOver, context: TurnContext): Pick<Plan, "call" | "outcome"> {
  const ended = outcomeOf(answer, context);
  const text = ended.state === "none" ? "" : [ended.text, ...words].join("\n\n");
  return { call: answer.result.id, outcome: ended.state === "none" ? ended : { ...ended, text } };
}
