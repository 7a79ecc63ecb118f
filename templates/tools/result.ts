/** A call's result, where a tool has nothing better to show: the text as it stands, what the client added folded. */
import type { Call, Outcome } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { covers } from "./covers.ts";
import type { View } from "./view.ts";

/** What the client reminded the model of beside the result. */
export function reminders(outcome: Outcome, view: Pick<View, "output">): SafeHtml {
  const all = outcome.state === "none" ? [] : (outcome.reminders ?? []);
  return html`${all.map(
    (text) => html`<details class="reminder"><summary>System reminder</summary>${view.output(text)}</details>`,
  )}`;
}

/** Where the whole of a long output is. */
export function persistedNote(outcome: Outcome): string | undefined {
  return outcome.state === "none" ? undefined : outcome.persisted?.note;
}

const longestCaption = 200;
/** The client's own words with a refusal; that there was one, and what the user said, stands elsewhere. */
const toTheModel = /^The user doesn't want to (?:proceed with this tool use|take this action right now)/;

/**
 * The result as it stands, reminders folded. `shown` is what the body already says: a result that adds nothing to it
 * is not repeated. As "caption", one short line takes no box.
 */
export function result(
  call: Call<string>,
  view: View,
  options: { readonly as?: "output" | "markdown" | "caption"; readonly shown?: string } = {},
): SafeHtml {
  const { as = "output", shown } = options;
  const text = withoutRepeat(textOf(call.outcome), shown);
  const isTold = text.trim() === "" || (shown !== undefined && covers(shown, text));
  return html`${caption(persistedNote(call.outcome))}${isTold ? "" : print(text)}${reminders(call.outcome, view)}`;

  function print(words: string): SafeHtml {
    if (toTheModel.test(words))
      return html`<details class="logged"><summary>What the model was told</summary>${view.output(words)}</details>`;
    if (call.outcome.state === "error") return view.output(words, { error: true });
    if (as === "markdown" && call.outcome.state === "ok") return view.markdown(words);
    const isShort = words.trim().length <= longestCaption && !words.trim().includes("\n");
    return as === "caption" && isShort ? caption(words.trim()) : view.output(words);
  }
}

/** "Successfully updated the todo list. The current list is now:" and then all of it, which the body shows. */
function withoutRepeat(text: string, shown: string | undefined): string {
  const [, sentence, rest] = /^([^\n]{1,300}:)\n([\s\S]+)$/.exec(text) ?? [];
  return shown === undefined || sentence === undefined || rest === undefined || !covers(shown, rest) ? text : sentence;
}
