/** Thinking: its first line in sight, the rest folded. An empty one makes no box. */

import type { Step } from "../../src/model/session.ts";
import { excerpt } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { type Chunk, Movable } from "./chunk.ts";
import type { PageView } from "./page-view.ts";

export function thinking(step: Extract<Step, { kind: "thinking" }>, view: PageView): Chunk[] {
  const text = step.markdown.trim();
  if (text === "") {
    if (!step.redacted) return [];
    return [
      html`<p class="thinking gone"><span class="k">Thinking</span> <em>withheld: the log has it only encrypted</em></p>\n`,
    ];
  }
  const first = excerpt(plainText(text.slice(0, 600)), 140);
  const id = view.anchors.take(`${step.id}-thinking`);
  return [
    html`<details class="thinking" id="${id}"><summary><span class="k">Thinking</span><em>${first}</em></summary><div>`,
    new Movable(view.prose(text), `Thinking: ${first}`, id),
    html`</div></details>\n`,
  ];
}
