/**
 * Texts of files that an agent wrote bit by bit. A private key of which each edit has a line is whole only there; learnt
 * as a whole, its lines are known wherever they stand.
 */
import { list, text } from "../log/fields.ts";
import type { At, ToolCall } from "../model/session.ts";
import { eachString } from "../redact/index.ts";
import { inputOf } from "../tools/tool.ts";
import { applyEdit } from "./replay/apply.ts";
import { type EditCall, editsIn } from "./work.ts";

export interface KeyText {
  readonly text: string;
  /** Of its last edit. */
  readonly at: At;
}

const frame = "PRIVATE KEY";

export class KeyFiles {
  readonly #texts = new Map<string, KeyText & { readonly isWhole: boolean }>();
  readonly #done: KeyText[] = [];

  note(call: ToolCall, at: At): void {
    for (const edit of editsIn(call)) {
      const known = this.#texts.get(edit.path);
      if (known === undefined && !hasFrame(edit)) continue;
      const applied = applyEdit(edit, known?.text);
      if ("text" in applied) {
        if (edit.kind === "write") this.#let(edit.path);
        this.#texts.set(edit.path, { text: applied.text, at, isWhole: edit.kind === "write" });
      } else if (known === undefined) this.#texts.set(edit.path, { text: written(edit), at, isWhole: true });
    }
  }

  /** Those that no single call has. */
  finish(): readonly KeyText[] {
    for (const path of [...this.#texts.keys()]) this.#let(path);
    return this.#done.splice(0);
  }

  #let(path: string): void {
    const known = this.#texts.get(path);
    if (known !== undefined && !known.isWhole && known.text.includes(frame)) this.#done.push(known);
    this.#texts.delete(path);
  }
}

function hasFrame({ input }: EditCall): boolean {
  let isFound = false;
  eachString(input, (each) => {
    isFound ||= String(each).includes(frame);
  });
  return isFound;
}

/** What an edit writes into a file that the log does not have. */
function written(edit: EditCall): string {
  const input = inputOf(edit);
  const edits = list(input, "edits") ?? [input];
  const patched = (edit.hunks ?? []).flatMap(({ lines }) => lines.filter((line) => /^[ +]/.test(line)));
  return edit.kind === "applyPatch"
    ? patched.map((line) => line.slice(1)).join("\n")
    : edits.map((each) => text(each, "new_string") ?? "").join("\n");
}
