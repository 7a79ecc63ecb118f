/** The one path to everything visible: secrets of a session are learnt when it is first read, and taken out here. */
import { addUsage } from "../conversation/usage.ts";
import type { OpenSession, SessionRecord } from "../model/archive.ts";
import type { Agent, At, ModelUsage, Session, Step, Turn } from "../model/session.ts";
import { eachString, type Redactor, textOf } from "../redact/index.ts";
import { KeyFiles } from "./key-files.ts";
import type { ReadSession } from "./read-session.ts";
import { safeKey } from "./record.ts";

export async function learnSession(
  redactor: Redactor,
  { session, diagnostics, documents }: ReadSession,
): Promise<void> {
  const learn: Learn = (value, at, part, isAgain = false) => {
    const place = { file: at.file, line: at.line, session: session.id };
    return redactor.learnValue(value, part === undefined ? place : { ...place, part }, isAgain);
  };
  const { turns, agents, ...facts } = session;
  const keys = new KeyFiles();
  await learn(facts, { file: session.file, line: 0 });
  await learnTurns(turns, learn, keys);
  for (const agent of agents) await learnAgent(agent, learn, keys);
  for (const { text, at } of keys.finish()) await learn(text, at, "call", true);
  await learn(diagnostics, { file: session.file, line: 0 });
  for (const [name, bytes] of documents) {
    const text = textOf(bytes);
    if (text !== undefined) await learn(text, sourceOfMedia(session, name), "document");
  }
}

/** Most of what is learnt is learnt at once; only where there is something to wait for is it waited for. */
type Learn = (value: unknown, at: At, part?: string, isAgain?: boolean) => Promise<void> | undefined;

async function learnTurns(turns: readonly Turn[], learn: Learn, keys: KeyFiles): Promise<void> {
  for (const turn of turns) {
    const prompt = learn(turn.prompt, turn.at, "prompt");
    if (prompt !== undefined) await prompt;
    for (const step of turn.steps) {
      if (step.kind === "call") keys.note(step.call, step.at);
      for (const [value, at, part, isAgain] of partsOf(step)) {
        const wait = learn(value, at, part, isAgain);
        if (wait !== undefined) await wait;
      }
    }
    for (const version of turn.otherVersions ?? []) await learnTurns(version, learn, keys);
  }
}

/** A result stands on a line of its own, after that of its call. */
function partsOf(step: Step): readonly Parameters<Learn>[] {
  if (step.kind !== "call") return [[step, step.at, step.kind]];
  const { input, outcome, ...details } = step.call;
  const end = outcome.state === "none" ? step.at : outcome.at;
  return [
    [{ input, agent: step.agent }, step.at, "call"],
    [outcome, end, "result"],
    // What we made of the two: the same again, but for what only the client's own record of the result holds.
    [details, end, "result", true],
  ];
}

async function learnAgent({ turns, agents, ...facts }: Agent, learn: Learn, keys: KeyFiles): Promise<void> {
  await learn(facts, { file: facts.file, line: 0 });
  await learnTurns(turns, learn, keys);
  for (const agent of agents) await learnAgent(agent, learn, keys);
}

/** The line that an image or a document stands in. */
const sourceOfMedia = (session: Pick<Session, "turns" | "agents" | "file">, name: string): At =>
  sourceIn(session, name) ?? { file: session.file, line: 0 };

/** The line of the logs that a text of a session comes from: the first whose part holds it. */
export function sourceIn(session: Pick<Session, "turns" | "agents">, text: string): At | undefined {
  const wanted = text.trim();
  const holds = (value: unknown): boolean => {
    let isFound = false;
    eachString(value, (each) => {
      isFound ||= String(each).includes(wanted);
    });
    return isFound;
  };
  const inTurns = (turns: readonly Turn[]): At | undefined => {
    for (const turn of turns) {
      if (holds(turn.prompt)) return turn.at;
      for (const step of turn.steps) for (const [value, at] of partsOf(step)) if (holds(value)) return at;
      for (const version of turn.otherVersions ?? []) {
        const found = inTurns(version);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const inAgents = (agents: readonly Agent[]): At | undefined => {
    for (const agent of agents) {
      const found = inTurns(agent.turns) ?? inAgents(agent.agents);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return inTurns(session.turns) ?? inAgents(session.agents);
}

/** What takes secrets out of all that becomes visible. */
export interface Redaction {
  readonly text: (text: string) => string;
  /** For texts of the log that no session shows: what a file was before an edit. */
  readonly unlearnt: (text: string) => string;
  readonly value: <Value>(value: Value) => Value;
  readonly record: (record: SessionRecord) => SessionRecord;
  /** Sums by the names of models as they may be shown: two may be one then. */
  readonly usage: (usage: readonly ModelUsage[]) => readonly ModelUsage[];
  readonly file: (file: OpenSession["file"]) => OpenSession["file"];
}

export function redactionBy(redactor: Redactor | undefined): Redaction {
  if (redactor === undefined || !redactor.isOn) {
    return {
      text: (text) => text,
      unlearnt: (text) => text,
      value: (value) => value,
      record: (record) => record,
      usage: (usage) => usage,
      file: (file) => file,
    };
  }
  return {
    text: redactor.redact,
    unlearnt: redactor.redactUnlearnt,
    value: redactor.value,
    record: (record) => {
      const clean = redactor.value(record);
      const agents = clean.agents.map((agent, index) => ({
        ...agent,
        key: keyOf(redactor, record.agents[index]?.key ?? "", record.agents[index]?.id ?? ""),
      }));
      // A project's id was made of its name as it may be shown.
      return { ...clean, key: keyOf(redactor, record.key, record.id), project: record.project, agents };
    },
    usage: (usage) => {
      const clean = redactor.value(usage);
      return clean === usage ? usage : addUsage([clean]);
    },
    // Text that came as a document is shown like any other, whatever it calls itself.
    file: (file) => (name) => {
      const bytes = file(name);
      const text = bytes === undefined ? undefined : textOf(bytes);
      return text === undefined ? bytes : Buffer.from(redactor.redact(text));
    },
  };
}

/** A key is part of an address: where it, or the id that it was made of, would tell something, a hash stands there. */
function keyOf(redactor: Redactor, key: string, id: string): string {
  const isPlain = redactor.redact(key) === key && redactor.redact(id) === id;
  return isPlain ? key : safeKey(`/${key}`);
}
