/**
 * Turns whose long outputs and inputs are cut, for the file beside the page of their session: whole they would double the site, and
 * the page has them in files of their own. What people and the agent wrote stays whole.
 */
import type { At, Outcome, Step, Turn } from "../model/session.ts";
import { count } from "../text/format.ts";
import type { Thread } from "./session-json.ts";

/** Characters of one text. */
const most = 800;
const head = 500;
const tail = 200;

/** `file` is the log that the session or agent names as its own: a line of it stands without the name. */
export function shortTurn(turn: Turn, { file }: Pick<Thread, "file">): Turn {
  const { at, prompt, otherVersions } = turn;
  return {
    ...turn,
    at: shortAt(at, file),
    ...(prompt.kind === "shell"
      ? { prompt: { ...prompt, stdout: short(prompt.stdout), stderr: short(prompt.stderr) } }
      : {}),
    steps: turn.steps.map((step) => ({ ...shortStep(step, file), at: shortAt(step.at, file) })),
    ...(otherVersions === undefined
      ? {}
      : { otherVersions: otherVersions.map((version) => version.map((each) => shortTurn(each, { file }))) }),
  };
}

const shortAt = (at: At, file: string): At => (at.file === file ? ({ line: at.line } as At) : at);

function shortStep(step: Step, file: string): Step {
  switch (step.kind) {
    case "call": {
      const { kind, id, name, input, as, caller, outcome, ...read } = step.call;
      const call = {
        ...{ kind, id, name, input: shortValue(input, 0) },
        ...(as === undefined ? {} : { as: shortValue(as, 0) }),
        ...(caller === undefined ? {} : { caller }),
        ...figures(read),
        outcome: shortOutcome(outcome, file),
      };
      return { ...step, call } as Step;
    }
    case "event":
    case "orphan-result":
      return step.text.length > most ? { ...step, text: short(step.text) } : step;
    case "unknown":
      return { ...step, raw: shortValue(step.raw, 0) };
    default:
      return step;
  }
}

/** Of what we read of a call only what is no text: texts are those of its input and its outcome once more. */
const figures = (read: object): object =>
  Object.fromEntries(
    Object.entries(read).filter(([, value]) => typeof value === "number" || typeof value === "boolean"),
  );

function shortOutcome(outcome: Outcome, file: string): Outcome {
  if (outcome.state === "none") return outcome;
  return { ...(shortValue(outcome, 0) as typeof outcome), at: shortAt(outcome.at, file) };
}

/** The same value where nothing in it is long. */
function shortValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return short(value);
  if (typeof value !== "object" || value === null || depth > 12) return value;
  if (Array.isArray(value)) {
    const made = value.map((each) => shortValue(each, depth + 1));
    return shortLines(made.some((each, at) => each !== value[at]) ? made : value);
  }
  let made: Record<string, unknown> | undefined;
  for (const [key, each] of Object.entries(value)) {
    const own = shortValue(each, depth + 1);
    if (own === each) continue;
    made ??= { ...value };
    made[key] = own;
  }
  return made ?? value;
}

/** The lines of a patch are many short texts. */
const mostLines = 24;
const shortLines = (list: readonly unknown[]): readonly unknown[] =>
  list.length > mostLines && list.every((each) => typeof each === "string")
    ? [...list.slice(0, mostLines), ` [… ${count(list.length - mostLines, "line")} left out]`]
    : list;

const short = (text: string): string =>
  text.length <= most
    ? text
    : `${text.slice(0, head).replace(/[\ud800-\udbff]$/, "")}\n[… ${count(text.length - head - tail, "character")} left out]\n${text.slice(-tail).replace(/^[\udc00-\udfff]/, "")}`;
