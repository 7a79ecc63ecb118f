/** How an export is written down: as Markdown, or as plain text for a terminal and a mail. */
import { settle, withoutEscapes } from "../text/ansi.ts";
import { enclosed } from "../text/enclosed-markdown.ts";
import { oneSpace } from "../text/one-space.ts";
import { safeMarkdown } from "../text/safe-markdown.ts";

/** Each gives one block, without a line end. */
export interface Style {
  readonly heading: (level: number, words: string) => string;
  /** What somebody typed. */
  readonly quote: (markdown: string) => string;
  /** Markdown of the log. */
  readonly prose: (markdown: string) => string;
  /** A text as it is. */
  readonly block: (text: string, language?: string) => string;
  /** Words in a line: a name, a title. */
  readonly words: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly aside: (text: string) => string;
  readonly code: (text: string) => string;
  readonly item: (text: string) => string;
}

const oneLine = (text: string): string => oneSpace(withoutEscapes(text)).trim();

/** Output of a terminal as it looked in the end. */
const printed = (text: string): string => (/[\x1b\r\b]/.test(text) ? withoutEscapes(settle(text)) : text);

/** Backticks, longer than any run of them inside. */
function fenceFor(text: string, least: number): string {
  const shortest = "`".repeat(least);
  if (!text.includes(shortest)) return shortest;
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), least));
}

const markdownWords = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>|#~&]/g, (sign) => `\\${sign}`);

export const markdownStyle: Style = {
  heading: (level, words) => `${"#".repeat(Math.min(level, 6))} ${markdownWords(words)}`,
  quote: (text) =>
    enclosed(safeMarkdown(withoutEscapes(text).trim()))
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n"),
  prose: (text) => enclosed(safeMarkdown(withoutEscapes(text).trim())),
  block: (text, language = "") => {
    const body = printed(text).replace(/\n+$/, "");
    const fence = fenceFor(body, 3);
    return `${fence}${language}\n${body}\n${fence}`;
  },
  words: markdownWords,
  strong: (text) => `**${markdownWords(text)}**`,
  aside: (text) => `*${markdownWords(text)}*`,
  code: (text) => {
    const own = oneLine(text);
    if (own === "") return "";
    const fence = fenceFor(own, 1);
    return fence.length === 1 ? `\`${own}\`` : `${fence} ${own} ${fence}`;
  },
  item: (text) => `- ${text}`,
};

const indented = (text: string, by: string): string =>
  text
    .split("\n")
    .map((line) => `${by}${line}`.trimEnd())
    .join("\n");

export const plainStyle: Style = {
  heading: (level, words) => {
    const line = oneLine(words);
    return level > 2 ? line : `${line}\n${(level === 1 ? "=" : "-").repeat(Math.min(78, Math.max(3, line.length)))}`;
  },
  quote: (text) => indented(printed(text).trim(), "> "),
  prose: (text) => printed(text).trim(),
  block: (text) => indented(printed(text).replace(/\n+$/, ""), "    "),
  words: oneLine,
  strong: oneLine,
  aside: (text) => `(${oneLine(text)})`,
  code: oneLine,
  item: (text) => `- ${text}`,
};
