/** An edit's answer. Up to 2.1 it repeats the edited lines as `cat -n` prints them, which the diff mostly shows already. */
import type { Call } from "../model.ts";
import { html, type SafeHtml } from "../render/html.ts";
import { caption } from "./caption.ts";
import { numbered } from "./numbered.ts";
import { covers, reminders, result, said } from "./result.ts";
import type { View } from "./tool.ts";

export function editResult(call: Call<string>, view: View, shown: string): SafeHtml {
  const found = call.outcome.state === "ok" ? numbered(said(call.outcome).text) : undefined;
  if (found === undefined) return result(call, view, { as: "caption", shown });
  return html`${caption(found.before)}${
    covers(shown, found.code) ? "" : view.code(found.code, { firstLine: found.firstLine, label: "Snippet" })
  }${caption(found.after)}${reminders(call, view)}`;
}
