/** A session as data: the model, with the facts of its record. schema/session.schema.json describes it. */
import type { SessionRecord } from "../model/archive.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Agent, Session, Turn } from "../model/session.ts";
import { jsonText } from "../text/json.ts";
import { exportFacts } from "./facts.ts";

/** Raise it when what was there before is gone or means something else; more may come at any time. */
export const sessionFormat = { format: "annals-session", version: 2 } as const;

export type Thread = Session | Agent;

export interface SessionJsonOptions {
  readonly project: string;
  readonly generator: string;
  /** Where the schema lies, from the file. */
  readonly schema?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export const sessionJson = (...given: Parameters<typeof sessionJsonParts>): string =>
  [...sessionJsonParts(...given)].join("");

/** One after the other, a turn at a time: that of a long session need not be in memory as a whole. */
export function* sessionJsonParts(
  session: Session,
  record: SessionRecord,
  options: SessionJsonOptions,
  /** What of a turn is written; all of it unless told. */
  shown: (turn: Turn, thread: Thread) => Turn = (turn) => turn,
): Generator<string> {
  const { project, generator, schema, diagnostics } = options;
  yield* objectParts([
    ...valuesOf({ $schema: schema, ...sessionFormat, generator, facts: exportFacts(record, project) }),
    ["session", threadParts(session, shown)],
    ["diagnostics", [printed(diagnostics)]],
  ]);
  yield "\n";
}

type Parts = Iterable<string>;

const valuesOf = (value: object): readonly (readonly [string, Parts])[] =>
  Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, [printed(each)]]]));

/** A session or an agent: its turns and agents one by one. */
function* threadParts(thread: Thread, shown: (turn: Turn, thread: Thread) => Turn): Generator<string> {
  const { turns, agents } = thread;
  yield* objectParts(
    Object.keys(thread).flatMap((key): readonly (readonly [string, Parts])[] => {
      if (key === "turns") return [[key, listParts(turns, (turn) => [printed(shown(turn, thread))])]];
      if (key === "agents") return [[key, listParts(agents, (agent) => threadParts(agent, shown))]];
      return valuesOf({ [key]: thread[key as keyof typeof thread] });
    }),
  );
}

function* objectParts(entries: Iterable<readonly [string, Parts]>): Generator<string> {
  let before = "{";
  for (const [key, parts] of entries) {
    yield `${before}${JSON.stringify(key)}:`;
    yield* parts;
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* listParts<Item>(items: readonly Item[], partsOf: (item: Item) => Parts): Generator<string> {
  let before = "[";
  for (const item of items) {
    yield before;
    yield* partsOf(item);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

function printed(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested too deep for it: cut with a note.
    return jsonText(value);
  }
}
