/** First look at every session: what links need, and nothing that a page shows. */
import type { ContentBlock } from "../entries/content.ts";
import type { Entry } from "../entries/entry.ts";
import type { EntryTrace, Evidence } from "../link/evidence.ts";
import type { Turn } from "../model.ts";
import type { SessionFiles } from "../read/sessions.ts";
import type { Opened } from "./open.ts";

export function evidence(files: SessionFiles, { session, main, messages, entries }: Opened): Evidence {
  const { facts, transcript, fork } = main;
  const firstPrompt = firstWords(session.turns);
  const first = session.turns.find(({ prompt }) => prompt.kind !== "command" && prompt.kind !== "shell" && prompt.kind !== "none");
  return {
    session: session.id,
    folder: files.folder,
    ...(session.cwd === undefined ? {} : { cwd: session.cwd }),
    folders: facts.folders,
    ...(session.span === undefined ? {} : session.span),
    ...(session.slug === undefined ? {} : { slug: session.slug }),
    entries: conversation(entries),
    messages,
    summaries: main.summaries,
    plans: main.plans,
    ...(transcript === undefined ? {} : { transcript }),
    ...(fork === undefined ? {} : { fork: fork.session }),
    isImplementation: first?.prompt.kind === "plan",
    isPlanning: facts.isPlanning,
    ...(firstPrompt === undefined ? {} : { firstPrompt }),
  };
}

function conversation(entries: readonly Entry[]): readonly EntryTrace[] {
  const traces: EntryTrace[] = [];
  for (const entry of entries) {
    if (entry.id === undefined || (entry.kind !== "user" && entry.kind !== "assistant")) continue;
    const named = entry.sessionId === undefined ? {} : { named: entry.sessionId };
    traces.push({ id: entry.id, print: `${entry.id} ${entry.time ?? ""} ${beginning(entry.blocks[0])}`, ...named });
  }
  return traces;
}

function beginning(block: ContentBlock | undefined): string {
  if (block === undefined) return "";
  if (block.kind === "use" || block.kind === "result") return block.id;
  return block.kind === "text" || block.kind === "thinking" ? block.text.slice(0, 40) : block.kind;
}

export function firstWords(turns: readonly Turn[]): string | undefined {
  for (const { prompt } of turns) {
    if (prompt.kind !== "said") continue;
    const text = prompt.blocks.flatMap((block) => (block.kind === "text" ? [block.markdown] : [])).join("\n\n").trim();
    if (text !== "") return text;
  }
  return undefined;
}
