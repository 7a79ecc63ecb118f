/** What happened beside the conversation: interruptions and errors between blocks, hooks and notices in the margin. */

import { beforeMore, eventText, eventTitles, waitSeconds } from "../../src/conversation/event-text.ts";
import { type MachineNotice, machineNotice, noticeText } from "../../src/conversation/machine-notice.ts";
import { isAgentSender } from "../../src/model/sender.ts";
import type { Step } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { duration, excerpt } from "../../src/text/format.ts";
import { attributes, html, type SafeHtml } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { part } from "../theme.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

export type EventStep = Extract<Step, { kind: "event" }>;

const longestWords = 280;
/** The margin is narrow: what is longer opens there on demand, unless it went wrong. */
const longestNote = 140;
const mostLines = 4;

/** Interruptions and API errors stand in the text; everything else is marginal. */
export const isMarginal = (step: EventStep): boolean => step.event !== "interrupted" && step.event !== "api-error";

/** Events that follow each other and say the same, as one line: retries, and hooks that ran twice. */
export function sameAs(before: EventStep, step: EventStep): boolean {
  if (before.event !== step.event || before.from !== step.from || before.level !== step.level) return false;
  // A hook is logged when it starts and when it ends, each of several by itself and all together.
  if (step.event !== "hook") return before.text.trim() === step.text.trim();
  const isShort = ({ text }: EventStep) => text.length < longestWords / 2 && text.split("\n").length <= 3;
  return (isShort(before) && isShort(step)) || holds(before, step) || holds(step, before);
}

/** Whether every line of the one stands in the other. */
function holds(whole: EventStep, part: EventStep): boolean {
  const lines = new Set(whole.text.trim().split("\n"));
  return part.text
    .trim()
    .split("\n")
    .every((line) => lines.has(line));
}

/** Each event keeps its id, so that a link to any of them finds the line. */
function ids(steps: readonly EventStep[], view: PageView): { readonly id: string; readonly others: SafeHtml } {
  const [first = "", ...others] = steps.map((step) => view.anchors.take(step.id));
  return { id: first, others: html`${others.map((id) => html`<span id="${id}"></span>`)}` };
}

/** Attempts and the waits that were announced, where the steps are retries; how often, where they are not. */
function repeated(steps: readonly EventStep[]): string {
  const retries = steps.flatMap(({ retry }) => retry ?? []);
  if (retries.length < steps.length) return steps.length > 1 ? `, ${steps.length} times` : "";
  const seconds = retries.reduce((sum, retry) => sum + waitSeconds(retry), 0);
  return `, ${steps.length === 1 ? "1 retry" : `${steps.length} retries`}${seconds > 0 ? `, ${duration(seconds * 1000)} of waiting announced` : ""}`;
}

/** What each attempt said, for those who ask. */
const attempts = (steps: readonly EventStep[]): SafeHtml =>
  steps.some(({ retry }) => retry !== undefined)
    ? attributes({ title: steps.map((step) => eventText(step).trim()).join("\n") })
    : html``;

/** An interruption or an error between steps; it gets the event with those that say the same, and the page. */
export const eventLine = part("eventLine", (steps: readonly [EventStep, ...EventStep[]], view: PageView): SafeHtml => {
  const [step] = steps;
  const { id, others } = ids(steps, view);
  const when = step.time === undefined ? "" : time(step.time, view.clock.time);
  if (step.event === "interrupted") {
    return html`<p class="event" id="${id}">${others}<b>Interrupted by the user</b><span>${interruption(step.text)}</span>${when}</p>\n`;
  }
  // The message often names itself: then its own words are the label.
  const [, label = step.from ?? "API error", words = ""] =
    /^(?:(API error):? )?([\s\S]*)$/i.exec(step.text.trim()) ?? [];
  const short = excerpt(words, longestWords);
  const more = repeated(steps);
  const line = html`<p class="event bad" id="${id}">${others}${glyph("fail")}<b>${label}</b> <span${attempts(steps)}>${more === "" ? short : beforeMore(short)}${more}</span>${when}</p>\n`;
  const asLogged = steps.map(({ raw }) => raw).filter((raw) => raw !== undefined);
  if (asLogged.length > 0)
    return html`${line}<details class="more"><summary>What the server answered${caret()}</summary>${view.json(asLogged.length === 1 ? asLogged[0] : asLogged, "As the log has it")}</details>\n`;
  return short.endsWith("…")
    ? html`${line}<details class="more"><summary>The whole message${caret()}</summary>${view.output(eventText(step), { error: true })}</details>\n`
    : line;
});

