/** Lines of a file, each run of them beside the prompt that wrote it. */
import { link, sessionPath } from "../../src/address/paths.ts";
import type { Blame, BlameGap, BlameLine, BlamePrompt } from "../../src/model/file-history.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, excerpt, modelName, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { fitting } from "../within-page.ts";
import { type EditPlace, editLink, promptWords } from "./file-edit.ts";

/** Consecutive lines of one prompt, or of none. */
export interface BlameRun {
  readonly first: number;
  readonly lines: readonly BlameLine[];
  /** Its words stand here: at its longest run, and again where that is far. */
  readonly isNamed: boolean;
}

export interface BlamePlace extends EditPlace {
  /** That the browser colours the lines by. */
  readonly language?: string | undefined;
}

const far = 60;
export const longestLine = 1000;

export function blameRuns(lines: readonly BlameLine[]): readonly BlameRun[] {
  const runs: { first: number; lines: BlameLine[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const last = runs.at(-1);
    const before = last?.lines[0];
    if (last !== undefined && before?.prompt === line.prompt && before?.gap === line.gap) last.lines.push(line);
    else runs.push({ first: at + 1, lines: [line] });
  }
  const longest = new Map<BlamePrompt | BlameGap | undefined, number>();
  const keyOf = (run: { readonly lines: readonly BlameLine[] }) => run.lines[0]?.prompt ?? run.lines[0]?.gap;
  for (const run of runs) longest.set(keyOf(run), Math.max(longest.get(keyOf(run)) ?? 0, run.lines.length));
  const named = new Map<BlamePrompt | BlameGap | undefined, number>();
  return runs.map((run) => {
    const key = keyOf(run);
    const isLongest = run.lines.length === longest.get(key);
    const isFar = named.has(key) && run.first - (named.get(key) ?? 0) > far && run.lines.length > 1;
    const isNamed = (isLongest && !named.has(key)) || isFar;
    if (isNamed) named.set(key, run.first + run.lines.length);
    return { ...run, isNamed };
  });
}

/** From 1 to 4, the newest last. */
export function ageOf(prompt: BlamePrompt, { prompts }: Pick<Blame, "prompts">): number {
  return Math.max(1, Math.ceil((prompt.number / prompts.length) * 4));
}

/** The lines of a file with their prompts; it gets the blame, the lines to show as runs, and the page it stands on. */
export const blameLines = part(
  "blameLines",
  (blame: Blame, runs: readonly BlameRun[], place: BlamePlace): SafeHtml =>
    html`<div class="blame">${runs.map((run) => blameRun(run, blame, place))}</div>`,
);

/** Consecutive lines of one prompt; it gets them, the blame, and the page they stand on. */
export const blameRun = part("blameRun", (run: BlameRun, blame: Blame, place: BlamePlace): SafeHtml => {
  const { prompt } = run.lines[0] ?? {};
  const lines = run.lines.map(
    ({ text }, at) =>
      html`<i id="L${run.first + at}">${text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}\n</i>`,
  );
  const code = html`<span class="band"></span><pre><code${place.language === undefined ? "" : html` data-lang="${place.language}"`}>${lines}</code></pre>`;
  if (prompt === undefined) return html`<div class="wrote gap">${gapLabel(run, place)}${code}</div>\n`;
  return html`<div class="wrote age-${ageOf(prompt, blame)} p${prompt.number}">${promptLabel(run, prompt, place)}${code}</div>\n`;
});

const where = ({ first, lines }: BlameRun): string =>
  lines.length === 1 ? `Line ${number(first)}` : `Lines ${number(first)} to ${number(first + lines.length - 1)}`;

function promptLabel(run: BlameRun, prompt: BlamePrompt, place: EditPlace): SafeHtml {
  const named = run.isNamed
    ? html`<span class="q n${Math.min(3, run.lines.length)}">${excerpt(promptWords(prompt), 160)}</span>${prompt.time === undefined ? "" : time(prompt.time, shortDate(place.timeZone))}<span class="tip">${promptPlace(prompt)}</span>`
    : "";
  return html`<a class="who${run.isNamed ? " first" : ""}" href="${promptLink(prompt, place.path)}"${run.isNamed ? "" : html` tabindex="-1"`}><span class="in"><span class="num"><span class="vh">${where(run)}, prompt </span>${prompt.number}</span>${named}</span></a>`;
}

function gapLabel(run: BlameRun, place: EditPlace): SafeHtml {
  const gap = run.lines[0]?.gap;
  const words = run.isNamed
    ? html`<span class="q n${Math.min(3, run.lines.length)}">${gapWords(gap, place)}</span>`
    : "";
  return html`<span class="who none${run.isNamed ? " first" : ""}"><span class="in"><span class="num"><span class="vh">${where(run)}, no prompt</span>–</span>${words}</span></span>`;
}

function gapWords(gap: BlameGap | undefined, { timeZone }: EditPlace): string {
  const { date } = clock(timeZone);
  if (gap?.before === undefined) return "No prompt.";
  if (gap.isOverUnseen) return `No prompt. Written anew or there before ${date(gap.before.edit.time)}`;
  if (gap.after === undefined) return `No prompt. There before ${date(gap.before.edit.time)}`;
  return `No prompt. Changed between ${date(gap.after.edit.time)} and ${date(gap.before.edit.time)}`;
}

const shortDate =
  (timeZone: string) =>
  (iso: string): string =>
    clock(timeZone)
      .date(iso)
      .replace(/^\d+ (\w+) (\d{4})$/, "$1 $2");

/** A queued prompt owns what follows its delivery: the turn that it opened. */
export function promptLink({ session, turn, edit }: BlamePrompt, path: string): string {
  if (turn === undefined) return editLink({ session, edit }, path);
  return link(path, sessionPath(session), turn.anchor);
}

function promptPlace({ session, turn }: BlamePrompt): SafeHtml {
  const model = session.models.length === 1 ? `, ${modelName(session.models[0] ?? "")}` : "";
  return html`${turn?.number === undefined ? "" : html`<b>Prompt ${turn.number}</b> of `}${session.title}${model}`;
}

/** The prompts that wrote lines of a file, the oldest first; it gets the blame, and the page they stand on. */
export const blamePrompts = part("blamePrompts", (blame: Blame, place: EditPlace): SafeHtml => {
  const most = Math.max(1, ...blame.prompts.map(({ lines }) => lines));
  const { date, time: hour } = clock(place.timeZone);
  const row = (prompt: BlamePrompt): SafeHtml => {
    const { number: no, session, turn, time: at, lines } = prompt;
    const model = session.models.length === 1 ? html`<span>${modelName(session.models[0] ?? "")}</span>` : "";
    return html`<li><a href="${promptLink(prompt, place.path)}"><span class="num">${no}</span><span><span class="q">${excerpt(promptWords(prompt), 240)}</span><span class="facts">${at === undefined ? "" : html`<span>${time(at, date)}, ${hour(at)}</span>`}<span>${turn?.number === undefined ? "in" : `prompt ${turn.number} of`} ${session.title}</span>${model}</span></span><span class="left"><svg class="hbar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.max(1, Math.round((lines / most) * 100))}" height="6"/></svg>${count(lines, "line")} left</span></a></li>\n`;
  };
  // Each line leads to its prompt: the lines are what the page is for.
  const { drawn, left } = fitting(blame.prompts, row, 0.4);
  return html`<section class="who-list" aria-labelledby="prompts"><h2 id="prompts">The prompts, oldest first</h2><ol>${drawn}</ol>${left.length === 0 ? "" : html`<p class="remark">and ${count(left.length, "later prompt")}, for which a page has no room: the number beside a line leads to its prompt, and <code>annals blame</code> prints all lines.</p>`}</section>`;
});

/** Where a line stands on the page; one that has no room there is told of below the last that has. */
export const lineAnchor = (line: number, shown: number): string => (line <= shown ? `#L${line}` : `#${moreLines}`);

export const moreLines = "more-lines";

/** The file at a glance, a tick a line, taller is newer; it gets the blame, and how many lines the page has room for. */
export const blameStrip = part("blameStrip", (blame: Blame, shown: number): SafeHtml => {
  const all = blame.lines.length;
  const slots = Math.min(all, 400);
  if (slots === 0) return html``;
  const heights = [4, 6, 11, 16, 23];
  const ticks = heights.map(() => ({ path: "", last: 0 }));
  const numbers: SafeHtml[] = [];
  let before: BlamePrompt | BlameGap | undefined;
  let last = -100;
  for (let slot = 0; slot < slots; slot++) {
    const at = Math.floor((slot / slots) * all);
    const line = blame.lines[at];
    const age = line?.prompt === undefined ? 0 : ageOf(line.prompt, blame);
    const own = ticks[age] as (typeof ticks)[number];
    // From tick to tick, which takes half the letters of their places: there are hundreds of them.
    own.path +=
      own.path === ""
        ? `M${slot * 5 + 2.5} 28v-${heights[age]}`
        : `m${(slot - own.last) * 5} ${heights[age]}v-${heights[age]}`;
    own.last = slot;
    const author = line?.prompt ?? line?.gap;
    const percent = Math.round((slot / slots) * 10_000) / 100;
    if (author === before || percent - last < 3.6) continue;
    before = author;
    last = percent;
    numbers.push(
      html`<a href="${lineAnchor(at + 1, shown)}" aria-label="Line ${at + 1}, ${line?.prompt === undefined ? "no prompt" : `prompt ${line.prompt.number}`}"${numbers.length % 2 === 1 ? html` class="tight"` : ""}><rect x="${Math.min(98, percent)}%" width="24" height="24"/><text x="${Math.min(98, percent)}%" y="13">${line?.prompt?.number ?? "–"}</text></a>`,
    );
  }
  const drawn = ticks.map(({ path }, age) =>
    path === "" ? "" : html`<path class="age${age === 0 ? " none" : ""}" d="${path}"/>`,
  );
  const step = [50, 100, 200, 400].find((most) => slots <= most) ?? 600;
  return html`<div class="score still"><div><svg class="strip n${step}" viewBox="0 0 ${slots * 5} 28" preserveAspectRatio="none" role="img" aria-label="The file at a glance, ${count(all, "line")}. Taller ticks are newer."><path class="base" d="M0 28H${slots * 5}"/>${drawn}</svg><svg class="nos" role="group" aria-label="Lines by prompt" width="100%" height="18">${numbers}</svg></div></div>`;
});
