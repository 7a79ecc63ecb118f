/** Task lists and notes as text. */
import type { ShownNote } from "../model/notes.ts";
import type { TaskSnapshot } from "../model/session.ts";
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
