/** What the person (or a machine in their place) said at the head of a turn. */

import { teammateNotice } from "../../src/conversation/teammate-notice.ts";
import type { Block, Prompt, Queued, Turn } from "../../src/model/session.ts";
import { excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import type { PageView } from "./page-view.ts";
import { planCard } from "./plan.ts";
import { unknownBlock } from "./unknown.ts";

const longestOpenOutput = 14;

export function prompt(turn: Turn, view: PageView, tag?: string): SafeHtml {
  const said = turn.prompt;
  const mark = tag === undefined ? "" : html`<span class="tag">${tag}</span>`;
  switch (said.kind) {
    case "said":
      return html`<div class="prompt${said.queued === undefined ? "" : " queued"}">${mark}${queuedTag(said.queued)}${blocks(said.blocks, view)}</div>\n`;
    case "command":
      return html`<div class="prompt${said.queued === undefined ? "" : " queued"}">${mark}${queuedTag(said.queued)}${commandBadge(said.name, said.args)}</div>\n${local(said.output, view)}`;
    case "shell":
      return html`<div class="prompt">${mark}<span class="cmd">! <span>${excerpt(said.command, 400)}</span></span></div>\n${shell(said, view)}`;
    case "plan":
      return html`${tag === undefined ? "" : html`<p class="tag">${tag}</p>`}${planCard(said.plan, view)}`;
    case "scheduled":
      return html`<div class="prompt machine">${mark}<span class="tag">${scheduledWords(said)}</span>${folded(said.text, view)}</div>\n`;
    case "machine":
      return html`<div class="prompt machine">${mark}<span class="tag">${said.from}</span>${machineText(said, view)}</div>\n`;
    case "none":
      return html`${tag === undefined ? "" : html`<p class="tag">${tag}</p>`}<p class="note" role="note"><b>No prompt.</b> The log starts in the middle.</p>\n`;
  }
}

const queuedWords: Readonly<Record<Queued, string>> = {
  steering: "Sent while the agent worked, to steer it",
  "while-working": "Queued while the agent worked",
  waiting: "Queued while the agent worked; the log ends before it was sent",
};

const queuedTag = (queued: Queued | undefined): SafeHtml =>
  queued === undefined ? html`` : html`<span class="tag">${queuedWords[queued]}</span>`;

/** "Scheduled task t1, 0 9 * * 1". */
function scheduledWords({ task, cron }: Extract<Prompt, { kind: "scheduled" }>): string {
  return [`Scheduled task${task === undefined ? "" : ` ${task}`}`, cron].filter(Boolean).join(", ");
}

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

function commandBadge(name: string, args: string): SafeHtml {
  const slash = name.startsWith("/") ? name : `/${name}`;
  if (args.length > 200 || args.includes("\n"))
    return html`<span class="cmd">${slash}</span><p class="args">${args}</p>`;
  return html`<span class="cmd">${slash}${args.trim() === "" ? "" : html` <span>${args}</span>`}</span>`;
}

/** What a command printed: short in sight, long folded. */
function local(output: string | undefined, view: PageView): SafeHtml {
  if (output === undefined || output.trim() === "") return html``;
  const lines = output.split("\n").length;
  const shown = view.output(output);
  if (lines <= longestOpenOutput && output.length < 2000) return html`<div class="local">${shown}</div>\n`;
  return html`<details class="local"><summary>Output, ${lines} lines<span class="caret"></span></summary>${shown}</details>\n`;
}

function shell({ command, stdout, stderr }: Extract<Prompt, { kind: "shell" }>, view: PageView): SafeHtml {
  const isCut = command.includes("\n") || command.length > 400;
  return html`<div class="local">${isCut ? view.code(command, { language: "bash", label: "Command" }) : ""}${stdout.trim() === "" ? "" : view.output(stdout)}${stderr.trim() === "" ? "" : view.output(stderr, { error: true })}</div>\n`;
}

function machineText({ sender, text }: Extract<Prompt, { kind: "machine" }>, view: PageView): SafeHtml {
  const told = teammateNotice(sender, text);
  if (told !== undefined)
    return html`${view.prose(`${told.what}\n\n${told.words}`, { breaks: true })}<details class="more"><summary>As the log has it<span class="caret"></span></summary>${view.json(told.raw, "As the log has it")}</details>`;
  return folded(text, view);
}

function folded(text: string, view: PageView): SafeHtml {
  if (text.length <= 600) return view.prose(text, { breaks: true });
  return html`<details class="more"><summary>${excerpt(plainText(text.slice(0, 2000)), 160)}<span class="caret"></span></summary>${view.prose(text, { breaks: true })}</details>`;
}
