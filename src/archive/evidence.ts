/** What links need of a session, and nothing that a page shows. */
import type { ContentBlock } from "../log/entries/content.ts";
import type { Entry } from "../log/entries/entry.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { Agent, EntryId, ToolUseId, Turn } from "../model/session.ts";
import { hash64 } from "../system/hash64.ts";
import { toolOf } from "../tools/index.ts";
import { isPlanDocument, logName, namedIn } from "./link/across-agents.ts";
import { agentMark, messageName } from "./link/agent-mark.ts";
import type { Evidence, UsageEvidence } from "./link/evidence.ts";
import { packedNames } from "./link/packed.ts";
import { shownEntries } from "./link/shown.ts";
import type { ReadSession, SessionSummary } from "./read-session.ts";

export function usageEvidence(files: SessionFiles, read: SessionSummary): UsageEvidence {
  const { session, main, messages, entries } = read;
  return {
    session: session.id,
    agent: files.agent,
    ...(files.loggedId === undefined ? {} : { loggedId: files.loggedId }),
    folder: files.folder,
    ...(session.cwd === undefined ? {} : { cwd: session.cwd }),
    folders: main.facts.folders,
    ...(session.relocated === undefined ? {} : { relocated: session.relocated.to }),
    ...(main.facts.gitRemote === undefined ? {} : { remote: main.facts.gitRemote }),
    ...(session.span === undefined ? {} : session.span),
    entries: entryEvidence(files, entries),
    messages: packedNames(messages.map(({ key }) => messageName(files.agent, key))),
    summaries: main.summaries,
  };
}

export function evidence(files: SessionFiles, read: ReadSession): Evidence {
  const { session, main, entries } = read;
  const { facts, plans, transcript, fork } = main;
  const usage = usageEvidence(files, read);
  const firstPrompt = firstWords(session.turns);
  const first = session.turns.find(
    ({ prompt }) => prompt.kind !== "command" && prompt.kind !== "shell" && prompt.kind !== "none",
  );
  const names = firstPrompt === undefined ? undefined : namedIn(firstPrompt, firstGiven(session.turns));
  const planFiles = plansWritten(session.turns);
  return {
    ...usage,
    entries: { ...usage.entries, shown: shownFlags(entries, shownEntries(session.turns)) },
    ...(session.slug === undefined ? {} : { slug: session.slug }),
    plans,
    openCalls: openCalls(session),
    ...(transcript === undefined ? {} : { transcript }),
    ...(fork === undefined
      ? {}
      : { fork: { session: fork.session, ...(fork.by === undefined ? {} : { by: fork.by }) } }),
    ...(session.continuedIn === undefined ? {} : { continuedIn: session.continuedIn }),
    isImplementation: first?.prompt.kind === "plan",
    ...(first === undefined ? {} : { first: first.id }),
    ...(facts.planMode === undefined ? {} : { planMode: facts.planMode }),
    ...(firstPrompt === undefined ? {} : { firstPrompt }),
    ...(files.file === undefined ? {} : { log: logName(files.file.name) }),
    ...(names === undefined ? {} : { names }),
    ...(planFiles.length === 0 ? {} : { planFiles }),
  };
}

/** What was read and run before the second prompt. */
function firstGiven(turns: readonly Turn[]): readonly string[] {
  const first = turns.find(({ prompt }) => prompt.kind === "said");
  return (first?.steps ?? []).flatMap((step) => {
    if (step.kind !== "call") return [];
    return step.call.kind === "read" ? [step.call.path] : step.call.kind === "bash" ? [step.call.command] : [];
  });
}

function plansWritten(turns: readonly Turn[]): readonly string[] {
  const paths = turns.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === "call" ? (toolOf(step.call).changes?.(step.call) ?? []) : [])),
  );
  return [...new Set(paths.map(({ path }) => path).filter(isPlanDocument))];
}

/** Also those of agents that have no log of their own: a fork copies their lines. */
function openCalls({ turns, agents }: Pick<Agent, "turns" | "agents">): readonly ToolUseId[] {
  const inTurns = (some: readonly Turn[]): readonly ToolUseId[] =>
    some.flatMap(({ steps, otherVersions = [] }) => [
      ...steps.flatMap((step) => {
        if (step.kind === "call") return step.call.outcome.state === "none" ? [step.call.id] : [];
        return step.kind === "plan" && step.plan.outcome?.state === "none" ? (step.plan.call ?? []) : [];
      }),
      ...otherVersions.flatMap(inTurns),
    ]);
  return [...inTurns(turns), ...agents.flatMap(openCalls)];
}

function entryEvidence(
  { id: session, loggedId = session, agent }: SessionFiles,
  entries: readonly Entry[],
): UsageEvidence["entries"] {
  const mark = agentMark(agent);
  const ids: EntryId[] = [];
  const prints: string[] = [];
  const named: [number, string][] = [];
  for (const entry of entries) {
    if (entry.id === undefined) continue;
    if (entry.sessionId !== undefined && entry.sessionId !== loggedId) named.push([ids.length, entry.sessionId]);
    const first = entry.kind === "user" || entry.kind === "assistant" ? beginning(entry.blocks[0]) : entry.kind;
    ids.push(entry.id);
    prints.push(shortPrint(entry.id, [mark, entry.id, " ", entry.copyKey ?? entry.time ?? "", " ", first]));
  }
  return { ids: packedNames(ids), prints: packedNames(prints), named };
}

function shownFlags(entries: readonly Entry[], shown: ReadonlySet<EntryId>): string {
  let flags = "";
  for (const { id } of entries) if (id !== undefined) flags += shown.has(id) ? "1" : "0";
  return flags;
}

/** The beginning of an id, which is random in itself, and 64 bits of the whole. */
const shortPrint = (id: EntryId, texts: readonly string[]): string => `${id.slice(0, 8)}${hash64(texts)}`;

function beginning(block: ContentBlock | undefined): string {
  if (block === undefined) return "";
  if (block.kind === "use" || block.kind === "result") return block.id;
  return block.kind === "text" || block.kind === "thinking" ? block.text.slice(0, 40) : block.kind;
}

export function firstWords(turns: readonly Turn[]): string | undefined {
  for (const { prompt } of turns) {
    if (prompt.kind !== "said") continue;
    const text = prompt.blocks
      .flatMap((block) => (block.kind === "text" ? [block.markdown] : []))
      .join("\n\n")
      .trim();
    if (text !== "") return text;
  }
  return undefined;
}
