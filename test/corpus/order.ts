/** A list of tasks stands where it was changed: before all that was thought, said and called after that. */
import { expectedOf, type Item } from "./expected.ts";
import { type Json, type Log, listAt, objectOf, textAt } from "./logs.ts";

export interface LateList {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

export interface Order {
  readonly lists: number;
  /** Those that have calls of task tools between the change and the list, which go with it. */
  readonly withReading: number;
  readonly late: readonly LateList[];
}

const isOfTasks = (call: Json): boolean => /^(?:todo|task)/i.test(textAt(call, "kind"));

/** `sessions` as `annals inspect --json` tells them. */
export function orderOf(logs: readonly Log[], sessions: readonly unknown[]): Order {
  const places = placesIn(logs);
  const late: LateList[] = [];
  let lists = 0;
  let withReading = 0;
  const look = (steps: readonly Json[]): void => {
    for (const [at, step] of steps.entries()) {
      if (step.kind !== "tasks") continue;
      lists++;
      const origin = textAt(step.snapshot, "origin");
      // What the client says with a prompt is no step: nothing stands before it in its turn.
      if (origin === "user-todos" && at === 0) continue;
      const changer = lastIndex(steps, at, (each) => each.kind === "call" && each.id === step.id && isChange(each));
      const between = steps.slice(changer + 1, at);
      const place = changer < 0 ? undefined : placeOf(steps[changer], places);
      if (place === undefined) late.push(lateOf(step, "without the call that changed it"));
      else {
        const others = between.filter((each) => !(each.kind === "call" && isOfTasks(objectOf(each.call) ?? {})));
        if (between.some((each) => each.kind === "call") && others.every((each) => each.kind !== "call")) withReading++;
        const wrong = others.find((each) => isTold(each) && (placeOf(each, places) ?? place + 1) > place);
        if (wrong !== undefined) late.push(lateOf(step, `after ${wrong.kind} of line ${lineOf(wrong)}`));
      }
    }
  };
  const turns = (list: readonly unknown[]): void => {
    for (const turn of list) {
      look(listAt(turn, "steps").map((step) => objectOf(step) ?? {}));
      for (const version of listAt(turn, "otherVersions")) if (Array.isArray(version)) turns(version);
    }
  };
  const thread = (one: unknown): void => {
    turns(listAt(one, "turns"));
    for (const agent of listAt(one, "agents")) thread(agent);
  };
  for (const session of sessions) thread(session);
  return { lists, withReading, late };
}

/** The place of each thing in its log, by file, line, kind and id or words. */
function placesIn(logs: readonly Log[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const log of logs)
    for (const [at, item] of expectedOf(log, () => false).entries())
      if (!places.has(nameOf(item))) places.set(nameOf(item), at);
  return places;
}

const nameOf = ({ file, line, kind, key }: Pick<Item, "file" | "line" | "kind" | "key">): string =>
  `${file}\n${line}\n${kind}\n${key}`;

function placeOf(step: Json | undefined, places: ReadonlyMap<string, number>): number | undefined {
  const kind = step?.kind as Item["kind"];
  const key = kind === "call" ? textAt(step?.call, "id") : textAt(step, "markdown");
  return places.get(nameOf({ file: textAt(step?.at, "file"), line: lineOf(step), kind, key }));
}

const isTold = ({ kind }: Json): boolean => kind === "call" || kind === "text" || kind === "thinking";
const isChange = (step: Json): boolean => /^(?:todoWrite|taskCreate|taskUpdate)$/.test(textAt(step.call, "kind"));
const lineOf = (step: Json | undefined): number => Number(objectOf(step?.at)?.line);

function lastIndex(steps: readonly Json[], before: number, is: (step: Json) => boolean): number {
  for (let at = before - 1; at >= 0; at--) if (is(steps[at] ?? {})) return at;
  return -1;
}

const lateOf = (step: Json, problem: string): LateList => ({
  file: textAt(step.at, "file"),
  line: lineOf(step),
  problem,
});
