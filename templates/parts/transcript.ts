/** All turns of a page, within its budget. */

import { isNumbered } from "../../src/conversation/prompt-title.ts";
import type { Turn } from "../../src/model/session.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { fitBudget, type Level } from "./budget.ts";
import type { Cast } from "./cast.ts";
import { type Chunk, isWork, Movable, type Row, sizeOf, type Work, whole, workList } from "./chunk.ts";
import { caret } from "./glyph.ts";
import type { PageView } from "./page-view.ts";
import type { Parts } from "./parts.ts";
import { noTasks, withTasks } from "./tasks.ts";
import { type TurnView, turnView } from "./turn.ts";

/** Bytes of transcript that a page carries at first. */
export const pageBudget = 640_000;
/** A piece of a moved list; a part holds several. */
const pieceSize = 120_000;
/** Turns that share a line when there are thousands. */
const rangeLength = 50;

export function turnViews(turns: readonly Turn[], view: PageView, cast: Cast): TurnView[] {
  let numeral = 0;
  let tasks = noTasks;
  return turns.map((turn) => {
    if (isNumbered(turn)) numeral++;
    const drawn = turnView(turn, view, cast, { numeral: isNumbered(turn) ? String(numeral) : "", tasks });
    tasks = turn.steps.reduce(withTasks, tasks);
    return drawn;
  });
}

export function transcript(turns: readonly TurnView[], parts: Parts, budget = pageBudget): SafeHtml {
  const levels = fitBudget(turns, budget);
  const printed: SafeHtml[] = [];
  let range: TurnView[] = [];
  const flush = () => {
    if (range.length > 0) printed.push(turnRange(range, parts));
    range = [];
  };
  turns.forEach((turn, index) => {
    const level = levels[index] ?? 0;
    if (level !== 4) {
      flush();
      printed.push(printTurn(turn, level, parts));
      return;
    }
    range.push(turn);
    if (range.length === rangeLength) flush();
  });
  flush();
  return html`${printed}`;
}

function printTurn(turn: TurnView, level: Level, parts: Parts): SafeHtml {
  const { open, fork, prompt, chunks, foot, close } = turn;
  if (level === 0)
    return html`${open}${fork.map((chunk) => inPlace(chunk, parts))}${prompt}${chunks.map((chunk) => inPlace(chunk, parts))}${foot}${close}`;
  if (level === 1)
    return html`${open}${fork.map((chunk) => inPlace(chunk, parts))}${prompt}${chunks.map((chunk) => withoutWork(chunk, parts))}${foot}${close}`;
  const rest = pieces([...fork, ...(level === 3 ? [prompt] : []), ...chunks, foot]);
  const asked = level === 3 ? html`<div class="prompt"><p>${turn.title}</p></div>` : prompt;
  const moved = rest.map((piece, index) =>
    fold(
      `What followed: ${count(turn.marks.length, "step")}${rest.length === 1 ? "" : `, part ${index + 1} of ${rest.length}`}`,
      piece,
      turn,
      parts,
    ),
  );
  return html`${open}${asked}${moved}${close}`;
}

function inPlace(chunk: Chunk, parts: Parts): SafeHtml {
  if (isWork(chunk))
    return workList(
      chunk.sum,
      chunk.rows.map((row) => inPlaceRow(row, parts)),
    );
  if (chunk instanceof Movable) return chunk.isMoved ? parts.move(chunk) : chunk.html;
  return chunk;
}

function inPlaceRow(row: Row, parts: Parts): SafeHtml {
  return html`${row.chunks.map((chunk) => inPlace(chunk, parts))}`;
}

/** Failures stay; the calls between them go. */
function withoutWork(chunk: Chunk, parts: Parts): SafeHtml {
  if (!isWork(chunk)) return inPlace(chunk, parts);
  const rows: SafeHtml[] = [];
  let moved: Row[] = [];
  const flush = () => {
    for (const piece of rowPieces(moved)) {
      const first = piece[0];
      if (first === undefined) continue;
      const list = html`<ol class="work">${piece.map((row) => whole(row.chunks))}</ol>`;
      const words = piece.length === 1 ? first.label : `${count(piece.length, "row")}: ${first.label} …`;
      rows.push(
        html`<li class="moved-li"><details class="moved"><summary>${words}${caret}</summary>${parts.put(list, words, first.home, "Open these calls")}</details></li>`,
      );
    }
    moved = [];
  };
  for (const row of chunk.rows) {
    if (row.isKept) {
      flush();
      rows.push(inPlaceRow(row, parts));
    } else moved.push(row);
  }
  flush();
  return workList(chunk.sum, rows);
}

function fold(words: string, markup: SafeHtml, turn: TurnView, parts: Parts): SafeHtml {
  return html`<details class="moved"><summary>${words}${caret}</summary>${parts.put(markup, `${turn.numeral === "" ? "" : `${turn.numeral}. `}${turn.title}`, turn.id, "Open this turn")}</details>\n`;
}

function turnRange(turns: readonly TurnView[], parts: Parts): SafeHtml {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return html``;
  const name = (turn: TurnView) => (turn.numeral === "" ? "one without a number" : turn.numeral);
  const words = `Prompts ${name(first)} to ${name(last)}: ${first.title}`;
  const all = turns.flatMap((turn): Chunk[] => [
    turn.open,
    ...turn.fork,
    turn.prompt,
    ...turn.chunks,
    turn.foot,
    turn.close,
  ]);
  return html`<details class="moved range"><summary>${words}${caret}</summary>${parts.put(whole(all), words, first.id, "Open these turns")}</details>\n`;
}

/** Cuts a turn into pieces that load quickly; a work list may be cut between its rows. */
function pieces(chunks: readonly Chunk[]): SafeHtml[] {
  const done: SafeHtml[] = [];
  let held: SafeHtml[] = [];
  let size = 0;
  // Forks and folded thinking are opened and closed by chunks of their own: a piece must hold both.
  let depth = 0;
  const flush = () => {
    if (held.length > 0) done.push(html`${held}`);
    held = [];
    size = 0;
  };
  const add = (markup: SafeHtml) => {
    const length = sizeOf(markup);
    if (depth === 0 && size + length > pieceSize) flush();
    held.push(markup);
    size += length;
    depth += balance(markup);
  };
  for (const chunk of chunks) {
    if (!isWork(chunk)) add(whole([chunk]));
    else for (const rows of rowPieces(chunk.rows)) add(whole([{ ...chunk, rows } satisfies Work]));
  }
  flush();
  return done;
}

/** How many elements a chunk leaves open. */
function balance(markup: SafeHtml): number {
  const text = String(markup);
  if (text.length > 4000) return 0;
  const opened = text.match(/<(?:details|div|fieldset)\b/g)?.length ?? 0;
  const closed = text.match(/<\/(?:details|div|fieldset)>/g)?.length ?? 0;
  return opened - closed;
}

function rowPieces(rows: readonly Row[]): Row[][] {
  const done: Row[][] = [];
  let held: Row[] = [];
  let size = 0;
  for (const row of rows) {
    const length = row.chunks.reduce((all, chunk) => all + (chunk instanceof Movable ? chunk.size : sizeOf(chunk)), 0);
    if (held.length > 0 && size + length > pieceSize) {
      done.push(held);
      held = [];
      size = 0;
    }
    held.push(row);
    size += length;
  }
  if (held.length > 0) done.push(held);
  return done;
}
