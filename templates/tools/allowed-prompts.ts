/** What may be done without asking once a plan is approved; also for the card of a plan, which stands for its call. */
import type { Plan } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";

export function allowed(prompts: Plan["allowedPrompts"]): SafeHtml {
  return prompts === undefined
    ? html``
    : html`<p>Allowed once approved:</p><ul>${prompts.map(
        ({ tool, prompt }) => html`<li>${tool === undefined ? "" : html`<b>${tool}</b> `}${prompt}</li>`,
      )}</ul>`;
}
