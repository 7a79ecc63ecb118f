/** The strip: a session's rhythm, one bar per step. Height and colour are the verb, x is order, a gap is a prompt. */
import type { Mark } from "../../src/model/archive.ts";
import { html, join, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

type Kind = Exclude<Mark, "prompt">;

/** Share of the height that each kind takes: what changes something stands out, what only looks lies low. */
const heights: Readonly<Record<Kind, number>> = {
  look: 0.42,
  change: 1,
  run: 0.66,
  reach: 0.55,
  delegate: 0.82,
  decide: 1,
  fail: 0.66,
  think: 0.2,
};
/** When bars are merged, the rarer kind wins. */
const rarity: readonly Kind[] = ["fail", "decide", "delegate", "reach", "change", "run", "look", "think"];
const rank = new Map(rarity.map((kind, index) => [kind, index]));

export interface Bar {
  readonly kind: Kind;
  /** In slots from the left; a prompt adds a gap. */
  readonly slot: number;
  /** Which of the marks it stands for (the first, when merged). */
  readonly mark: number;
}

export interface Bars {
  readonly bars: readonly Bar[];
  /** Where each prompt begins, in slots. */
  readonly prompts: readonly number[];
  readonly slots: number;
}

const gap = 0.6;

/** At most `limit` bars: over that, neighbours merge within their turn. */
export function layBars(marks: readonly Mark[], limit: number): Bars {
  const total = marks.reduce((sum, mark) => sum + (mark === "prompt" ? 0 : 1), 0);
  const per = Math.max(1, Math.ceil(total / limit));
  // With more prompts than bars a gap each would be all there is.
  const gapSize = marks.length - total > limit / 2 ? 0 : gap;
  const bars: Bar[] = [];
  const prompts: number[] = [];
  let slot = 0;
  let held: { kind: Kind; mark: number; count: number } | undefined;
  const flush = () => {
    if (held === undefined) return;
    bars.push({ kind: held.kind, slot, mark: held.mark });
    slot++;
    held = undefined;
  };
  marks.forEach((mark, index) => {
    if (mark === "prompt") {
      if (per === 1 || gapSize > 0) flush();
      if (prompts.length > 0) slot += gapSize;
      prompts.push(slot);
      return;
    }
    if (held === undefined) held = { kind: mark, mark: index, count: 0 };
    else if ((rank.get(mark) ?? 9) < (rank.get(held.kind) ?? 9)) held = { ...held, kind: mark, mark: index };
    held.count++;
    if (held.count >= per) flush();
  });
  flush();
  return { bars, prompts, slots: Math.max(1, slot) };
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

function barPath(x: number, kind: Kind, height: number, top: number): string {
  const bar = `M${round(x)} ${height}V${Math.round(height - heights[kind] * (height - top))}`;
  if (kind !== "fail") return bar;
  const mark = Math.round(height - heights.fail * (height - top)) - 4;
  return `${bar}M${round(x)} ${mark}V${mark - 2}`;
}

/** The strip in lists: constant pitch, so a longer strip is a longer session. It gets the marks of the steps. */
export const strip = part("strip", (marks: readonly Mark[]): SafeHtml => {
  const pitch = 3.5;
  const { bars, slots } = layBars(marks, 68);
  if (bars.length === 0) return html``;
  const width = round(Math.min(270, slots * pitch + 2));
  const paths = byKind(bars, (bar) => barPath(bar.slot * pitch + 2.8, bar.kind, 22, 4));
  return html`<svg class="strip fix" viewBox="0 0 ${width} 22" width="${width}" height="22" preserveAspectRatio="xMinYMax meet" aria-hidden="true"><path class="base" d="M0 22H${width}"/>${paths}</svg>`;
});

/** The strip of a group of calls; it gets their kinds. */
export const ticks = part("ticks", (kinds: readonly Kind[]): SafeHtml => {
  const { bars, slots } = layBars(kinds, 26);
  const width = slots * 3 + 1;
  const paths = byKind(bars, (bar) => `M${round(bar.slot * 3 + 1)} 14V${Math.round(14 - heights[bar.kind] * 14)}`);
  return html`<svg class="ticks" viewBox="0 0 ${width} 14" width="${width}" height="14" aria-hidden="true">${paths}</svg>`;
});

function byKind(bars: readonly Bar[], draw: (bar: Bar) => string): SafeHtml {
  const paths = new Map<Kind, string>();
  for (const bar of bars) paths.set(bar.kind, (paths.get(bar.kind) ?? "") + draw(bar));
  return join([...paths].map(([kind, d]) => html`<path class="k-${kind}" d="${d}"/>`));
}

export interface ScorePlace {
  readonly href: string;
  /** What a screen reader says: "Prompt 3", "Plan". */
  readonly label: string;
}

export interface ScoreOptions {
  readonly marks: readonly Mark[];
  /** For each mark where it leads; prompts lead to their turn. */
  readonly places: readonly (ScorePlace | undefined)[];
  /** The numeral under each prompt; "" for those that have none. */
  readonly numerals: readonly string[];
  readonly description: string;
}

const pitch = 5;
const height = 28;
const mostLinked = 240;
const mostBars = 600;
/** A short session does not fill the width: bars far apart have no rhythm. */
const fewestSlots = 40;

/**
 * The strip over a session; it gets marks, where each leads, numerals of the prompts, and all of it in one sentence.
 * Numbers lead to prompts; failures and decisions lead to their place, and so does every bar of a session short
 * enough. The bars are for the pointer only: the same places are links in the page.
 */
export const score = part("score", ({ marks, places, numerals, description }: ScoreOptions): SafeHtml => {
  const { bars, prompts, slots: used } = layBars(marks, mostBars);
  const slots = Math.max(used, fewestSlots);
  const width = slots * pitch;
  const isShort = bars.length <= mostLinked;
  const isLinked = (bar: Bar) => isShort || bar.kind === "fail" || bar.kind === "decide";
  const x = (slot: number) => slot * pitch + 3.5;
  const linked = bars.filter((bar) => isLinked(bar) && places[bar.mark] !== undefined).slice(0, mostLinked);
  const linkedSet = new Set(linked);
  const rest = bars.filter((bar) => !linkedSet.has(bar));
  const grouped = new Map<Kind, Bar[]>();
  for (const bar of linked) grouped.set(bar.kind, [...(grouped.get(bar.kind) ?? []), bar]);
  const links = [...grouped].map(
    ([kind, list]) =>
      html`<g class="k-${kind}">${list.map(
        (bar) =>
          html`<a href="${places[bar.mark]?.href}" tabindex="-1"><path d="${barPath(x(bar.slot), kind, height, 5)}"/></a>`,
      )}</g>`,
  );
  return html`<div class="score"><div><span class="cursor js-only"></span><svg class="strip ${density(slots)}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="base" d="M0 ${height}H${width}"/>${byKind(rest, (bar) => barPath(x(bar.slot), bar.kind, height, 5))}${links}</svg><p class="vh">${description}</p>${scoreNumbers({ marks, places, numerals }, prompts, slots)}</div></div>`;
});

/** Bars are as wide as there is room for: the class says for how many slots. */
function density(slots: number): string {
  const step = [50, 100, 200, 400].find((most) => slots <= most) ?? 600;
  return `n${step}`;
}

type Numbered = Pick<ScoreOptions, "marks" | "places" | "numerals">;

/**
 * The numbers below the strip; it gets marks, places and numerals, where each prompt begins, and how wide all of it is.
 * Percentages in an SVG without a viewBox stand where they should at any width, without a style attribute.
 */
export const scoreNumbers = part(
  "scoreNumbers",
  (about: Numbered, prompts: readonly number[], slots: number): SafeHtml => {
    const { marks, places, numerals } = about;
    const parts: SafeHtml[] = [];
    let turn = -1;
    let last = -100;
    let lastWide = -100;
    marks.forEach((mark, index) => {
      if (mark !== "prompt") return;
      turn++;
      const place = places[index];
      const numeral = numerals[turn] ?? "";
      const percent = ((prompts[turn] ?? 0) / slots) * 100;
      // Numbers closer than 2.2% would overlap on any screen; closer than 7.4% on a phone.
      if (place === undefined || numeral === "" || percent - last < 2.2) return;
      const isTight = percent - lastWide < 7.4;
      if (!isTight) lastWide = percent;
      last = percent;
      const x = `${Math.min(99, Math.round(percent * 100) / 100)}%`;
      parts.push(
        html`<a href="${place.href}"${isTight ? html` class="tight"` : ""}><rect x="${x}" width="24" height="24"/><text x="${x}" y="13">${numeral}</text></a>`,
      );
    });
    return html`<svg class="nos" role="group" aria-label="Prompts on the strip" width="100%" height="18">${parts}</svg>`;
  },
);
