/** Questions with their answers, and calls that somebody did not let run. */
import { callState } from "../../conversation/call-state.ts";
import type { QuestionDigest, RejectionDigest } from "../../model/digest.ts";
import { toolOf } from "../../tools/index.ts";
import { cut, most } from "./cut.ts";
import { exactKey } from "./failures.ts";
import type { Summary } from "./summary.ts";
import type { Walk } from "./walk.ts";

export function questionDigests({ steps }: Walk): readonly QuestionDigest[] {
  return steps.flatMap(({ step, moment }) => {
    if (step.kind !== "call" || step.call.kind !== "askUserQuestion") return [];
    return step.call.questions.map(({ question, header, options, chosen, other, notes, answer }) => {
      const own = [other, notes].filter((words) => words !== undefined).join("\n");
      return {
        ...moment,
        question: cut(question, most.question),
        ...(header === undefined ? {} : { header: cut(header, most.line).text }),
        options: options.map(({ label }) => cut(label, most.line).text),
        chosen: chosen.map((label) => cut(label, most.line).text),
        ...(own === "" ? {} : { own: cut(own, most.feedback) }),
        isAnswered: answer !== undefined,
      };
    });
  });
}

export function rejectionDigests({ steps }: Walk, summary: Summary): readonly RejectionDigest[] {
  const found: RejectionDigest[] = [];
  /** Those that nobody let run since, by what would be the same call. */
  const open = new Map<string, number[]>();
  for (const { step, moment } of steps) {
    if (step.kind !== "call") continue;
    const { call } = step;
    const { outcome } = call;
    const isOk = outcome.state === "ok";
    if (outcome.state === "none" || (isOk && open.size === 0)) continue;
    const key = exactKey(call);
    if (isOk) {
      for (const at of open.get(key) ?? []) found[at] = { ...(found[at] as RejectionDigest), doneLater: true };
      open.delete(key);
    } else if (callState(call).isRefused) {
      open.set(key, [...(open.get(key) ?? []), found.length]);
      const by = outcome.reason === "denied" ? "rule" : outcome.reason === "hook-blocked" ? "hook" : "person";
      found.push({
        ...moment,
        tool: call.name,
        verb: toolOf(call).verb,
        summary: summary(call),
        by,
        ...(outcome.feedback === undefined ? {} : { feedback: cut(outcome.feedback, most.feedback) }),
      });
    }
  }
  return found;
}
