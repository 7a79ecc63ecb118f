/** What a session is called, by the strongest source there is. */
import type { Entry } from "../log/entries/entry.ts";
import type { Plan, Session, TitleSource } from "../model/session.ts";
import { plainText } from "../text/plain-text.ts";
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
  /** The turns, each as it opens: mostly the first one is enough. */
  readonly openings: () => Iterable<TurnDraft>;
  readonly turns: () => readonly TurnDraft[];
  readonly team: Session["team"];
  readonly slug: string | undefined;
}

export const untitled: Title = { title: "Untitled session", from: "none" };

/** Says nothing about the session. */
const generic =
  /^(Claude Code (CLI )?Session( Start(ed)?)?|Conversation Cleared|New (session|conversation)|Untitled)\b/i;
const longest = 120;

/** Words that people begin or end with, whatever the session is about. */
const idle =
  /^(y|yes|yep|n|no|ok|okay|hi|hey|hello|thanks|thank you|q|quit|exit|continue|resume|go on|go ahead|test|\?)[.!]*$/i;
/** Commands about the client itself. */
const housekeeping =
  /^\/(exit|quit|clear|compact|config|context|cost|doctor|effort|help|ide|login|logout|mcp|memory|model|permissions|reload-plugins|resume|status|theme|usage|vim)$/i;

/** `/mode` where the client has no such command: sent as a prompt, and mostly stopped at once. */
const mistyped = /^\/[\w:-]*$/;

export function title({ entries, summaries, plans, openings, turns, team, slug }: TitleSources): Title {
  const last = new Map<TitleSource, string>();
  for (const entry of entries) if (entry.kind === "title") last.set(entry.source, entry.title);
  for (const from of ["custom-title", "thread-name", "agent-name", "ai-title", "summary"] as const) {
    const found = last.get(from);
    if (found !== undefined) return { title: oneLine(found), from };
  }
  const summary = summaryTitle(summaries);
  if (summary !== undefined) return summary;
  const plan = titlePlan(plans());
  if (plan !== undefined) return { title: oneLine(plan.title), from: "plan" };
  let idlePrompt: string | undefined;
  for (const turn of openings()) {
    const prompt = promptLine(turn);
    if (prompt !== undefined && saysSomething(prompt) && !mistyped.test(prompt))
      return { title: prompt, from: "prompt" };
    idlePrompt ??= prompt;
  }
  if (team?.member !== undefined) return { title: oneLine(`${team.member} (team ${team.name})`), from: "team" };
  const typed = idlePrompt === undefined ? undefined : typedLine(turns());
  if (typed !== undefined) return { title: typed, from: "none" };
  if (idlePrompt !== undefined) return { title: idlePrompt, from: "prompt" };
  if (slug !== undefined) return { title: slug, from: "slug" };
  const found = lastResort(turns());
  return found === undefined ? untitled : { title: found, from: "none" };
}

/** The plan that was carried out; where none was, the last one: each proposal takes up what was said of the one before. */
export function titlePlan<Candidate extends Pick<Plan, "title" | "status">>(
  plans: readonly Candidate[],
): Candidate | undefined {
  const named = plans.filter((plan) => plan.title !== "");
  return named.find((plan) => plan.status === "approved") ?? named.at(-1);
}

/** "q", "1" and "/exit" do not tell what a session was about. */
function saysSomething(line: string): boolean {
  if (idle.test(line) || housekeeping.test(line)) return false;
  const letters = line.replace(/[^\p{L}]/gu, "");
  // A word of one letter is one in Chinese, not in Latin letters.
  return /^\p{Script=Latin}*$/u.test(letters) ? letters.length > 2 : letters.length > 0;
}

function summaryTitle(summaries: readonly string[]): Title | undefined {
  const summary = summaries.findLast((text) => !generic.test(text.trim()));
  return summary === undefined ? undefined : { title: plainLine(summary), from: "summary" };
}

/** The title with what other files say of the session, as if it had been known from the beginning. */
export function retitled(
  own: Title,
  summaries: readonly string[],
  plans: readonly Pick<Plan, "title" | "status">[] = [],
): Title {
  const isNamed = own.from === "custom-title" || own.from === "agent-name" || own.from === "ai-title";
  if (isNamed) return own;
  const plan = own.from === "plan" ? titlePlan(plans) : undefined;
  return summaryTitle(summaries) ?? (plan === undefined ? own : { title: oneLine(plan.title), from: "plan" });
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

/** A command of the person that says something. */
function typedLine(turns: readonly TurnDraft[]): string | undefined {
  for (const { prompt } of turns) {
    const line =
      prompt.kind === "command"
        ? oneLine(`${prompt.name} ${prompt.args}`)
        : prompt.kind === "shell"
          ? oneLine(`! ${prompt.command}`)
          : undefined;
    if (line !== undefined && saysSomething(line)) return line;
  }
  return undefined;
}

/** For a session of slash commands and teammates only, or one whose beginning is lost: better than nothing. */
function lastResort(turns: readonly TurnDraft[]): string | undefined {
  const typed = typedLine(turns);
  if (typed !== undefined) return typed;
  for (const { prompt } of turns) if (prompt.kind === "scheduled") return oneLine(plainLine(prompt.text));
  for (const { prompt } of turns) if (prompt.kind === "machine") return oneLine(`${prompt.from}: ${prompt.text}`);
  for (const step of turns.flatMap(({ steps }) => steps)) {
    const line = step.kind === "text" ? plainLine(step.markdown) : "";
    if (line !== "") return line;
  }
  const command = turns.find(({ prompt }) => prompt.kind === "command")?.prompt;
  return command?.kind === "command" ? command.name : undefined;
}
