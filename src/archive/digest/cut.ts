/** Texts within bounds; one that was cut says how long it was. */
import type { DigestText } from "../../model/digest.ts";

export function cut(text: string, most: number): DigestText {
  if (text.length <= most) return { text };
  const end = text.lastIndexOf("\n", most);
  const kept = text.slice(0, end > most * 0.8 ? end : most).replace(/[\ud800-\udbff]$/, "");
  return { text: kept, length: text.length };
}

/** Characters of each kind of text: a page over many sessions shows less of it than the session's own. */
export const most = {
  prompt: 4000,
  /** A plan may be long: its versions are compared. */
  plan: 60_000,
  feedback: 4000,
  said: 3000,
  question: 1000,
  line: 300,
  /** Of an edit, or of the whole text of a file. */
  edit: 400_000,
} as const;
