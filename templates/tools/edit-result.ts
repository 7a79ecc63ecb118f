/** An edit's answer. Up to 2.1 it repeats the edited lines as `cat -n` prints them, which the diff mostly shows already. */
import type { Call } from "../../src/model/session.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { numbered } from "../../src/tools/numbered.ts";
import { textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { covers } from "./covers.ts";
import { persistedNote, reminders, result } from "./result.ts";
import type { View } from "./view.ts";

/** The client's stock words for "done". The row says as much, so only "All open" shows them. */
const confirmation =
  /^(?:The file (.+) has been (?:updated|created|overwritten)(?: successfully)?\.?|File created successfully at: (.+?))(?: \(file state [^()]*\))?$/;

export function editResult(call: Call<string> & { readonly path: string }, view: View, shown: string): SafeHtml {
  if (call.outcome.state !== "ok") return result(call, view, { as: "caption", shown });
  const text = textOf(call.outcome);
  const [, updated, created] = confirmation.exec(text.trim()) ?? [];
  if ((updated ?? created) === call.path)
    return html`${caption(persistedNote(call.outcome))}<p class="cap done"><span>${text.trim()}</span></p>${reminders(call.outcome, view)}`;
  const found = numbered(text);
  // Other agents repeat the lines around the edit without their numbers.
  if (found === undefined && /^[^\n]*Here is the updated code:\n/.test(text))
    return html`<details class="logged"><summary>The answer as logged</summary>${view.output(text)}</details>`;
  if (found === undefined) return result(call, view, { as: "caption", shown });
  const snippet = covers(shown, found.code)
    ? caption(`${count(found.code.split("\n").length, "line")}, shown above`)
    : view.code(found.code, { firstLine: found.firstLine, label: "Snippet" });
  return html`${caption(persistedNote(call.outcome))}<details class="logged"><summary>The answer as logged</summary>${caption(found.before)}${snippet}${caption(found.after)}</details>${reminders(call.outcome, view)}`;
}
