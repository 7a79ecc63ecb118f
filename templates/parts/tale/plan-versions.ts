/** The plan's way: each version against the one before, as prose. */
import { planBody } from "../../../src/conversation/plan-text.ts";
import type { PlanDigest } from "../../../src/model/digest.ts";
import type { PlanVersion } from "../../../src/model/story.ts";
import { number } from "../../../src/text/format.ts";
import { html, type SafeHtml } from "../../../src/text/html.ts";
import { inlineMarkdown, markdown } from "../../../src/text/markdown.ts";
import { type BlockDiff, type ProseBlock, proseDiff, type WordRun } from "../../../src/text/prose-diff.ts";
import { part } from "../../theme.ts";
import { caret, glyph } from "../glyph.ts";
import { planChip } from "../plan.ts";
import type { StoryView } from "./view.ts";

/** A version of a plan, against the one before where there is one; it gets the version, and the story's page. */
export const planVersion = part("planVersion", (of: PlanVersion, view: StoryView): SafeHtml => {
  const { plan, version, versions, number: which } = of;
  const before = of.isAgain ? undefined : of.before;
  const id = planCardId(of);
  const name = versions > 1 ? `Plan, version ${version}` : "Plan";
  const head = html`<span class="kind">${glyph("decide")}${name}</span><h3 id="${id}-h">${plan.title}</h3>${planChip(plan)}`;
  const most = view.room.plan;
  const text = bodyOf(plan).slice(0, most);
  const earlier = before === undefined ? "" : bodyOf(before).slice(0, most);
  const compared = before === undefined ? undefined : proseDiff(earlier, text);
  const body =
    compared === undefined || before === undefined
      ? html`<div class="plan-b">${markdown(text, { headingBase: 4 })}</div>`
      : html`${versionSwitch(`v${which}-${version}`, of)}<div class="plan-b prose">${titleDiff(before, plan)}${proseBlocks(compared)}</div>`;
  const whole = plan.markdown.length ?? plan.markdown.text.length;
  const cut = whole > text.length + 200 ? html`The first ${number(text.length)} of ${number(whole)} characters. ` : "";
  const about = [
    of.isAgain ? `The words of version ${version - 1}, proposed again. ` : "",
    of.isEdited ? `Changed after version ${version - 1} was accepted, before it was carried out. ` : "",
    before !== undefined && earlier === text && cut !== ""
      ? `What differs from version ${version - 1} comes after. `
      : "",
  ];
  const times = [
    plan.time === undefined ? "" : html`${of.isEdited ? "Carried out" : "Proposed"} ${view.dayHour(plan.time)}`,
    plan.answered === undefined ? "" : html`, answered ${view.hour(plan.answered)}`,
  ];
  const foot = html`<footer>${cut}${about}${times}${plan.time === undefined ? "" : ". "}<a href="${view.moment(of.session, plan)}">To the moment</a></footer>`;
  // Of several versions only the last comparison is open.
  if (version < versions)
    return html`<section class="card plan vs rejected" id="${id}" aria-labelledby="${id}-h"><details><summary>${head}${caret()}</summary>${body}</details>${foot}</section>`;
  return html`<section class="card plan vs" id="${id}" aria-labelledby="${id}-h"><header>${head}</header>${body}${foot}</section>`;
});

export const planCardId = ({ number: which, version }: PlanVersion): string => `plan-${which}-${version}`;

const bodyOf = (plan: PlanDigest): string =>
  planBody({ ...plan, markdown: plan.markdown.text, status: "pending" } as Parameters<typeof planBody>[0]).trim();

/** Against the version before, or as it is; without a script. It gets the switch's name and the version. */
export const versionSwitch = part("versionSwitch", (name: string, { version, plan }: PlanVersion): SafeHtml => {
  const clean = plan.status === "approved" ? "As accepted" : "As proposed";
  return html`<fieldset class="versions"><legend class="vh">Show version ${version}</legend><div class="seg"><label><input type="radio" name="${name}" value="diff" checked>Against version ${version - 1}</label><label><input type="radio" name="${name}" value="clean">${clean}</label></div><p class="hint"><del>taken out</del> <ins>put in</ins></p></fieldset>`;
});

