/** What a call's result said: the text itself, apart from what the harness wrapped around it. */
import type { Outcome } from "../model/session.ts";

export interface Said {
  readonly text: string;
  /** `<system-reminder>` parts before or after the text: written for the model, not by the tool. */
  readonly reminders: readonly string[];
  /** Where a long output was kept, from its `<persisted-output>` wrapper. */
  readonly persisted?: string;
}

export function textOf(outcome: Outcome): string {
  return outcome.state === "none" ? "" : outcome.text;
}

/** The result's text without reminders at its ends, error tags and the wrapper of a persisted output. */
export function said(outcome: Outcome): Said {
  const known = heard.get(outcome);
  if (known !== undefined) return known;
  const found = hear(outcome);
  heard.set(outcome, found);
  return found;
}

/** A call asks several times what its result said. */
const heard = new WeakMap<Outcome, Said>();

function hear(outcome: Outcome): Said {
  const { text, reminders } = withoutReminders(textOf(outcome));
  const untagged = text.replace(/^\s*<tool_use_error>([\s\S]*?)<\/tool_use_error>/, "$1");
  const kept = /^\s*<persisted-output>\n([\s\S]*?)\n<\/persisted-output>/.exec(untagged)?.[1];
  if (kept === undefined) return { text: untagged, reminders };
  const preview = /^Preview \(first [^\n]*\):\n/m.exec(kept);
  if (preview === null) return { text: kept, reminders };
  return {
    text: kept.slice(preview.index + preview[0].length),
    reminders,
    persisted: kept.slice(0, preview.index + preview[0].length).trim(),
  };
}

const opening = "<system-reminder>";
const closing = "</system-reminder>";

// Only whole parts that start a line at either end: in the middle it may be a file that speaks of reminders.
function withoutReminders(whole: string): { readonly text: string; readonly reminders: readonly string[] } {
  let text = whole;
  const first: string[] = [];
  const last: string[] = [];
  while (text.trimStart().startsWith(opening)) {
    const trimmed = text.trimStart();
    const end = trimmed.indexOf(closing);
    if (end === -1) break;
    first.push(trimmed.slice(opening.length, end).trim());
    text = trimmed.slice(end + closing.length).replace(/^\n/, "");
  }
  while (text.trimEnd().endsWith(closing)) {
    const trimmed = text.trimEnd();
    const start = trimmed.lastIndexOf(`\n${opening}`);
    if (start === -1) break;
    last.unshift(trimmed.slice(start + 1 + opening.length, -closing.length).trim());
    text = trimmed.slice(0, start).replace(/\n$/, "");
  }
  return { text, reminders: [...first, ...last] };
}
