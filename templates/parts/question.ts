/** Questions the agent asked: a decision, so a card. */

import { callState } from "../../src/conversation/call-state.ts";
import type { ToolCall } from "../../src/model/session.ts";
import { count, excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { drawCall } from "../tools/index.ts";
import { glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";
import { feedback } from "./plan.ts";

/** The questions stand below in full; the head names what they are about. */
function title(call: ToolCall): string {
  if (call.kind !== "askUserQuestion") return "";
  const headers = call.questions.flatMap(({ header }) => header ?? []);
  return headers.length > 0 ? excerpt(headers.join(", "), 120) : count(call.questions.length, "question");
}

/** Questions that the agent asked, with their answers; it gets the call and the page. */
export const questionCard = part("questionCard", (call: ToolCall, view: PageView): SafeHtml => {
  const id = view.anchors.take(call.id);
  const { outcome } = call;
  const state = callState(call);
  const words =
    outcome.state === "ok"
      ? "answered"
      : outcome.state === "none"
        ? "no answer recorded"
        : (state.words ?? "not answered");
  const chip = outcome.state === "ok" ? "is-acc" : state.isFailure ? "is-no" : "";
  return html`<section class="card question" id="${id}" role="group" aria-labelledby="${id}-h"><a class="hash" href="#${id}" aria-label="Link to this question">#</a><header><span class="kind">${glyph("decide")}Question</span><h3 id="${id}-h">${title(call)}</h3><span class="chip ${chip} end">${words}</span></header>${drawCall(call, view)}${outcome.state === "none" ? "" : feedback(outcome.feedback)}</section>\n`;
});
