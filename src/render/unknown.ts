/** What we do not know is shown as it is. */
import { caret } from "./glyph.ts";
import { html, type SafeHtml } from "./html.ts";
import type { PageView } from "./page-view.ts";

export function unknownBlock(block: { readonly type: string; readonly raw: unknown }, view: PageView): SafeHtml {
  return html`<details class="unknown"><summary><span class="k">Not understood</span><code>${block.type}</code>${caret}</summary>${view.json(block.raw, "As the log has it")}</details>\n`;
}
