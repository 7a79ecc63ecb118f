/** What the client wraps around a tool's own words, taken off once, so that pages and the index read the same. */
import type { Ended } from "../model/session.ts";

export interface ResultText extends Pick<Ended, "text" | "reminders"> {
  /** `<tool_use_error>` opens it: the client refused the call, whatever `is_error` says. */
  readonly isRefused: boolean;
  readonly persisted?: { readonly file?: string; readonly note?: string };
}

export function resultText(logged: string): ResultText {
  const { text, reminders } = withoutReminders(logged);
  const untagged = text.replace(/^\s*<tool_use_error>([\s\S]*?)<\/tool_use_error>/, "$1");
  return {
    ...(withoutWrapper(untagged) ?? { text: untagged }),
    isRefused: /^\s*<tool_use_error>/.test(text),
    ...(reminders.length === 0 ? {} : { reminders }),
  };
}

/**
 * A long output is kept in a file, and the log has its beginning:
 * `<persisted-output>\nOutput too large (43.1KB). Full output saved to: …\n\nPreview (first 2KB):\n…\n</persisted-output>`
 */
function withoutWrapper(text: string): Pick<ResultText, "text" | "persisted"> | undefined {
  const wrapper = /^\s*<persisted-output>\n([\s\S]*?)\n<\/persisted-output>/.exec(text);
  if (wrapper === null) return undefined;
  const [whole, inner = ""] = wrapper;
  const after = text.slice(whole.length);
  const heading = /^Preview \(first [^\n]*\):\n/m.exec(inner);
  const start = heading === null ? 0 : heading.index + heading[0].length;
  const note = inner.slice(0, start).trim();
  const path = /saved to:\s*(\S.*?)\s*(?:\n|$)/i.exec(inner)?.[1];
  const file = path?.split(/[\\/]/).pop();
  return {
    text: `${inner.slice(start)}${after.trim() === "" ? "" : after}`,
    persisted: { ...(file === undefined ? {} : { file }), ...(note === "" ? {} : { note }) },
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
