/** What was found, listed and told of sessions, as lines for a terminal or an agent. */

import { kindNames } from "../../templates/assets/search/reader.js";
import { clock } from "../text/clock.ts";
import { count, excerpt } from "../text/format.ts";
import { visible } from "../text/printable.ts";
import type { Answer, FoundSession, Moment } from "./search.ts";

export interface AnswerStyle {
  /** Where a page is, from where the reader stands. */
  readonly address: (page: string) => string;
  /** How a word that was asked for is marked. */
  readonly mark: (text: string) => string;
}

/** Without what a terminal would act on, on one line. */
const line = (text: string): string => visible(text).replace(/\s+/g, " ").trim();

export function sessionFacts({ archive, day, project, prompts, failures }: FoundSession): string {
  const when = day === "" ? [] : [clock("UTC").date(day)];
  const failed = failures === 0 ? [] : [`${failures} failed`];
  return [...(archive === undefined ? [] : [archive]), ...when, project, count(prompts, "prompt"), ...failed]
    .map(line)
    .join(", ");
}

export function answerText(answer: Answer, style: AnswerStyle): string {
  const found = answer.results.map(
    ({ session, moments, isUnreadable }) =>
      `${sessionLine(session, style.address)}${moments.map((each) => momentText(each, style)).join("")}${isUnreadable ? "    The text of this session's index cannot be read; the session itself is there.\n" : ""}`,
  );
  const left = answer.sessions + answer.overviews - answer.results.length;
  const more = left > 0 ? [`${left} more; --limit shows more.\n`] : [];
  return [...found, ...more].join("\n");
}

function momentText(
  { kind, where, about, excerpt: words, address }: Moment,
  { address: of, mark }: AnswerStyle,
): string {
  const what = [where, ...about].filter((each) => each !== "").map(line);
  const text = words.map(({ text: each, isMark }) => (isMark ? mark(oneSpace(each)) : oneSpace(each))).join("");
  return `    ${kindNames[kind] ?? kind}, ${excerpt(what.join(", "), 100)}: ${text.trim()}\n    ${of(address)}\n`;
}

const oneSpace = (text: string): string => visible(text).replace(/\s+/g, " ");

/** What could not be found, in sentences. */
export function notesOf({ near, missing, lost, sessions, overviews }: Answer): string {
  return [
    ...near.map(({ asked, found }) => `No session has "${line(asked)}"; these have "${line(found)}".`),
    ...(sessions + overviews === 0 ? missing.map((each) => `No session has "${line(each)}".`) : []),
    ...(lost > 0 ? [`Part of the index cannot be read: ${count(lost, "session")} could not be searched.`] : []),
  ].join(" ");
}

export const sessionLine = (session: FoundSession, address: (page: string) => string): string =>
  `${line(session.title)}\n  ${sessionFacts(session)}\n  ${address(session.page)}\n`;
