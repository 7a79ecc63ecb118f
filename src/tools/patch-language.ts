/** The `*** Begin Patch` language of Codex: several files, no line numbers. */
import type { Hunk } from "../text/hunks.ts";
import { hunkOf } from "../text/unified-diff.ts";

export type PatchPart =
  | { readonly kind: "add"; readonly path: string; readonly content: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: "delete"; readonly path: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: "update"; readonly path: string; readonly movedTo?: string; readonly hunks: readonly Hunk[] };

const head = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/** Nothing where the text is no such patch. Lines that are no part of it are passed over, as the tool itself does. */
export function patchParts(patch: string): readonly PatchPart[] {
  const parts: PatchPart[] = [];
  const lines = patch.replaceAll("\r\n", "\n").split("\n");
  for (let at = 0; at < lines.length; at++) {
    const [, what, path] = head.exec(lines[at] ?? "") ?? [];
    if (what === undefined || path === undefined) continue;
    const body: string[] = [];
    for (
      ;
      at + 1 < lines.length && !/^\*\*\* (?:(?:Add|Update|Delete) File: |End Patch)/.test(lines[at + 1] ?? "");
      at++
    )
      body.push(lines[at + 1] ?? "");
    parts.push(partOf(what, path.trim(), body));
  }
  return parts;
}

function partOf(what: string, path: string, body: readonly string[]): PatchPart {
  if (what === "Delete") return { kind: "delete", path, hunks: [] };
  if (what === "Add") {
    const added = body.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
    return { kind: "add", path, content: added.map((line) => `${line}\n`).join(""), hunks: [] };
  }
  const [, movedTo] = /^\*\*\* Move to: (.+)$/.exec(body[0] ?? "") ?? [];
  const hunks = unnumbered(movedTo === undefined ? body : body.slice(1));
  return { kind: "update", path, hunks, ...(movedTo === undefined ? {} : { movedTo: movedTo.trim() }) };
}

/** Hunks of a patch that does not say where in the file they are: they are numbered one after the other. */
function unnumbered(body: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let lines: string[] = [];
  let header: string | undefined;
  const close = (): void => {
    if (lines.length > 0) hunks.push(hunkOf(1, 1, lines, header));
    lines = [];
  };
  for (const line of body) {
    if (line.startsWith("@@")) {
      close();
      header = line.slice(2).trim() || undefined;
    } else if (line === "*** End of File") continue;
    else if (/^[ +-]/.test(line)) lines.push(line);
    // Some models leave out the space before an empty line.
    else if (line === "" && lines.length > 0) lines.push(" ");
  }
  while (lines.at(-1) === " ") lines.pop();
  close();
  return hunks;
}
