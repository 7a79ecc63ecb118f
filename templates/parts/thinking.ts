/** Thinking: its first line in sight, the rest folded. An empty one makes no box. */

import { thinkingId } from "../../src/address/anchor.ts";
import type { Step } from "../../src/model/session.ts";
import { excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { part } from "../theme.ts";
import { around, type Chunk, Movable } from "./chunk.ts";
import type { PageView } from "./page-view.ts";

type ThinkingStep = Extract<Step, { kind: "thinking" }>;

/** The log has it only encrypted. */
export const isWithheld = ({ markdown, redacted }: ThinkingStep): boolean =>
  redacted === true && markdown.trim() === "";

export function thinkingChunks(step: ThinkingStep, view: PageView): Chunk[] {
  const text = step.markdown.trim();
  if (isWithheld(step)) return [thinkingWithheld()];
  if (text === "") return [];
  const first = excerpt(plainText(text.slice(0, 600)), 140);
  const id = view.anchors.take(thinkingId(step));
  return around((body) => thinking(first, body, id), [new Movable(view.prose(text), `Thinking: ${first}`, id)]);
}

/** What the model thought, folded; it gets the first line as text, all of it as markup, and its id. */
export const thinking = part(
  "thinking",
  (first: string, body: SafeHtml, id: string): SafeHtml =>
    html`<details class="thinking" id="${id}"><summary><span class="k">Thinking</span><em>${first}</em></summary><div>${body}</div></details>\n`,
);

/** Stands for thinking that the log has only encrypted; it gets nothing. */
export const thinkingWithheld = part(
  "thinkingWithheld",
  (): SafeHtml =>
    html`<p class="thinking gone"><span class="k">Thinking</span> <em>withheld: the log has it only encrypted</em></p>\n`,
);
