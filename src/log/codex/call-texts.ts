/** What was given to a call and what came back, read out of their texts. */
import { any, list, object, record, words } from "../fields.ts";
import type { End } from "./ends.ts";
import type { Result } from "./results.ts";

/** What an event knows and the result does not say: the exit code, a patch or a server's call that failed. */
export function withEnds(result: Result, ends: readonly End[]): Result {
  if (ends.length === 0) return result;
  const known = ends.map((end) => end.result).filter((each) => each !== undefined);
  const exitCode =
    result.exitCode ??
    (result.running === undefined ? known.find((each) => each.exitCode !== undefined)?.exitCode : undefined);
  const failed = known.find((each) => each.ended.state !== "ok");
  const ended =
    result.ended.state === "ok" && result.exitCode === undefined && result.running === undefined && failed !== undefined
      ? failed.ended
      : result.ended;
  return { ...result, ended, ...(exitCode === undefined ? {} : { exitCode }) };
}

/** Arguments are JSON in a string; what is none is shown as it is. */
export function parsed(given: unknown): unknown {
  if (typeof given !== "string") return given ?? {};
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** A patch and a script are no JSON, unless they came as arguments. */
export function parsedOnce(given: unknown): unknown {
  return typeof given === "string" && !given.trimStart().startsWith("{") ? given : parsed(given);
}

/** `{"agent_id":"019f…","nickname":"Volta"}` */
export function agentOf(said: string): unknown {
  const answer = record(parsed(said));
  const id = words(answer, "agent_id");
  return id === undefined ? undefined : { agentId: id };
}

/** `{"answers":{"q1":{"answers":["Now"]}}}`: by our way, the words of the question lead to the answer. */
export function answersOf(input: unknown, said: string): unknown {
  const answers = object(parsed(said), "answers");
  if (answers === undefined) return undefined;
  const found = (list(input, "questions") ?? []).flatMap((each) => {
    const question = words(each, "question");
    const answer = any(answers, words(each, "id") ?? question ?? "");
    const chosen = list(answer, "answers") ?? (typeof answer === "string" ? [answer] : undefined);
    return question === undefined || chosen === undefined ? [] : [[question, chosen] as const];
  });
  return { answers: Object.fromEntries(found) };
}

/** The model gets a long output cut; the event has all of it. */
export function wholeOutput({ text: given }: Result, ends: readonly End[]): { readonly stdout?: string } {
  const whole = ends.flatMap((end) => end.result?.text ?? []).find((each) => each.length > given.length);
  return whole === undefined || whole.trim() === given.trim() ? {} : { stdout: whole };
}
