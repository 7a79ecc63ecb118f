/** AskUserQuestion: the agent asks, the user chooses or writes. Log example: {"name":"AskUserQuestion","input":{"questions":[{"question":"From when?","header":"Start","options":[{"label":"Now","description":"All at once"}],"multiSelect":false}]}} */

import { flag, list, object, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html, type SafeHtml } from "../text/html.ts";
import { answerIn, chosenOf } from "./answers.ts";
import { caption } from "./caption.ts";
import { count } from "./format.ts";
import { given } from "./given.ts";
import { rest } from "./rest.ts";
import { reminders, result, said, textOf } from "./result.ts";
import { callOf, defineTool, type View } from "./tool.ts";

export interface Option {
  readonly label: string;
  readonly description?: string;
  /** A sketch of what it would look like. */
  readonly preview?: string;
}

export interface Question {
  readonly question: string;
  readonly header?: string;
  readonly multiSelect?: true;
  readonly options: readonly Option[];
  /** As the log has it; absent when nobody answered. */
  readonly answer?: string;
  /** The labels that were chosen. */
  readonly chosen: readonly string[];
  /** The user's own words. */
  readonly other?: string;
  /** What the user added to an option. */
  readonly notes?: string;
}

export interface AskUserQuestionCall extends Call<"askUserQuestion"> {
  readonly questions: readonly Question[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly askUserQuestion: AskUserQuestionCall;
  }
}

export const askUserQuestion = defineTool<AskUserQuestionCall>({
  kind: "askUserQuestion",
  names: ["AskUserQuestion"],
  verb: "decide",
  parse: (use, outcome, details) => {
    const asked = list(use.input, "questions");
    if (asked === undefined || asked.length === 0) return undefined;
    const all = asked.map((each) => words(each, "question") ?? "");
    if (all.includes("")) return undefined;
    const answers = object(details, "answers") ?? object(use.input, "answers");
    const annotations = object(details, "annotations") ?? object(use.input, "annotations");
    const answered = outcome.state === "ok" ? textOf(outcome) : "";
    return {
      ...callOf("askUserQuestion", use, outcome),
      questions: asked.map((each, index) => {
        const question = all[index] ?? "";
        const options = (list(each, "options") ?? []).flatMap(optionOf);
        const labels = options.map((option) => option.label);
        const answer =
          text(answers, question) ?? joined(list(answers, question)) ?? answerIn(answered, question, all, labels);
        const isMulti = flag(each, "multiSelect");
        return {
          question,
          options,
          ...(answer === undefined ? { chosen: [] } : chosenOf(answer, labels, isMulti)),
          ...given({
            header: words(each, "header"),
            multiSelect: isMulti || undefined,
            answer,
            notes: words(object(annotations, question), "notes"),
          }),
        };
      }),
    };
  },
  summary: (call) => call.questions[0]?.question ?? "",
  facts: (call) => {
    const open = call.questions.filter((each) => each.answer === undefined).length;
    return [
      ...(call.questions.length > 1
        ? [{ text: count(call.questions.length, "question"), tone: "optional" as const }]
        : []),
      ...(open > 0 && call.outcome.state !== "none"
        ? [{ text: open === call.questions.length ? "not answered" : `${open} not answered` }]
        : []),
    ];
  },
  render: (call, view) =>
    html`${call.questions.map((each) => ask(each, view))}${rest(
      call,
      {
        questions: call.questions,
        answers: call.questions.map((each) => each.answer),
        annotations: call.questions.map((each) => each.notes),
      },
      view,
    )}${isTold(call) ? logged(call, view) : result(call, view, { as: "caption" })}`,
});

function logged(call: AskUserQuestionCall, view: View): SafeHtml {
  const text = call.outcome.state === "none" ? "" : said(call.outcome).text;
  return html`<details class="logged"><summary>The answer as logged</summary>${view.output(text)}</details>${reminders(call, view)}`;
}

function optionOf(value: unknown): Option[] {
  const label = typeof value === "string" ? value : words(value, "label");
  if (label === undefined) return [];
  return [{ label, ...given({ description: words(value, "description"), preview: words(value, "preview") }) }];
}

function joined(values: readonly unknown[] | undefined): string | undefined {
  return values?.filter((value) => typeof value === "string").join(", ");
}

/** Whether the result says nothing but the questions and answers that stand above it. */
function isTold({ questions, outcome }: AskUserQuestionCall): boolean {
  if (outcome.state !== "ok" || questions.some(({ answer }) => answer === undefined)) return false;
  let left = said(outcome).text;
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
