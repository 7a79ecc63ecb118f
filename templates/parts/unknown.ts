/** What we do not know is shown as it is. */
import { placeElsewhere } from "../../src/conversation/media.ts";
import type { ToolUseId } from "../../src/model/session.ts";
import { excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { caret } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

/** A block of a kind that we do not know, as the log has it; it gets the block and the page. */
export const unknownBlock = part(
  "unknownBlock",
  (block: { readonly type: string; readonly raw: unknown }, view: PageView): SafeHtml => {
    const place = placeElsewhere(block);
    if (place !== undefined)
      return html`<p class="cap"><span>Not in the log: ${block.type} ${excerpt(view.path(place), 200)}</span></p>\n`;
    return html`<details class="unknown"><summary><span class="k">Not understood</span><code>${block.type}</code>${caret()}</summary>${view.json(block.raw, "As the log has it")}</details>\n`;
  },
);

/** The result of a call that is not in the log; it gets its text with the id of the call, and the page. */
export const orphanResult = part(
  "orphanResult",
  ({ call, text }: { readonly call: ToolUseId; readonly text: string }, view: PageView): SafeHtml =>
    html`<details class="unknown"><summary><span>The result of a call that is not in this log</span><code>${excerpt(text, 60)}</code>${caret()}</summary><p class="cap"><span>call ${call}</span></p>${view.output(text)}</details>\n`,
);