const titleDiff = (before: PlanDigest, plan: PlanDigest): SafeHtml =>
  before.title === plan.title ? html`` : html`<p class="t"><del>${before.title}</del> <ins>${plan.title}</ins></p>`;

/** Blocks of a comparison; items of a list that follow each other are one list. */
export function proseBlocks(blocks: readonly BlockDiff[]): SafeHtml {
  const drawn: SafeHtml[] = [];
  for (let at = 0; at < blocks.length; ) {
    const first = blocks[at] as BlockDiff;
    if (first.block.kind !== "item") {
      // New blocks in a row stand behind one rule.
      let end = at + 1;
      if (first.kind === "new") while (isNewBlock(blocks[end])) end++;
      drawn.push(first.kind === "new" ? newBlocks(blocks.slice(at, end)) : blockDiff(first));
      at = end;
      continue;
    }
    let end = at;
    while (blocks[end]?.block.kind === "item" && blocks[end]?.block.isOrdered === first.block.isOrdered) end++;
    const items = blocks.slice(at, end).map(itemDiff);
    drawn.push(first.block.isOrdered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`);
    at = end;
  }
  return html`${drawn}`;
}

const isNewBlock = (each: BlockDiff | undefined): boolean => each?.kind === "new" && each.block.kind !== "item";

const newBlocks = (blocks: readonly BlockDiff[]): SafeHtml =>
  html`<ins class="blk">${blocks.map(({ block }) => plainBlock(block))}</ins>`;

function plainBlock({ kind, source }: ProseBlock): SafeHtml {
  if (kind === "heading") return html`<h4>${inlineMarkdown(source)}</h4>`;
  return kind === "other" ? markdown(source, { headingBase: 4 }) : html`<p>${inlineMarkdown(source)}</p>`;
}

function blockDiff(each: BlockDiff): SafeHtml {
  const { block } = each;
  if (each.kind === "same") return plainBlock(block);
  if (block.kind === "other")
    return each.kind === "gone"
      ? html`<del class="blk">${markdown(block.source, { headingBase: 4 })}</del>`
      : plainBlock(block);
  const words = wordsOf(each);
  return block.kind === "heading" ? html`<h4>${words}</h4>` : html`<p>${words}</p>`;
}

function itemDiff(each: BlockDiff): SafeHtml {
  const name = each.kind === "new" ? "new" : each.kind === "swapped" ? "swap" : each.block.depth > 0 ? "sub" : "";
  const words = each.kind === "same" ? inlineMarkdown(each.block.source) : wordsOf(each);
  return html`<li${name === "" ? "" : html` class="${name}"`}>${words}</li>`;
}

function wordsOf(each: BlockDiff): SafeHtml {
  switch (each.kind) {
    case "same":
      return inlineMarkdown(each.block.source);
    case "new":
      return html`<ins>${inlineMarkdown(each.block.source)}</ins>`;
    case "gone":
      return html`<del>${inlineMarkdown(each.block.source)}</del>`;
    case "swapped":
      return html`<del>${inlineMarkdown(each.before.source)}</del> <ins>${inlineMarkdown(each.block.source)}</ins>`;
    case "changed":
      return html`${each.words.map((run, at) => html`${at > 0 && run.kind === "new" && each.words[at - 1]?.kind === "gone" && !/\s$/.test(each.words[at - 1]?.source ?? "") ? " " : ""}${runOf(run)}`)}`;
  }
}

function runOf({ kind, source }: WordRun): SafeHtml {
  // A line of Markdown loses the spaces around it.
  const [, start = "", words = "", end = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(source) ?? [];
  const drawn = words === "" ? html`` : inlineMarkdown(words);
  const body = html`${start === "" ? "" : " "}${drawn}${end === "" || words === "" ? "" : " "}`;
  return kind === "new" ? html`<ins>${body}</ins>` : kind === "gone" ? html`<del>${body}</del>` : body;
}
