/** AskUserQuestion: the agent asks, the user chooses or writes. Log example: {"name":"AskUserQuestion","input":{"questions":[{"question":"From when?","header":"Start","options":[{"label":"Now","description":"All at once"}],"multiSelect":false}]}} */

import { flag, list, object, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { answerIn, chosenOf } from "./answers.ts";
import { given } from "./given.ts";
import { callOf, defineTool, textOf } from "./tool.ts";

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
});

function optionOf(value: unknown): Option[] {
  const label = typeof value === "string" ? value : words(value, "label");
  if (label === undefined) return [];
  return [{ label, ...given({ description: words(value, "description"), preview: words(value, "preview") }) }];
}

function joined(values: readonly unknown[] | undefined): string | undefined {
  return values?.filter((value) => typeof value === "string").join(", ");
}
