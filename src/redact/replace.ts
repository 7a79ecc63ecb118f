/** Cuts pieces out of a text. */
import type { Span } from "./views/index.ts";

/** What is cut out, perhaps in several pieces, and what takes its place. */
export interface Cut {
  readonly spans: readonly Span[];
  readonly standIn: string;
}

/** A break between two lines, with nothing that a diff or a listing needs. */
const bareBreak = /^\r?\n[ \t]*$/;

/**
 * The first piece of a secret becomes its placeholder, the others go. Line ends between them go too, unless they carry
 * a diff's signs or line numbers, or the caller counts lines.
 */
export function cut(text: string, cuts: readonly Cut[], keepLines: boolean): string {
  if (cuts.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const { spans, standIn } of [...cuts].sort((a, b) => (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0))) {
    let written = standIn;
    for (const { start, end } of spans) {
      if (end <= from) continue;
      const between = text.slice(from, Math.max(from, start));
      const isInside = written === "" && bareBreak.test(between) && !keepLines;
      if (!isInside) pieces.push(between);
      pieces.push(written);
      if (keepLines) pieces.push(text.slice(Math.max(from, start), end).replace(/[^\n]+/g, ""));
      from = end;
      written = "";
    }
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}
