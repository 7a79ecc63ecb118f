/** All turns of a page, within its budget. */

import { isNumbered } from "../../src/conversation/prompt-title.ts";
import { noTasks, withTasks } from "../../src/conversation/task-changes.ts";
import type { Turn } from "../../src/model/session.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { fitBudget, type Level } from "./budget.ts";
import type { Cast } from "./cast.ts";
import { type Chunk, isWork, Movable, type Row, sizeOf, type Work, whole, workList } from "./chunk.ts";
import { caret } from "./glyph.ts";
import type { MovedPieces } from "./moved-pieces.ts";
import type { PageView } from "./page-view.ts";
import { type TurnView, turnView } from "./turn.ts";

/** Bytes of transcript that a page carries at first. */
export const pageBudget = 640_000;
/** A piece of a moved list; a file holds several. */
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

/** Takes the turns out of their list, one by one: of a long page there would otherwise be everything twice. */
export function transcript(turns: TurnView[], moved: MovedPieces, budget = pageBudget): SafeHtml {
  const printed: SafeHtml[] = [];
  let range: TurnView[] = [];
  const flush = () => {
    if (range.length > 0) printed.push(turnRange(range, moved));
    range = [];
  };
  for (const level of fitBudget(turns, budget)) {
    const turn = turns.shift();
    if (turn === undefined) break;
    if (level !== 4) {
      flush();
      printed.push(printTurn(turn, level, moved));
      continue;
    }
    range.push(turn);
    if (range.length === rangeLength) flush();
  }
  flush();
  return html`${printed}`;
}

function printTurn(turn: TurnView, level: Level, moved: MovedPieces): SafeHtml {
  const { open, fork, prompt, chunks, foot, close } = turn;
  if (level === 0)
    return html`${open}${fork.map((chunk) => inPlace(chunk, moved))}${prompt}${chunks.map((chunk) => inPlace(chunk, moved))}${foot}${close}`;
  if (level === 1)
    return html`${open}${fork.map((chunk) => inPlace(chunk, moved))}${prompt}${chunks.map((chunk) => withoutWork(chunk, moved))}${foot}${close}`;
  const rest = pieces([...fork, ...(level === 3 ? [prompt] : []), ...chunks, foot]);
  const asked = level === 3 ? briefPrompt(turn.title) : prompt;
  const followed = rest.map((piece, index) => {
    const which = rest.length === 1 ? "" : `, part ${index + 1} of ${rest.length}`;
    const label = `${turn.numeral === "" ? "" : `${turn.numeral}. `}${turn.title}`;
    const link = moved.put(piece, label, turn.id, "Open this turn");
    return movedTurn(`What followed: ${count(turn.marks.length, "step")}${which}`, link);
  });
  return html`${open}${asked}${followed}${close}`;
}

function inPlace(chunk: Chunk, moved: MovedPieces): SafeHtml {
  if (isWork(chunk))
    return workList(
      chunk.sum,
      chunk.rows.map((row) => inPlaceRow(row, moved)),
    );
  if (chunk instanceof Movable) return chunk.isMoved ? moved.move(chunk) : chunk.html;
  return chunk;
}

function inPlaceRow(row: Row, moved: MovedPieces): SafeHtml {
  return html`${row.chunks.map((chunk) => inPlace(chunk, moved))}`;
}

/** Failures stay; the calls between them go. */
function withoutWork(chunk: Chunk, moved: MovedPieces): SafeHtml {
  if (!isWork(chunk)) return inPlace(chunk, moved);
  const rows: SafeHtml[] = [];
  let leaving: Row[] = [];
  const flush = () => {
    for (const piece of rowPieces(leaving)) {
      const first = piece[0];
      if (first === undefined) continue;
      const list = workList(
        undefined,
        piece.map((row) => whole(row.chunks)),
      );
      const words = piece.length === 1 ? first.label : `${count(piece.length, "row")}: ${first.label} …`;
      rows.push(movedCalls(words, moved.put(list, words, first.home, "Open these calls")));
    }
    leaving = [];
  };
  for (const row of chunk.rows) {
    if (row.isKept) {
      flush();
      rows.push(inPlaceRow(row, moved));
    } else leaving.push(row);
  }
  flush();
  return workList(chunk.sum, rows);
}

/** What stays of a prompt where thousands of others share its page; it gets its title. */
export const briefPrompt = part(
  "briefPrompt",
  (title: string): SafeHtml => html`<div class="prompt"><p>${title}</p></div>`,
);

/** A line for calls that moved out of a page too large; it gets the words for them, and the link to them. */
export const movedCalls = part(
  "movedCalls",
  (words: string, link: SafeHtml): SafeHtml =>
    html`<li class="moved-li"><details class="moved"><summary>${words}${caret()}</summary>${link}</details></li>`,
);

/** A line for what followed a prompt and moved; it gets the words for it, and the link to it. */
export const movedTurn = part(
  "movedTurn",
  (words: string, link: SafeHtml): SafeHtml =>
    html`<details class="moved"><summary>${words}${caret()}</summary>${link}</details>\n`,
);

/** A line for many turns that moved; it gets the words for them, and the link to them. */
export const movedTurns = part(
  "movedTurns",
  (words: string, link: SafeHtml): SafeHtml =>
    html`<details class="moved range"><summary>${words}${caret()}</summary>${link}</details>\n`,
);

function turnRange(turns: readonly TurnView[], moved: MovedPieces): SafeHtml {
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
  return movedTurns(words, moved.put(whole(all), words, first.id, "Open these turns"));
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

/** How many elements a chunk leaves open, whatever a theme draws them with. */
function balance(markup: SafeHtml): number {
  const text = String(markup);
  if (text.length > 4000) return 0;
  const opened = text.match(/<(?!(?:br|hr|img|input|wbr)\b)[a-z][^>]*(?<!\/)>/g)?.length ?? 0;
  const closed = text.match(/<\/[a-z]/g)?.length ?? 0;
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
