/** Task lists, events and notes as text. */
import { eventText, eventTitles } from "../conversation/event-text.ts";
import { machineNotice, noticeText } from "../conversation/machine-notice.ts";
import type { ShownNote } from "../model/notes.ts";
import type { Prompt, Step, TaskSnapshot } from "../model/session.ts";
import type { Style } from "./style.ts";

/** What changed of a list; all of it where that is not known. */
export function tasksText({ tasks, changed }: TaskSnapshot, style: Style): readonly string[] {
  const isChanged = new Set(changed);
  const shown = tasks.filter(({ id }) => isChanged.has(id));
  const rows = (shown.length === 0 ? tasks : shown).map(({ subject, status }) => {
    const box = status === "completed" ? "[x]" : "[ ]";
    return style.item(`${box} ${style.words(subject)}${status === "in_progress" ? " (now)" : ""}`);
  });
  return rows.length === 0 ? [] : [style.aside("Tasks"), rows.join("\n")];
}

/** What the owner says. */
export function noteText({ title, tags = [], note }: ShownNote = {}, { aside, prose }: Style): readonly string[] {
  const words = [title, ...tags.map((tag) => `#${tag}`)].filter((each) => each !== undefined);
  if (words.length === 0 && note === undefined) return [];
  const head = `Note by the owner${words.length === 0 ? "" : `: ${words.join(" ")}`}`;
  return [aside(head), ...(note === undefined ? [] : [prose(note)])];
}

/** Some texts name themselves: "Caveat: The messages below …". */
const named = (from: string, words: string): string => (words.startsWith(`${from}: `) ? words : `${from}: ${words}`);

/** In the words that stand for it, where the log has none; `output` gives the block of a long one. */
export function eventLines(
  step: Extract<Step, { kind: "event" }>,
  { aside }: Style,
  output: (text: string) => readonly string[],
): readonly string[] {
  const told = machineNotice(step.sender, step.text);
  const words = (told === undefined ? eventText(step) : noticeText(told)).trim();
  const from = step.from ?? (step.event === "interrupted" ? "Interrupted by the user" : eventTitles[step.event]);
  if (words.length > 280 || words.includes("\n")) return [aside(from), ...output(words)];
  return [aside(words === "" || step.event === "interrupted" ? from : named(from, words))];
}

/** What a machine or another agent wrote, in words. */
export function machineWords({ sender, text }: Extract<Prompt, { kind: "machine" }>): string {
  const told = machineNotice(sender, text);
  return told === undefined ? text : noticeText(told);
}
