/** What we do not know is shown as it is. */
import { loneResult } from "../../src/conversation/turn-builder.ts";
import { words } from "../../src/log/fields.ts";
import { excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { caret } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

export function unknownBlock(block: { readonly type: string; readonly raw: unknown }, view: PageView): SafeHtml {
  const lone = block.type === loneResult ? words(block.raw, "text") : undefined;
  if (lone !== undefined)
    return html`<details class="unknown"><summary><span>The result of a call that is not in this log</span><code>${excerpt(lone, 60)}</code>${caret}</summary><p class="cap"><span>call ${words(block.raw, "tool_use_id")}</span></p>${view.output(lone)}</details>\n`;
  return html`<details class="unknown"><summary><span class="k">Not understood</span><code>${block.type}</code>${caret}</summary>${view.json(block.raw, "As the log has it")}</details>\n`;
}
