/** Prompts, and in short what was answered. */
import { isNumbered, promptTitle } from "../../conversation/prompt-title.ts";
import type { TurnDigest } from "../../model/digest.ts";
import type { Prompt, Step, Turn } from "../../model/session.ts";
import { cut, most } from "./cut.ts";
import type { Walk } from "./walk.ts";

export function turnDigests({ turns }: Walk): readonly TurnDigest[] {
  let numbered = 0;
  return turns.map(({ turn, moment }) => {
    const { prompt, steps } = turn;
    const said = steps.filter(isSaid);
    const [first, last] = [said[0], said.at(-1)];
    const images = prompt.kind === "said" ? prompt.blocks.filter(({ kind }) => kind === "image").length : 0;
    const end = steps.findLast(({ time }) => time !== undefined)?.time;
    const queued = prompt.kind === "said" || prompt.kind === "command" ? prompt.queued : undefined;
    return {
      ...moment,
      id: turn.id,
      kind: prompt.kind,
      ...(isNumbered(turn) ? { number: ++numbered } : {}),
      title: promptTitle(turn),
      words: cut(wordsOf(prompt), most.prompt),
      ...(queued === undefined ? {} : { queued }),
      ...(images === 0 ? {} : { images }),
      calls: steps.filter(({ kind }) => kind === "call").length,
      ...(isLocal(turn) ? { isLocal: true as const } : {}),
      ...(first === undefined ? {} : { first: cut(first.markdown, most.said) }),
      ...(last === undefined || last === first ? {} : { last: cut(last.markdown, most.said) }),
      ...(isSaidAfterPlan(steps) ? { isSaidAfterPlan: true as const } : {}),
      ...(end === undefined ? {} : { end }),
      ...(turn.durationMs === undefined ? {} : { durationMs: turn.durationMs }),
    };
  });
}

type Said = Extract<Step, { kind: "text" }>;

export const isSaid = (step: Step): step is Said =>
  step.kind === "text" && step.markdown.trim() !== "" && step.withdrawn === undefined;

const isSaidAfterPlan = (steps: readonly Step[]): boolean => {
  const plan = steps.findLastIndex(({ kind }) => kind === "plan");
  return plan >= 0 && steps.findLastIndex(isSaid) > plan;
};

/** A command of the client, or of the person's own shell: the model answered nothing. */
const isLocal = ({ prompt, steps }: Turn): boolean =>
  (prompt.kind === "command" || prompt.kind === "shell") &&
  !steps.some(({ kind }) => kind === "text" || kind === "call" || kind === "thinking");

function wordsOf(prompt: Prompt): string {
  switch (prompt.kind) {
    case "said":
      return prompt.blocks.flatMap((block) => (block.kind === "text" ? block.markdown : [])).join("\n\n");
    case "command":
      return `${prompt.name.startsWith("/") ? "" : "/"}${prompt.name} ${prompt.args}`.trim();
    case "shell":
      return `! ${prompt.command}`;
    // It is among the plans.
    case "plan":
      return "";
    case "scheduled":
    case "machine":
      return prompt.text;
    case "none":
      return "";
  }
}
