/** Questions with their answers, and calls that somebody did not let run. */
import { callState } from "../../conversation/call-state.ts";
import type { QuestionDigest, RejectionDigest } from "../../model/digest.ts";
import { toolOf } from "../../tools/index.ts";
import { cut, most } from "./cut.ts";
import { exactKey, sameKey } from "./failures.ts";
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
  const found: { digest: RejectionDigest; readonly exact: string; readonly same: string }[] = [];
  for (const { step, moment } of steps) {
    if (step.kind !== "call") continue;
    const { call } = step;
    const { outcome } = call;
    if (outcome.state === "ok") {
      // Of most sessions nothing was rejected.
      if (found.length === 0) continue;
      const [exact, same] = [exactKey(call), sameKey(call)];
      for (const each of found) {
        if (each.exact === exact) each.digest = { ...each.digest, doneLater: "same" };
        else if (each.same === same) each.digest = { doneLater: "otherwise", ...each.digest };
      }
    } else if (outcome.state !== "none" && callState(call).isRefused) {
      const by = outcome.reason === "denied" ? "rule" : outcome.reason === "hook-blocked" ? "hook" : "person";
      const digest: RejectionDigest = {
        ...moment,
        tool: call.name,
        verb: toolOf(call).verb,
        summary: summary(call),
        by,
        ...(outcome.feedback === undefined ? {} : { feedback: cut(outcome.feedback, most.feedback) }),
      };
      found.push({ digest, exact: exactKey(call), same: sameKey(call) });
    }
  }
  return found.map(({ digest }) => digest);
}
