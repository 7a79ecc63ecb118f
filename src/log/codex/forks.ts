/**
 * What of a log is a copy of another. A fork repeats every line of its source with new times, but with the turn ids,
 * call ids and counts of then; so does a sub-agent that was given all turns.
 */
import { append } from "../../system/append.ts";
import { number, object, text, time, words } from "../fields.ts";
import { LeftOut } from "../skim/index.ts";
import type { CodexRecord } from "./record.ts";

export interface Thread {
  readonly id: string | undefined;
  /** The thread that it was forked from. */
  readonly source: string | undefined;
  readonly parent: string | undefined;
  /** Records before this one are copies; none are where the log goes on from a place in another. */
  readonly ownFrom: number;
}

/** The records of the log that this one may begin as a copy of, where it is there; asked only where nothing else tells. */
export type Source = () => readonly CodexRecord[] | undefined;

export function threadOf(records: readonly CodexRecord[], from?: Source): Thread {
  const first = records.find(({ kind }) => kind === "meta");
  const meta = first?.body;
  const spawn = object(object(object(meta, "source"), "subagent"), "thread_spawn");
  const id = words(meta, "id");
  const source = words(meta, "forked_from_id") ?? baseOf(first, id);
  const parent = words(meta, "parent_thread_id") ?? words(spawn, "parent_thread_id");
  const named = { id, source, parent };
  if (first === undefined || (source === undefined && parent === undefined)) return { ...named, ownFrom: 0 };
  return { ...named, ownFrom: ownStart(records, first, id, from) };
}

/**
 * The thread whose lines come before these without being repeated:
 * {"history_base":{"thread_id":"019e…","end_ordinal_exclusive":42,"end_byte_offset":91823}}
 */
function baseOf(first: CodexRecord | undefined, id: string | undefined): string | undefined {
  const base = words(object(first?.body, "history_base"), "thread_id");
  // A thread that was taken back goes on in a second log from its own first one: `<thread>_<rollout>`.
  return base === id && !first?.at.file.includes(`${id}_`) ? undefined : base;
}

function ownStart(
  records: readonly CodexRecord[],
  first: CodexRecord,
  id: string | undefined,
  from: Source | undefined,
): number {
  const start = number(first.body, "subagent_history_start_ordinal");
  if (start !== undefined) {
    const at = records.findIndex(({ ordinal }) => ordinal !== undefined && ordinal >= start);
    if (at >= 0) return at;
    // It has not begun.
    if (records.some(({ ordinal }) => ordinal !== undefined)) return records.length;
  }
  if (object(first.body, "history_base") !== undefined) return 0;
  // The source's own first line comes with its lines: without it nothing was copied.
  const copied = records.findIndex((each) => each.kind === "meta" && each !== first && words(each.body, "id") !== id);
  if (copied < 0 || copied > 3) return 0;
  const began = Date.parse(time(first.body, "timestamp") ?? first.time ?? "");
  const starts = records.flatMap((each, at) => (isTurnStart(each) ? [[at, startedAt(each)] as const] : []));
  if (!Number.isNaN(began) && starts.some(([, when]) => when !== undefined)) {
    // In whole seconds: of the same second is not before.
    const own = starts.find(([, when]) => when !== undefined && when >= Math.floor(began / 1000) * 1000);
    return own === undefined ? records.length : own[0];
  }
  return afterCopies(records, copied, began, from?.()) ?? afterGap(records, copied);
}

const isTurnStart = ({ kind, type }: CodexRecord): boolean =>
  kind === "event" && (type === "task_started" || type === "turn_started");

function startedAt({ body }: CodexRecord): number | undefined {
  const seconds = number(body, "started_at");
  const when = seconds === undefined ? Date.parse(text(body, "started_at") ?? "") : seconds * 1000;
  return Number.isNaN(when) ? undefined : when;
}

/**
 * Line by line: its own is what follows the last one that the source had when this log began. Times are new in copies,
 * all else is as it was. Some lines are not taken over (counts, contexts): they end nothing.
 */
function afterCopies(
  records: readonly CodexRecord[],
  from: number,
  began: number,
  source: readonly CodexRecord[] | undefined,
): number | undefined {
  if (source === undefined) return undefined;
  // Half of a line is never equal to the whole of another.
  if (records.some(({ isSkimmed }) => isSkimmed)) throw new LeftOut("Copies are told by all of their lines.");
  const places = new Map<string, number[]>();
  for (const [at, each] of source.entries()) {
    // What the source said later cannot have been copied, though the words may be the same.
    if (Date.parse(each.time ?? "") > began) break;
    append(places, printOf(each), at);
  }
  let reached = -1;
  let last: number | undefined;
  for (let at = from; at < records.length; at++) {
    const record = records[at] as CodexRecord;
    const place = places.get(printOf(record))?.find((each) => each > reached);
    if (place !== undefined) {
      reached = place;
      last = at;
    } else if (record.kind === "item" || (record.kind === "event" && record.type !== "token_count")) break;
  }
  return last === undefined ? undefined : last + 1;
}

const printOf = ({ kind, type, body }: CodexRecord): string => `${kind} ${type} ${JSON.stringify(body)}`;

/** Copies are written at once; a person takes longer than a second. */
function afterGap(records: readonly CodexRecord[], from: number): number {
  let before: number | undefined;
  for (let at = from; at < records.length; at++) {
    const now = Date.parse(records[at]?.time ?? "");
    if (Number.isNaN(now)) continue;
    if (before !== undefined && now - before > 1000) return at;
    before = now;
  }
  return records.length;
}
