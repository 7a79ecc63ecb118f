/** What the person (or a machine in their place) said at the head of a turn. */

import { machineNotice, noticeText } from "../../src/conversation/machine-notice.ts";
import type { Block, Prompt, Queued, Turn } from "../../src/model/session.ts";
import { excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { part } from "../theme.ts";
import { foldedLog } from "./event.ts";
import { caret } from "./glyph.ts";
import type { PageView } from "./page-view.ts";
import { planCard } from "./plan.ts";
import { unknownBlock } from "./unknown.ts";

const longestOpenOutput = 14;

type Said<Kind extends Prompt["kind"]> = Extract<Prompt, { kind: Kind }>;

/** The head of a turn, of whatever kind; it gets the turn, the page, and words that go before it ("Then, 14:40"). */
export const prompt = part("prompt", (turn: Turn, view: PageView, tag?: string): SafeHtml => {
  const said = turn.prompt;
  switch (said.kind) {
    case "said":
      return saidPrompt(said, view, tag);
    case "command":
      return commandPrompt(said, view, tag);
    case "shell":
      return shellPrompt(said, view, tag);
    case "plan":
      return html`${tag === undefined ? "" : html`<p class="tag">${tag}</p>`}${planCard(said.plan, view)}`;
    case "scheduled":
      return scheduledPrompt(said, view, tag);
    case "machine":
      return machinePrompt(said, view, tag);
    case "none":
      return noPrompt(tag);
  }
});

/** Words over a prompt: what it was, when it was left behind. It gets the words. */
export const promptTag = part(
  "promptTag",
  (words: string | undefined): SafeHtml => (words === undefined ? html`` : html`<span class="tag">${words}</span>`),
);

/** What a person said; it gets the prompt with its blocks, the page, and words that go before it. */
export const saidPrompt = part("saidPrompt", (said: Said<"said">, view: PageView, tag?: string): SafeHtml => {
  const queued = queuedWords(said.queued);
  return html`<div class="prompt${queued === undefined ? "" : " queued"}">${promptTag(tag)}${promptTag(queued)}${blocks(said.blocks, view)}</div>\n`;
});

const whenQueued: Readonly<Record<Queued, string>> = {
  steering: "Sent while the agent worked, to steer it",
  "while-working": "Queued while the agent worked",
  waiting: "Queued while the agent worked; the log ends before it was sent",
};
const queuedWords = (queued: Queued | undefined): string | undefined =>
  queued === undefined ? undefined : whenQueued[queued];

/** What people and machines put in a message, in order. */
function blocks(list: readonly Block[], view: PageView): SafeHtml {
  return html`${list.map((block) => {
    switch (block.kind) {
      case "text":
        return view.prose(block.markdown, { breaks: true });
      case "thinking":
        return block.markdown === "" ? "" : view.prose(block.markdown);
      case "unknown":
        return unknownBlock(block, view);
      default:
        return view.media(block);
    }
  })}`;
}

/** A slash command and what it printed; it gets the command, the page, and words that go before it. */
export const commandPrompt = part("commandPrompt", (said: Said<"command">, view: PageView, tag?: string): SafeHtml => {
  const { name, args, output } = said;
  const queued = queuedWords(said.queued);
  const slash = name.startsWith("/") ? name : `/${name}`;
  const badge =
    args.length > 200 || args.includes("\n")
      ? html`<span class="cmd">${slash}</span><p class="args">${args}</p>`
      : html`<span class="cmd">${slash}${args.trim() === "" ? "" : html` <span>${args}</span>`}</span>`;
  return html`<div class="prompt${queued === undefined ? "" : " queued"}">${promptTag(tag)}${promptTag(queued)}${badge}</div>\n${commandOutput(output, view)}`;
});

/** What a command printed, short in sight, long folded; it gets the text and the page. */
export const commandOutput = part("commandOutput", (output: string | undefined, view: PageView): SafeHtml => {
  if (output === undefined || output.trim() === "") return html``;
  const lines = output.split("\n").length;
  const shown = view.output(output);
  if (lines <= longestOpenOutput && output.length < 2000) return html`<div class="local">${shown}</div>\n`;
  return html`<details class="local"><summary>Output, ${lines} lines${caret()}</summary>${shown}</details>\n`;
});

/** A command that the person ran with "!"; it gets the command with its output, the page, and words that go before it. */
export const shellPrompt = part("shellPrompt", (said: Said<"shell">, view: PageView, tag?: string): SafeHtml => {
  const { command, stdout, stderr, exitCode } = said;
  const isCut = command.includes("\n") || command.length > 400;
  return html`<div class="prompt">${promptTag(tag)}<span class="cmd">! <span>${excerpt(command, 400)}</span></span></div>\n<div class="local">${isCut ? view.code(command, { language: "bash", label: "Command" }) : ""}${stdout.trim() === "" ? "" : view.output(stdout)}${stderr.trim() === "" ? "" : view.output(stderr, { error: true })}${exitCode === undefined ? "" : html`<p class="cap"><span>exit ${exitCode}</span></p>`}</div>\n`;
});

/** A prompt that the client sent at its time; it gets the prompt, the page, and words that go before it. */
export const scheduledPrompt = part(
  "scheduledPrompt",
  (said: Said<"scheduled">, view: PageView, tag?: string): SafeHtml => {
    const { task, cron, text } = said;
    const from = [`Scheduled task${task === undefined ? "" : ` ${task}`}`, cron].filter(Boolean).join(", ");
    return html`<div class="prompt machine">${promptTag(tag)}${promptTag(from)}${machineText(text, view)}</div>\n`;
  },
);

/** A message of a machine or another agent; it gets the prompt, the page, and words that go before it. */
export const machinePrompt = part("machinePrompt", (said: Said<"machine">, view: PageView, tag?: string): SafeHtml => {
  const told = machineNotice(said.sender, said.text);
  const words =
    told === undefined
      ? machineText(said.text, view)
      : html`${machineText(noticeText(told, "\n\n"), view)}${foldedLog(told, view)}`;
  return html`<div class="prompt machine">${promptTag(tag)}${promptTag(said.from)}${words}</div>\n`;
});

/** The words of a machine or another agent, folded where they are long; it gets the text and the page. */
export const machineText = part("machineText", (text: string, view: PageView): SafeHtml => {
  if (text.length <= 600) return view.prose(text, { breaks: true });
  return html`<details class="more"><summary>${excerpt(plainText(text.slice(0, 2000)), 160)}${caret()}</summary>${view.prose(text, { breaks: true })}</details>`;
});

/** Stands where the log starts in the middle of a turn; it gets words that go before it. */
export const noPrompt = part(
  "noPrompt",
  (tag?: string): SafeHtml =>
    html`${tag === undefined ? "" : html`<p class="tag">${tag}</p>`}<p class="note" role="note"><b>No prompt.</b> The log starts in the middle.</p>\n`,
);
