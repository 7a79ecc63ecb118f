/** First look at every session: what links need, and nothing that a page shows. */
import type { ContentBlock } from "../entries/content.ts";
import type { Entry } from "../entries/entry.ts";
import type { EntryTraces, Evidence } from "../link/evidence.ts";
import { packedNames } from "../link/packed.ts";
import { shownEntries } from "../link/shown.ts";
import type { EntryId, SessionId, Turn } from "../model.ts";
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
    entries: traces(session.id, entries, shownEntries(session.turns)),
    messages: packedNames(messages.map(({ key }) => key)),
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

function traces(session: SessionId, entries: readonly Entry[], shown: ReadonlySet<EntryId>): EntryTraces {
  const ids: EntryId[] = [];
  const prints: string[] = [];
  const named: [number, string][] = [];
  for (const entry of entries) {
    if (entry.id === undefined) continue;
    if (entry.sessionId !== undefined && entry.sessionId !== session) named.push([ids.length, entry.sessionId]);
    const first = entry.kind === "user" || entry.kind === "assistant" ? beginning(entry.blocks[0]) : entry.kind;
    ids.push(entry.id);
    prints.push(shortPrint(entry.id, `${entry.id} ${entry.time ?? ""} ${first}`));
  }
  const flags = ids.map((id) => (shown.has(id) ? "1" : "0")).join("");
  return { ids: packedNames(ids), prints: packedNames(prints), shown: flags, named };
}

/** The beginning of an id, which is random in itself, and 53 bits of the whole; not cryptographic, there is one a line. */
function shortPrint(id: EntryId, text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    two = Math.imul(two ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return `${id.slice(0, 8)}${((two & 0x1fffff) * 0x1_0000_0000 + (one >>> 0)).toString(36)}`;
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
