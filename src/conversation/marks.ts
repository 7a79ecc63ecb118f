/** One mark per step for the strip, with the place it stands for. */
import type { Mark } from "../model/archive.ts";
import type { Step, Turn } from "../model/session.ts";
import { toolOf } from "../tools/index.ts";
import { callState } from "./call-state.ts";

/** What a step is in the strip; undefined for what leaves no mark. */
export function markOf(step: Step): Exclude<Mark, "prompt"> | undefined {
  switch (step.kind) {
    case "call":
      return callState(step.call).isFailure ? "fail" : toolOf(step.call).verb;
    case "plan":
      return "decide";
    case "text":
      return "think";
    case "thinking":
      return step.markdown.trim() === "" && step.redacted === undefined ? undefined : "think";
    case "compaction":
      return step.micro ? undefined : "think";
    case "event":
      return step.event === "api-error" ? "fail" : undefined;
    case "image":
    case "document":
    case "orphan-result":
    case "unknown":
      return "think";
    // The calls that changed the list have marks of their own.
    case "tasks":
      return undefined;
  }
}

export function marksOf(turns: readonly Turn[]): Mark[] {
  const marks: Mark[] = [];
  for (const turn of turns) {
    marks.push("prompt");
    for (const step of turn.steps) {
      const mark = markOf(step);
      if (mark !== undefined) marks.push(mark);
    }
  }
  return marks;
}

export type Tally = Readonly<Record<Exclude<Mark, "prompt">, number>>;

export function tally(marks: readonly Mark[]): Tally {
  const counts = { look: 0, change: 0, run: 0, reach: 0, delegate: 0, decide: 0, fail: 0, think: 0 };
  for (const mark of marks) if (mark !== "prompt") counts[mark]++;
  return counts;
}
