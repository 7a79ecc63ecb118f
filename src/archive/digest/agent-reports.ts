/** What an agent reported, where its own log is not there or has no last word: in its result, or when it was done. */
import type { AgentId, Step } from "../../model/session.ts";
import type { AgentCall } from "../../tools/agent.ts";
import { taggedAnswer } from "../../tools/tagged-answer.ts";
import type { Walk } from "./walk.ts";

export type ReportOf = (call: AgentCall | undefined, agent: AgentId | undefined) => string | undefined;

export function agentReports({ turns, steps }: Walk): ReportOf {
  /** By the task's id, and by the call that began it. */
  const reports = new Map<string, string>();
  const note = (words: string | undefined, ...names: readonly (string | undefined)[]): void => {
    if (words === undefined || words.trim() === "") return;
    for (const name of names) if (name !== undefined) reports.set(name, words);
  };
  for (const { turn } of turns) {
    const { prompt } = turn;
    if (prompt.kind === "machine" && prompt.sender.kind === "task-notification")
      note(reportIn(prompt.text), describedBy(prompt.text));
  }
  for (const { step } of steps) {
    if (step.kind === "event" && step.sender?.kind === "task-notification")
      note(reportIn(step.text), step.call, describedBy(step.text));
    const output = outputOf(step);
    if (output !== undefined) note(output.text, output.task);
  }
  return (call, agent) => {
    const names = [call?.id, agent, call?.description === undefined ? undefined : described(call.description)];
    const found = names.flatMap((name) => (name === undefined ? [] : (reports.get(name) ?? [])))[0];
    if (found !== undefined || call === undefined || call.outcome.state !== "ok") return found;
    // Of one in the background, or a teammate, the client says at once that it was started.
    return call.agentName !== undefined || call.background || call.outcome.text.trim() === ""
      ? undefined
      : call.outcome.text;
  };
}

function outputOf(step: Step): { readonly task: string; readonly text: string } | undefined {
  if (step.kind !== "call" || step.call.kind !== "taskOutput" || step.call.outcome.state !== "ok") return undefined;
  const { taskId, taskType, status, outcome } = step.call;
  if (taskType !== "local_agent" || status !== "completed") return undefined;
  const printed = taggedAnswer(outcome.text)?.printed.find(({ stream }) => stream === "output");
  return printed === undefined ? undefined : { task: taskId, text: printed.text };
}

const described = (description: string): string => `described: ${description}`;

/** `Agent "Look for the leak" completed`: a notice that became a prompt names no call. */
function describedBy(text: string): string | undefined {
  const [, description] = /^Agent "(.+)" \w+/.exec(text) ?? [];
  return description === undefined ? undefined : described(description);
}

/** Behind the summary and the facts, "status: completed" and the like. */
function reportIn(text: string): string | undefined {
  const blocks = text.split("\n\n");
  const facts = blocks.findIndex((block) => block.split("\n").every((line) => /^[a-z-]+: /.test(line)));
  return facts < 0 ? undefined : blocks.slice(facts + 1).join("\n\n");
}
