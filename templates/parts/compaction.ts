/** Where the model's memory was replaced by a summary. */
import type { Step } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { tokens } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

/** Where the model's memory was replaced by a summary; it gets the step and the page. */
export const compaction = part(
  "compaction",
  (step: Extract<Step, { kind: "compaction" }>, view: PageView): SafeHtml => {
    const id = view.anchors.take(step.id);
    const size =
      step.tokensBefore === undefined
        ? undefined
        : step.tokensAfter === undefined
          ? `${tokens(step.tokensBefore)} tokens before`
          : `${tokens(step.tokensBefore)} → ${tokens(step.tokensAfter)} tokens`;
    const how =
      step.trigger === undefined
        ? undefined
        : step.trigger === "auto"
          ? "automatic"
          : step.trigger === "manual"
            ? "by hand"
            : step.trigger;
    if (step.micro) {
      return html`<p class="note" id="${id}" role="note"><b>Old tool results dropped</b><br>${[how, size].filter((part) => part !== undefined).join(", ") || "to save context"}</p>\n`;
    }
    const facts = html`<span class="meta">${[how, size].map((part) => (part === undefined ? "" : html`<span>${part}</span>`))}${step.time === undefined ? "" : time(step.time, view.clock.time)}</span>`;
    const head = html`${glyph("decide")}<b>Context compacted</b>${facts}`;
    if (step.summary === undefined || step.summary.trim() === "") {
      return html`<section class="compact" id="${id}" role="group" aria-label="Context compacted"><p class="compact-h">${head}</p></section>\n`;
    }
    return html`<section class="compact" id="${id}" role="group" aria-label="Context compacted"><details><summary>${head}${caret()}</summary><div class="plan-b"><p>Everything above was replaced, for the model, by this summary:</p>${view.prose(step.summary, { headingBase: 4 })}</div></details></section>\n`;
  },
);
