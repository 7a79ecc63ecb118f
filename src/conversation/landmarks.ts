/** What happened in a turn that a reader looks for: plans, questions, failures and the like, counted. */

import type { ToolCall, Turn } from "../model/session.ts";
import { callState } from "./call-state.ts";
import { markOf } from "./marks.ts";

export interface Landmarks {
  readonly plans: number;
  readonly questions: number;
  readonly agents: number;
  readonly failures: number;
  readonly apiErrors: number;
  /** Calls that a person, a rule or a hook did not let run. */
  readonly refused: number;
  /** With those that a rewind left behind. */
  readonly versions: number;
  readonly isInterrupted: boolean;
  readonly isCompacted: boolean;
}

/** Questions to the person are decisions, not work. */
export const isQuestion = (call: ToolCall): boolean => call.kind === "askUserQuestion";

export function landmarksOf(turn: Turn): Landmarks {
  const found = {
    plans: 0,
    questions: 0,
    agents: 0,
    failures: 0,
    apiErrors: 0,
    refused: 0,
    isInterrupted: false,
    isCompacted: false,
  };
  if (turn.prompt.kind === "plan") found.plans++;
  for (const step of turn.steps) {
    if (step.kind === "plan") found.plans++;
    else if (step.kind === "call") {
      if (callState(step.call).isRefused) found.refused++;
      else if (markOf(step) === "fail") found.failures++;
      if (step.agent !== undefined) found.agents++;
      if (isQuestion(step.call)) found.questions++;
    } else if (step.kind === "event") {
      if (step.event === "interrupted") found.isInterrupted = true;
      if (step.event === "api-error") found.apiErrors++;
    } else if (step.kind === "compaction" && !step.micro) found.isCompacted = true;
  }
  return { ...found, versions: (turn.otherVersions?.length ?? 0) + 1 };
}
