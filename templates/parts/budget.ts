/**
 * What stays on the page. A page over its budget lets go, in this order: subagents' work (they have pages of their
 * own), bodies of folded calls (the largest first), whole work lists of later turns, later turns but for their prompt,
 * and at last all of a prompt but its first words.
 */

import { SafeHtml } from "../../src/text/html.ts";
import { type Chunk, isWork, Movable, type Row, sizeOf } from "./chunk.ts";
import type { TurnView } from "./turn.ts";

/** 0 whole, 1 without its work, 2 prompt only, 3 the prompt's first words, 4 in a range of turns. */
export type Level = 0 | 1 | 2 | 3 | 4;

/** Bytes that stand in for something moved. */
const placeholder = 180;
const briefTurn = 620;

interface Sizes {
  readonly frame: number;
  readonly prompt: number;
  readonly movables: readonly Movable[];
  /** Those of them that are not in a work list. */
  readonly loose: readonly Movable[];
  /** All that is neither prompt nor movable. */
  readonly fixed: number;
  /** What of it is in work lists and would move at level 1. */
  readonly work: number;
  readonly workLists: number;
}

/** Sets `isMoved` on what leaves, and says for each turn how much of it stays. */
export function fitBudget(turns: readonly TurnView[], budget: number): Level[] {
  const sizes = turns.map(sizesOf);
  const levels: Level[] = turns.map(() => 0);
  let total = 0;
  for (const size of sizes) total += size.frame + size.prompt + size.fixed + sum(size.movables);
  if (total <= budget) return levels;

  const move = (movables: readonly Movable[]) => {
    for (const movable of [...movables].sort((a, b) => b.size - a.size)) {
      if (total <= budget) return;
      const saved = movable.size - (movable.fallback === undefined ? placeholder : sizeOf(movable.fallback));
      if (saved <= 0) continue;
      movable.isMoved = true;
      total -= saved;
    }
  };
  const all = sizes.flatMap((size) => size.movables);
  move(all.filter((movable) => movable.fallback !== undefined));
  move(all.filter((movable) => movable.fallback === undefined));

  const raise = (level: Level, size: (each: Sizes) => number) => {
    for (let index = turns.length - 1; index >= 0 && total > budget; index--) {
      const each = sizes[index];
      if (each === undefined) continue;
      const before = sizeAt(each, levels[index] ?? 0);
      const after = size(each);
      if (after >= before) continue;
      levels[index] = level;
      total -= before - after;
    }
  };
  raise(1, (each) => sizeAt(each, 1));
  raise(2, (each) => sizeAt(each, 2));
  raise(3, (each) => sizeAt(each, 3));
  raise(4, () => 30);
  return levels;
}

function sizeAt(size: Sizes, level: Level): number {
  if (level === 0) return size.frame + size.prompt + size.fixed + left(size.movables);
  if (level === 1)
    return size.frame + size.prompt + size.fixed - size.work + left(size.loose) + size.workLists * 2 * placeholder;
  if (level === 2) return size.frame + size.prompt + placeholder;
  return level === 3 ? Math.min(briefTurn, size.frame + size.prompt + placeholder) : 30;
}

function sizesOf(turn: TurnView): Sizes {
  const movables: Movable[] = [];
  const loose: Movable[] = [];
  let fixed = sizeOf(turn.foot);
  let work = 0;
  let workLists = 0;
  const add = (chunk: SafeHtml | Movable): number => {
    if (chunk instanceof SafeHtml) return sizeOf(chunk);
    movables.push(chunk);
    return 0;
  };
  const addRow = (row: Row): number => row.chunks.reduce((all, chunk) => all + add(chunk), 0);
  for (const chunk of [...turn.fork, ...turn.chunks] as readonly Chunk[]) {
    if (!isWork(chunk)) {
      fixed += add(chunk);
      if (chunk instanceof Movable) loose.push(chunk);
      continue;
    }
    workLists++;
    fixed += 40 + Buffer.byteLength(chunk.sum);
    for (const row of chunk.rows) {
      const size = addRow(row);
      fixed += size;
      if (!row.isKept) work += size;
    }
  }
  return { frame: sizeOf(turn.open) + 12, prompt: sizeOf(turn.prompt), movables, loose, fixed, work, workLists };
}

function left(movables: readonly Movable[]): number {
  return movables.reduce((all, each) => all + (each.isMoved ? placeholder : each.size), 0);
}

const sum = (movables: readonly Movable[]): number => movables.reduce((all, each) => all + each.size, 0);
