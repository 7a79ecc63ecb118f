/** First look at every session: what links need, and nothing that a page shows. */
import type { ContentBlock } from "../entries/content.ts";
import type { Entry } from "../entries/entry.ts";
import type { EntryTrace, Evidence } from "../link/evidence.ts";
import { shownEntries } from "../link/shown.ts";
import type { EntryId, Turn } from "../model.ts";
import type { SessionFiles } from "../read/sessions.ts";
import type { Opened } from "./open.ts";

export function evidence(files: SessionFiles, { session, main, messages, entries }: Opened): Evidence {
  const { facts, transcript, fork } = main;
  const firstPrompt = firstWords(session.turns);
  const first = session.turns.find(
    ({ prompt }) => prompt.kind !== "command" && prompt.kind !== "shell" && prompt.kind !== "none",
  );
  return {
    session: session.id,
    folder: files.folder,
    ...(session.cwd === undefined ? {} : { cwd: session.cwd }),
    folders: facts.folders,
    ...(session.span === undefined ? {} : session.span),
    ...(session.slug === undefined ? {} : { slug: session.slug }),
    entries: traces(entries, shownEntries(session.turns)),
    messages,
    summaries: main.summaries,
    plans: main.plans,
    ...(transcript === undefined ? {} : { transcript }),
    ...(fork === undefined ? {} : { fork: fork.session }),
    isImplementation: first?.prompt.kind === "plan",
    ...(first === undefined ? {} : { first: first.id }),
    ...(facts.planMode === undefined ? {} : { planMode: facts.planMode }),
    ...(firstPrompt === undefined ? {} : { firstPrompt }),
  };
}

function traces(entries: readonly Entry[], shown: ReadonlySet<EntryId>): readonly EntryTrace[] {
  const found: EntryTrace[] = [];
  for (const entry of entries) {
    if (entry.id === undefined) continue;
    const named = entry.sessionId === undefined ? {} : { named: entry.sessionId };
    const first = entry.kind === "user" || entry.kind === "assistant" ? beginning(entry.blocks[0]) : entry.kind;
    found.push({
      id: entry.id,
      print: `${entry.id} ${entry.time ?? ""} ${first}`,
      isShown: shown.has(entry.id),
      ...named,
    });
  }
  return found;
}

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
