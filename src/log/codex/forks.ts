/**
 * What of a log is a copy of another. A fork repeats every line of its source with new times, but with the turn ids,
 * call ids and counts of then; so does a sub-agent that was given all turns.
 */
import { number, object, text, time, words } from "../fields.ts";
import type { CodexRecord } from "./record.ts";

export interface Thread {
  readonly id: string | undefined;
  /** The thread that it was forked from. */
  readonly source: string | undefined;
  readonly parent: string | undefined;
  /** Records before this one are copies; none are where the log goes on from a place in another. */
  readonly ownFrom: number;
}

export function threadOf(records: readonly CodexRecord[]): Thread {
  const first = records.find(({ kind }) => kind === "meta");
  const meta = first?.body;
  const spawn = object(object(object(meta, "source"), "subagent"), "thread_spawn");
  const id = words(meta, "id");
  const source = words(meta, "forked_from_id") ?? baseOf(first, id);
  const parent = words(meta, "parent_thread_id") ?? words(spawn, "parent_thread_id");
  const named = { id, source, parent };
  if (first === undefined || (source === undefined && parent === undefined)) return { ...named, ownFrom: 0 };
  return { ...named, ownFrom: ownStart(records, first, id) };
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

function ownStart(records: readonly CodexRecord[], first: CodexRecord, id: string | undefined): number {
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
  return afterGap(records, copied);
}

const isTurnStart = ({ kind, type }: CodexRecord): boolean =>
  kind === "event" && (type === "task_started" || type === "turn_started");

function startedAt({ body }: CodexRecord): number | undefined {
  const seconds = number(body, "started_at");
  const when = seconds === undefined ? Date.parse(text(body, "started_at") ?? "") : seconds * 1000;
  return Number.isNaN(when) ? undefined : when;
}

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
