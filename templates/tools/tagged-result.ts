/** How a background task stands and what it has printed, without the client's tags. */
import type { Call } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { taggedAnswer } from "../../src/tools/tagged-answer.ts";
import { textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { persistedNote, reminders, result } from "./result.ts";
import type { View } from "./view.ts";

interface Options {
  /** Facts that the row or the body says already, by their tags. */
  readonly told: Readonly<Record<string, string | number | undefined>>;
  /** What was printed is Markdown. */
  readonly isReport?: boolean;
}

export function taggedResult(call: Call<string>, view: View, { told, isReport = false }: Options): SafeHtml {
  const answer = call.outcome.state === "ok" ? taggedAnswer(textOf(call.outcome)) : undefined;
  if (answer === undefined) return result(call, view);
  const news = [...answer.facts].filter(([name, text]) => text !== "" && text !== String(told[name]));
  return html`${caption(...news.map(([name, text]) => `${name.replaceAll("_", " ")}: ${text}`))}${caption(
    persistedNote(call.outcome),
  )}${answer.printed.map(({ stream, text }) => {
    if (text.trim() === "") return "";
    if (isReport && stream === "output") return view.markdown(text);
    const isError = stream === "stderr" || stream === "error";
    return html`${isError ? caption(stream) : ""}${view.output(text, isError ? { error: true } : {})}`;
  })}${reminders(call.outcome, view)}`;
}
