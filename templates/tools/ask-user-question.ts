/** Each question with its options, the chosen ones marked, and the person's own words. */

import { list, object, text } from "../../src/log/fields.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { AskUserQuestionCall, Question } from "../../src/tools/ask-user-question.ts";
import { inputOf, textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { persistedNote, reminders, result } from "./result.ts";
import { toolView, type View } from "./view.ts";

export const askUserQuestion = toolView<AskUserQuestionCall>(
  "askUserQuestion",
  (call, view) =>
    html`${call.questions.map((each) => ask(each, view))}${rest(
      call,
      {
        // In Codex an id leads from a question to its answer.
        questions: [call.questions, (list(inputOf(call), "questions") ?? []).map((each) => text(each, "id"))],
        answers: call.questions.map((each) => each.answer),
        annotations: call.questions.map((each) => each.notes),
      },
      view,
    )}${isTold(call) ? logged(call, view) : result(call, view, { as: "caption" })}`,
);

function logged(call: AskUserQuestionCall, view: View): SafeHtml {
  const text = textOf(call.outcome);
  return html`${caption(persistedNote(call.outcome))}<details class="logged"><summary>The answer as logged</summary>${view.output(text)}</details>${reminders(call.outcome, view)}`;
}

/** `{"answers":{"q1":{"answers":["Now"]}}}`, as Codex has it, with nothing but what was chosen. */
function isAnswers(said: string, questions: readonly Question[]): boolean {
  if (!said.startsWith('{"answers":')) return false;
  try {
    const all = Object.values(object(JSON.parse(said), "answers") ?? {}).flatMap((each) => list(each, "answers") ?? []);
    return all.every((each) => questions.some(({ answer }) => answer?.includes(String(each))));
  } catch {
    return false;
  }
}

/** Whether the result says nothing but the questions and answers that stand above it. */
function isTold({ questions, outcome }: AskUserQuestionCall): boolean {
  if (outcome.state !== "ok" || questions.some(({ answer }) => answer === undefined)) return false;
  let left = textOf(outcome);
  if (isAnswers(left, questions)) return true;
  for (const { question, answer = "", notes } of questions) {
    left = left.replace(`"${question}"="${answer}"`, () => "");
    if (notes !== undefined) left = left.replace(` user notes: ${notes}`, () => "");
  }
  left = left.replace(/^\s*User has answered your questions:/, "").replace(/\. You can now continue .*$/, "");
  return /^[\s,]*$/.test(left) || (questions.length === 1 && left.trim() === questions[0]?.answer);
}

function ask(question: Question, view: View): SafeHtml {
  const mark = (words: string) => html`<span class="vh">${words}</span>`;
  return html`<div class="${question.multiSelect ? "ask multi" : "ask"}">${caption(question.header)}<p>${question.question}</p><ul>${question.options.map(
    ({ label, description, preview }) => {
      const isChosen = question.chosen.includes(label);
      return html`<li${isChosen ? html` class="yes"` : ""}><div><b>${isChosen ? mark("Chosen: ") : ""}${label}</b>${
        description === undefined ? "" : html`<span>${description}</span>`
      }${preview === undefined ? "" : view.code(preview, { label: "Preview" })}</div></li>`;
    },
  )}${
    question.other === undefined
      ? ""
      : html`<li class="yes"><div><b>${mark("Chosen, own words: ")}“${question.other}”</b></div></li>`
  }</ul>${question.notes === undefined ? "" : html`<p>Note: “${question.notes}”</p>`}${
    question.answer === undefined ? html`<p>Not answered.</p>` : ""
  }</div>`;
}
