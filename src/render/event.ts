/** What happened beside the conversation: interruptions and errors between blocks, hooks and notices in the margin. */
import type { Step } from "../model.ts";
import { time } from "./clock.ts";
import { excerpt } from "./format.ts";
import { caret, glyph } from "./glyph.ts";
import { html, type SafeHtml } from "./html.ts";
import type { PageView } from "./page-view.ts";

export type EventStep = Extract<Step, { kind: "event" }>;

const longestNote = 280;

/** Interruptions and API errors stand in the text; everything else is marginal. */
export const isMarginal = (step: EventStep): boolean => step.event !== "interrupted" && step.event !== "api-error";

export function eventLine(step: EventStep, view: PageView): SafeHtml {
  const id = view.anchors.take(step.id);
  const when = step.time === undefined ? "" : time(step.time, view.clock.time);
  if (step.event === "interrupted") {
    return html`<p class="event" id="${id}"><b>Interrupted by the user</b><span>${interruption(step.text)}</span>${when}</p>\n`;
  }
  const short = excerpt(step.text, longestNote);
  const line = html`<p class="event bad" id="${id}">${glyph("fail")}<b>${step.from ?? "API error"}</b> <span>${short}</span>${when}</p>\n`;
  return short.endsWith("…")
    ? html`${line}<details class="more"><summary>The whole message${caret}</summary>${view.output(step.text, { error: true })}</details>\n`
    : line;
}

function interruption(text: string): string {
  return /for tool use/.test(text) ? "while a tool ran" : "";
}

export function note(step: EventStep, view: PageView): SafeHtml {
  const isBad = step.level === "error" || (step.event === "diagnostic" && step.level !== "info");
  const from = step.from ?? titles[step.event];
  const id = view.anchors.take(step.id);
  const words = step.text.trim();
  const isLong = words.length > longestNote || words.split("\n").length > 6;
  if (isLong) {
    return html`<details class="note${isBad ? " bad" : ""}" id="${id}"><summary><b>${from}</b><br>${excerpt(words, 120)}${caret}</summary>${view.output(words)}</details>\n`;
  }
  return html`<p class="note${isBad ? " bad" : ""}" id="${id}" role="note"><b>${from}</b><br>${words}</p>\n`;
}

const titles: Readonly<Record<EventStep["event"], string>> = {
  interrupted: "Interrupted",
  "api-error": "API error",
  "model-change": "Model changed",
  notice: "Notice",
  hook: "Hook",
  diagnostic: "Not understood",
};

/** An event that belongs to a call stands in the call's body. */
export function callNote(step: EventStep, view: PageView): SafeHtml {
  const from = step.from ?? titles[step.event];
  const words = step.text.trim();
  if (words.length <= longestNote)
    return html`<p class="cap${step.level === "error" ? " bad" : ""}"><span><b>${from}</b> ${words}</span></p>`;
  return html`<p class="cap"><span><b>${from}</b></span></p>${view.output(words, { error: step.level === "error" })}`;
}
