/** What a session is called, by the strongest source there is. */
import type { Entry } from "../entries/entry.ts";
import type { Plan, TitleSource } from "../model.ts";
import { plainText } from "./plain-text.ts";
import type { TurnDraft } from "./turn-draft.ts";

export interface Title {
  readonly title: string;
  readonly from: TitleSource;
}

export interface TitleSources {
  readonly entries: readonly Entry[];
  /** Summaries whose leaf is an entry of this session, wherever they stand. */
  readonly summaries: readonly string[];
  readonly plans: () => readonly Plan[];
  /** The turns, each as it opens: mostly the first one tells. */
  readonly openings: () => Iterable<TurnDraft>;
  readonly turns: () => readonly TurnDraft[];
  readonly slug: string | undefined;
}

export const untitled: Title = { title: "Untitled session", from: "none" };

/** Says nothing about the session. */
const generic =
  /^(Claude Code (CLI )?Session( Start(ed)?)?|Conversation Cleared|New (session|conversation)|Untitled)\b/i;
const longest = 120;

export function title({ entries, summaries, plans, openings, turns, slug }: TitleSources): Title {
  const last = new Map<TitleSource, string>();
  for (const entry of entries) if (entry.kind === "title") last.set(entry.source, entry.title);
  for (const from of ["custom-title", "agent-name", "ai-title"] as const) {
    const found = last.get(from);
    if (found !== undefined) return { title: oneLine(found), from };
  }
  const summary = summaryTitle(summaries);
  if (summary !== undefined) return summary;
  const plan = plans().find((candidate) => candidate.title !== "");
  if (plan !== undefined) return { title: oneLine(plan.title), from: "plan" };
  for (const turn of openings()) {
    const prompt = promptLine(turn);
    if (prompt !== undefined) return { title: prompt, from: "prompt" };
  }
  if (slug !== undefined) return { title: slug, from: "slug" };
  const found = lastResort(turns());
  return found === undefined ? untitled : { title: found, from: "none" };
}

function summaryTitle(summaries: readonly string[]): Title | undefined {
  const summary = summaries.findLast((text) => !generic.test(text.trim()));
  return summary === undefined ? undefined : { title: plainLine(summary), from: "summary" };
}

/** The title with what other files say of the session, as if it had been known from the beginning. */
export function retitled(own: Title, summaries: readonly string[]): Title {
  const isNamed = own.from === "custom-title" || own.from === "agent-name" || own.from === "ai-title";
  return isNamed ? own : (summaryTitle(summaries) ?? own);
}

function promptLine({ prompt }: TurnDraft): string | undefined {
  if (prompt.kind !== "said") return undefined;
  for (const block of prompt.blocks) {
    const line = block.kind === "text" ? plainLine(block.markdown) : "";
    if (line !== "") return line;
  }
  return undefined;
}

/** The first line that says something once its Markdown is gone; "" where none does. */
function plainLine(markdown: string): string {
  const lines = markdown.slice(0, 2000).split("\n", 40);
  const first = lines.map((line) => plainText(line)).find((line) => line !== "") ?? "";
  return oneLine(first).replace(/:$/, "");
}

function oneLine(text: string): string {
  const line =
    text
      .trim()
      .split("\n", 1)[0]
      ?.replace(/\s+/g, " ")
      .replace(/^#+\s*/, "") ?? "";
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest - 20))}…`;
}

/** For a session of slash commands and teammates only, or one whose beginning is lost: better than nothing. */
function lastResort(turns: readonly TurnDraft[]): string | undefined {
  for (const { prompt } of turns) {
    if (prompt.kind === "command") return oneLine(`${prompt.name} ${prompt.args}`);
    if (prompt.kind === "shell") return oneLine(`! ${prompt.command}`);
    if (prompt.kind === "scheduled") return oneLine(plainLine(prompt.text));
    if (prompt.kind === "machine") return oneLine(`${prompt.from}: ${prompt.text}`);
  }
  for (const step of turns.flatMap(({ steps }) => steps)) {
    const line = step.kind === "text" ? plainLine(step.markdown) : "";
    if (line !== "") return line;
  }
  return undefined;
}