/** The log says the same where a tool ran and where a call was rejected before it could. */
function interruption(text: string): string {
  return /for tool use/.test(text) ? "at a tool call" : "";
}

/** A hook, notice or diagnostic in the margin; it gets the event with those that say the same, and the page. */
export const note = part("note", (steps: readonly [EventStep, ...EventStep[]], view: PageView): SafeHtml => {
  const [step] = steps;
  const isBad = step.level === "error" || (step.event === "diagnostic" && step.level !== "info");
  const times = steps.length > 1 && step.event !== "hook" ? ` ×${steps.length}` : "";
  const from = html`${step.from ?? eventTitles[step.event]}${times}`;
  const { id, others } = ids(steps, view);
  const told = machineNotice(step.sender, step.text);
  if (told !== undefined) {
    const { what, words } = told;
    const lines = [what, excerpt(words, longestNote)].filter((line) => line !== "").map((line) => html`<br>${line}`);
    // Where the line has all the words, the fold has what they stand for.
    const rest =
      words.length > longestNote ? html`${view.output(words)}${foldedLog(told, view)}` : asLogged(told, view);
    return html`<details class="note" id="${id}"><summary>${others}<b>${from}</b>${lines}${caret()}</summary>${rest}</details>\n`;
  }
  const words = uniqueLines(steps);
  const isLong = words.length > (isBad ? longestWords : longestNote) || words.split("\n").length > mostLines;
  if (isLong) {
    if (isAgentSender(step.sender)) {
      const first = excerpt(plainText(words.slice(0, 600)), 60);
      return html`<details class="note" id="${id}"><summary>${others}<b>${from}</b><br>${first}${caret()}</summary><div class="say">${view.prose(words, { breaks: true })}</div></details>\n`;
    }
    return html`<details class="note${isBad ? " bad" : ""}" id="${id}"><summary>${others}<b>${from}</b><br>${excerpt(words.replace(/^Caveat: /, ""), isBad ? 120 : 60)}${caret()}</summary>${view.output(words)}</details>\n`;
  }
  return html`<p class="note${isBad ? " bad" : ""}" id="${id}" role="note">${others}<b>${from}</b><br>${words}</p>\n`;
});

function uniqueLines(steps: readonly EventStep[]): string {
  const texts = new Set(steps.map(({ text }) => text.trim()));
  return texts.size === 1 ? [...texts].join() : [...new Set([...texts].flatMap((text) => text.split("\n")))].join("\n");
}

/** An event that belongs to a call, in the body of the call; it gets the event and the page. */
export const callNote = part("callNote", (step: EventStep, view: PageView): SafeHtml => {
  const from = step.from ?? eventTitles[step.event];
  const told = machineNotice(step.sender, step.text);
  const words = (told === undefined ? step.text : noticeText(told)).trim();
  const logged = told === undefined ? "" : foldedLog(told, view);
  // A hook inside the client has no command to name.
  const isSilent = step.event === "hook" && step.level === undefined && words === "callback";
  if (words.length <= longestWords)
    return html`<p class="cap${step.level === "error" ? " bad" : isSilent ? " done" : ""}"><span><b>${from}</b> ${words}</span></p>${logged}`;
  return html`<p class="cap"><span><b>${from}</b></span></p>${view.output(words, { error: step.level === "error" })}${logged}`;
});

/** What words stand for: every key and figure; it gets the notice and the page. */
export const asLogged = part(
  "asLogged",
  ({ raw }: MachineNotice, view: PageView): SafeHtml =>
    typeof raw === "string" ? view.code(raw, { label: "As the log has it" }) : view.json(raw, "As the log has it"),
);

export const foldedLog = (notice: MachineNotice, view: PageView): SafeHtml =>
  html`<details class="more"><summary>As the log has it${caret()}</summary>${asLogged(notice, view)}</details>`;
