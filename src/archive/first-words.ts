/** How a session began, in a list that shows its title already. */
import type { SessionRecord } from "../model/archive.ts";

/** The first prompt beyond the title; "" where the title says it all. */
export function firstWords(session: SessionRecord): string {
  return beyondTitle(session.firstPrompt ?? session.origin?.prompt ?? "", session.title);
}

/** A title that is the beginning of the prompt is not said twice: the rest goes on where it ends. */
function beyondTitle(prompt: string, title: string): string {
  const [text, start] = [oneLine(prompt), oneLine(title).replace(/…$/, "").trimEnd()];
  if (start === "" || !text.startsWith(start)) return text;
  const rest = text.slice(start.length);
  // Only where the title ends with a word is what follows another one.
  if (/^[\p{L}\p{N}]/u.test(rest)) return text;
  const more = rest.replace(/^[\s.:;,…–-]+/u, "");
  return more === "" || /^[^\p{L}\p{N}]*$/u.test(more) ? "" : `… ${more}`;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");
