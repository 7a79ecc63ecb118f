/** Cuts detections out of a text. */
import type { Detection } from "./detection.ts";

/** A break between two lines, with nothing that a diff or a listing needs. */
const bareBreak = /^\r?\n[ \t]*$/;

/**
 * The first piece of a secret becomes its placeholder, the others go. Line ends between them go too, unless they carry
 * a diff's signs or line numbers, or the caller counts lines.
 */
export function replaced(
  text: string,
  detections: readonly Detection[],
  standIn: (detection: Detection) => string,
  keepLines: boolean,
): string {
  if (detections.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const detection of [...detections].sort((a, b) => (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0))) {
    let written = standIn(detection);
    for (const { start, end } of detection.spans) {
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
