/** What an edit makes of a text, exactly as the tool does it; where that is not certain, why. */
import { flag, list, text } from "../../log/fields.ts";
import type { BreakReason } from "../../model/replay.ts";
import type { Hunk } from "../../text/hunks.ts";
import { editsOf } from "../../tools/multi-edit.ts";
import { inputOf } from "../../tools/tool.ts";
import type { EditCall, PatchedFileCall } from "../work.ts";

/** `steps`: the texts on the way there, where several edits are made in one call. */
type Applied = { readonly text: string; readonly steps?: readonly string[] } | { readonly reason: BreakReason };

/** Of more edits in one call the lines are compared at once. */
const mostSteps = 50;

/** Texts as the client compares them: it reads and writes `\r\n` as `\n`. */
export const plainLines = (text: string): string => text.replaceAll("\r\n", "\n");

/** `before` is undefined where it is not known: only a Write needs none. */
export function applyEdit(call: EditCall, before: string | undefined): Applied {
  if (call.kind === "notebookEdit") return { reason: "notebook" };
  if (call.userModified) return { reason: "changed-by-person" };
  if (call.kind === "write") {
    const content = text(inputOf(call), "content");
    return content === undefined ? { reason: "no-result" } : { text: plainLines(content) };
  }
  if (call.kind === "applyPatch") return applyPatch(call, before);
  const edits = call.kind === "multiEdit" ? multiEdits(inputOf(call)) : [editIn(inputOf(call))];
  if (before === undefined) {
    const [only] = edits;
    // An edit of nothing makes a file.
    return only?.before === "" && call.created ? { text: only.after } : { reason: "no-start" };
  }
  const steps: string[] = [];
  let now = before;
  for (const edit of edits) {
    const next = replaced(now, edit);
    if (next === undefined) return { reason: "not-found" };
    if (now !== before && edits.length <= mostSteps) steps.push(now);
    now = next;
  }
  return agrees(now, call.hunks) ? { text: now, steps } : { reason: "other-result" };
}

/** Hunks without numbers are found by their lines, each behind the one before it. */
function applyPatch(
  { content, deleted, movedTo, hunks, isNumbered }: PatchedFileCall,
  before: string | undefined,
): Applied {
  if (deleted) return { text: "" };
  if (content !== undefined) return { text: plainLines(content) };
  // Its text is known under the name that it had.
  if (before === undefined || movedTo !== undefined) return { reason: "no-start" };
  const lines = before.split("\n");
  let from = 0;
  let grown = 0;
  for (const { lines: changed, oldStart } of hunks) {
    const old = changed.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1));
    const now = changed.filter((line) => /^[ +]/.test(line)).map((line) => line.slice(1));
    const at = isNumbered ? Math.max(oldStart - 1, 0) + grown : placeOf(old, lines, from);
    if (at < 0 || !old.every((line, index) => lines[at + index] === line)) return { reason: "not-found" };
    lines.splice(at, old.length, ...now);
    from = at + now.length;
    grown += now.length - old.length;
  }
  return { text: lines.join("\n") };
}

function placeOf(wanted: readonly string[], lines: readonly string[], from: number): number {
  for (let at = from; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, index) => lines[at + index] === line)) return at;
  return -1;
}

interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly isAll: boolean;
}

const editIn = (input: unknown): Replacement => ({
  before: plainLines(text(input, "old_string") ?? ""),
  after: plainLines(text(input, "new_string") ?? ""),
  isAll: flag(input, "replace_all"),
});

const multiEdits = (input: unknown): readonly Replacement[] =>
  editsOf(input) === undefined ? [] : (list(input, "edits") ?? []).map(editIn);

function replaced(text: string, { before, after, isAll }: Replacement): string | undefined {
  if (before === "") return text === "" ? after : undefined;
  // A line that is deleted takes its end with it.
  const old = after === "" && !before.endsWith("\n") && text.includes(`${before}\n`) ? `${before}\n` : before;
  const at = text.indexOf(old);
  if (at < 0) return undefined;
  if (isAll) return text.replaceAll(old, () => after);
  // Of several the tool takes none.
  if (text.indexOf(before, text.indexOf(before) + 1) >= 0) return undefined;
  return text.slice(0, at) + after + text.slice(at + old.length);
}

/** The lines that the log says are there afterwards. It writes leading tabs as spaces, in some versions. */
function agrees(text: string, hunks: readonly Hunk[] | undefined): boolean {
  if (hunks === undefined) return true;
  // Most of a text is in no hunk: only what is gets taken out of it.
  let [line, from] = [1, 0];
  const next = (): void => {
    const end = text.indexOf("\n", from);
    from = end < 0 ? text.length + 1 : end + 1;
    line++;
  };
  return hunks.every(({ newStart, lines: shown }) => {
    if (newStart < line) [line, from] = [1, 0];
    while (line < newStart) next();
    return shown.every((each) => {
      if (!each.startsWith("+") && !each.startsWith(" ")) return true;
      const start = from;
      next();
      const [now, said] = [text.slice(start, from - 1), each.slice(1)];
      return now === said || bare(now) === bare(said);
    });
  });
}

const bare = (line: string): string => line.replace(/^[\t ]+/, "").trimEnd();

/** The text that hunks with the file's own numbers made `text` of; undefined where they do not say so. */
export function beforeHunks(text: string, hunks: readonly Hunk[]): string | undefined {
  const lines = text.split("\n");
  for (const { newStart, lines: changed } of hunks.toReversed()) {
    const now = changed.filter((line) => /^[ +]/.test(line)).map((line) => line.slice(1));
    const old = changed.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1));
    const at = Math.max(newStart - 1, 0);
    if (!now.every((line, index) => lines[at + index] === line)) return undefined;
    lines.splice(at, now.length, ...old);
  }
  return lines.join("\n");
}
