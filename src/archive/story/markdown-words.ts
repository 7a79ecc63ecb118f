/** Words of a log within Markdown of ours: in it they are text, mention nobody and close nothing. */
import type { TestCounts } from "../../model/digest.ts";
import type { CommitMade, GitEvent } from "../../model/git.ts";
import { enclosed } from "../../text/enclosed-markdown.ts";
import { excerpt } from "../../text/format.ts";
import { neutralMarkdown, neutralWords } from "../../text/neutral-markdown.ts";
import { plainText } from "../../text/plain-text.ts";
import { printable } from "../../text/printable.ts";
import { safeMarkdown } from "../../text/safe-markdown.ts";

export function gitLine(event: GitEvent): string {
  switch (event.kind) {
    case "commit":
      return `${event.sha === undefined ? "" : `${code(event.sha)} `}${line(event.subject)}${replacedWords(event)}`;
    case "push":
      return [event.branch, event.sha].flatMap((each) => (each === undefined ? [] : [code(each)])).join(" ");
    case "pull-request":
      return `${event.number === undefined ? "" : `#${event.number} `}${event.action}${event.title === undefined ? "" : `: ${line(event.title)}`}`;
  }
}

function replacedWords({ replaced }: CommitMade): string {
  if (replaced === undefined) return "";
  if (replaced.isTakenBack) return ", taken back";
  return `, replaced${replaced.by === undefined ? "" : ` by ${code(replaced.by)}`}`;
}

/** One line in which nothing is Markdown, a mention or a closing keyword of the forge's. */
export function line(text: string): string {
  return neutralWords(excerpt(plainText(printable(text.slice(0, 4000))), 600)).replace(
    /[\\`*_[\]<>|]/g,
    (sign) => `\\${sign}`,
  );
}

export const code = (text: string): string => {
  const own = printable(text).replace(/\s+/g, " ").slice(0, 300);
  return own.includes("`") ? `\`\` ${own.replace(/`+/g, (signs) => [...signs].join(" "))} \`\`` : `\`${own}\``;
};

/** In a row of a table, where `|` is the end of a cell, in code too; a backslash before it would take the escape away. */
export const codeInTable = (text: string): string =>
  code(text).replace(/(\\?)\|/g, (_, slash) => `${slash}${slash === "" ? "" : " "}\\|`);

export const quotedLine = (text: string): string => `“${line(text)}”`;

export const testWords = ({ passed, failed }: TestCounts): string =>
  failed > 0 ? `${failed} of ${passed + failed} failed` : `${passed} of ${passed} passed`;

const cutTo = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : text;

export const quoted = (text: string, most: number): string =>
  safeBlock(text, most)
    .split("\n")
    .map((each) => `> ${each}`.trimEnd())
    .join("\n");

/** A plan is Markdown itself; markup that would end the fold around it is taken for text. */
export const safeBlock = (text: string, most: number): string =>
  neutralMarkdown(enclosed(safeMarkdown(cutTo(printable(text), most))));
