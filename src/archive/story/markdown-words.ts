/** Words of a log within Markdown of ours: in it they are text, mention nobody and close nothing. */
import type { TestCounts } from "../../model/digest.ts";
import type { GitEvent } from "../../model/git.ts";
import { enclosed } from "../../text/enclosed-markdown.ts";
import { excerpt } from "../../text/format.ts";
import { plainText } from "../../text/plain-text.ts";
import { printable } from "../../text/printable.ts";
import { safeMarkdown } from "../../text/safe-markdown.ts";

export function gitLine(event: GitEvent): string {
  switch (event.kind) {
    case "commit":
      return `${event.sha === undefined ? "" : `${code(event.sha)} `}${line(event.subject)}${event.replaced === undefined ? "" : `, replaced${event.replaced.by === undefined ? "" : ` by ${code(event.replaced.by)}`}`}`;
    case "push":
      return [event.branch, event.sha].flatMap((each) => (each === undefined ? [] : [code(each)])).join(" ");
    case "pull-request":
      return `${event.number === undefined ? "" : `#${event.number} `}${event.action}${event.title === undefined ? "" : `: ${line(event.title)}`}`;
  }
}

/** One line in which nothing is Markdown, a mention or a closing keyword of the forge's. */
export function line(text: string): string {
  return excerpt(plainText(printable(text.slice(0, 4000))), 600)
    .replace(/[\\`*_[\]<>|]/g, (sign) => `\\${sign}`)
    .replace(/(?<!\w)([@#])(?=\w)/g, "$1\u200b");
}

export const code = (text: string): string => {
  const own = printable(text).replace(/\s+/g, " ").slice(0, 300);
  return own.includes("`") ? `\`\` ${own.replaceAll("``", "` `")} \`\`` : `\`${own.replaceAll("|", "\\|")}\``;
};

export const quotedLine = (text: string): string => `“${line(text)}”`;

export const testWords = ({ passed, failed }: TestCounts): string =>
  failed > 0 ? `${failed} of ${passed + failed} failed` : `${passed} of ${passed} passed`;

const cutTo = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** It mentions nobody and closes nothing, but for code, which stays as it is. */
export const quoted = (text: string, most: number): string =>
  enclosed(safeMarkdown(cutTo(printable(text), most)))
    .split("\n")
    .map((each) =>
      `> ${each.replace(/(`[^`]*`)|(?<!\w)([@#])(?=\w)/g, (found, own) => own ?? `${found}\u200b`)}`.trimEnd(),
    )
    .join("\n");

/** A plan is Markdown itself; markup that would end the fold around it is taken for text. */
export const safeBlock = (text: string, most: number): string => enclosed(safeMarkdown(cutTo(printable(text), most)));
