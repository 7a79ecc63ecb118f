/** Draws tool calls with the plainest view there is, which says what it was asked to draw, and looks for what is lost. */
import type { ToolCall } from "../../src/model/session.ts";
import { longDuration, number } from "../../src/text/format.ts";
import { languageName } from "../../src/text/highlight.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { toolOf } from "../../src/tools/index.ts";
import { drawCall } from "../../templates/tools/index.ts";
import type { View } from "../../templates/tools/view.ts";
import { factText } from "../support/tool-calls.ts";

const drawn = (kind: string, label: string | undefined, text: string): SafeHtml =>
  html`<pre class="${kind}"${label === undefined ? "" : html` aria-label="${label}"`}>${text}</pre>`;

export const view: View = {
  path: (path) => path,
  output: (text, options = {}) => drawn(options.error ? "output error" : "output", options.label, text),
  code: (text, { language, label, firstLine } = {}) => {
    const from = firstLine === undefined ? undefined : `from-${firstLine}`;
    return drawn(["code", languageName(language), from].filter(Boolean).join(" "), label, text);
  },
  markdown: (text) => drawn("markdown", undefined, text),
  diff: (hunks, path) => drawn("diff", path, hunks.flatMap((hunk) => hunk.lines).join("\n")),
  json: (value, label) => drawn("json", label, JSON.stringify(value, null, 2)),
  media: ({ file }) => html`<img src="${file}">`,
};

/** The words of a call's row and body, as a reader would find them. */
export function shown(call: ToolCall): string {
  const tool = toolOf(call);
  const facts = (tool.facts?.(call) ?? []).map(factText).join("\n");
  return `${tool.summary(call, view)}\n${facts}\n${plain(drawCall(call, view))}`;
}

function plain(markup: SafeHtml): string {
  return String(markup)
    .replace(/<[^>]*>/g, "\n")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

/** Lines of input texts and of the result that a reader would not find. */
export function lost(call: ToolCall): readonly string[] {
  const page = shown(call);
  const { outcome } = call;
  const answer =
    outcome.state === "none"
      ? []
      : [...answerLines(call, outcome.text), ...linesOf(outcome.reminders ?? []), ...linesOf(outcome.persisted ?? {})];
  return [...inputLines(call), ...answer].filter((line) => {
    const needle = plain(html`${line.trim()}`);
    return needle !== "" && !page.includes(needle) && !page.includes(JSON.stringify(line).slice(1, -1));
  });
}

/** Of a patch the lines: what says where they stand is said in other words. */
function inputLines(call: ToolCall): readonly string[] {
  if (call.kind !== "applyPatch") return linesOf(call.input);
  return linesOf(call.input).flatMap((line) => (/^(?:\*\*\*|@@)/.test(line) ? [] : [line.replace(/^[ +-]/, "")]));
}

/** The sentence around answers is not repeated; the answers are, label by label. */
function answerLines(call: ToolCall, text: string): readonly string[] {
  const answers = /^User has answered your questions: "(.*)"\. You can now continue .*$/s.exec(text)?.[1];
  if (call.kind === "askUserQuestion" && answers !== undefined) return answers.split(/"="|", "|, |\n/);
  if (call.kind === "bashOutput" || call.kind === "taskOutput") return untagged(text);
  const [own = "", totals = ""] = call.kind === "agent" ? text.split(/\n<usage>/) : [text];
  return [...own.split("\n").map((line) => line.replace(/^ *\d+(?:→|\t)/, "")), ...figuresIn(totals)];
}

/** Of totals in words: "duration_ms: 70414" is said as "1 min 10 s". */
const figuresIn = (totals: string): readonly string[] =>
  [...totals.matchAll(/(\w+)(?:: |>)(\d+)/g)].map(([, name, value]) =>
    name === "duration_ms" ? longDuration(Number(value)) : number(Number(value)),
  );

/** The client's tags go, what stands in them stays. */
const untagged = (text: string): readonly string[] =>
  text.split("\n").map((line) => line.replace(/^<([a-z_]+)>(.*)<\/\1>$/, "$2").replace(/^<\/?[a-z_]+>$/, ""));

const linesOf = (value: unknown): readonly string[] => leaves(value).flatMap((leaf) => leaf.split("\n"));

function leaves(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}
