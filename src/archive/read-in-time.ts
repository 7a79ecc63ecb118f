/** Reads every session of an archive, and has redaction learn from them in the order of their time. */
import { firstTime } from "../log/first-time.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { Learnt, Redactor } from "../redact/index.ts";
import type { SessionFacts, SessionReader } from "./facts.ts";
import { inOrder } from "./in-order.ts";

/** A session with its files and what was read of them. */
export interface ReadGroup {
  readonly files: SessionFiles;
  readonly facts: SessionFacts;
}

interface ReadOptions {
  readonly redactor?: Redactor;
  /** What was learnt of texts that are in no log. */
  readonly alsoLearnt?: Learnt;
  readonly onProgress?: (done: number, all: number, bytes: number) => void;
}

/**
 * In the order of their time, so that redaction knows what came before when a page is drawn at once: numbers of secrets
 * count from the oldest session on.
 */
export async function readInTime(
  { redactor, alsoLearnt, onProgress }: ReadOptions,
  groups: readonly SessionFiles[],
  reader: SessionReader,
  keep: (facts: SessionFacts) => SessionFacts,
): Promise<readonly ReadGroup[]> {
  const places = new Map(groups.map((files, at) => [files, at]));
  const times = new Map(groups.map((files) => [files, firstTime(files)]));
  const inTime = [...groups].sort((a, b) => order([times.get(a) ?? "", a.id], [times.get(b) ?? "", b.id]));
  const seen = new Map(inTime.map((files, at) => [files, at]));
  const learnt: (SessionFacts["learnt"] | undefined)[] = [];
  let taken = 0;
  let bytes = 0;
  let done = 0;
  const read = await inOrder(inTime, reader.width, async (files) => {
    const facts = keep(await reader.facts(files));
    learnt[seen.get(files) ?? 0] = facts.learnt;
    for (let next = learnt[taken]; next !== undefined; next = learnt[taken]) {
      redactor?.take(next);
      taken++;
    }
    reader.onTaken?.(taken);
    bytes += facts.bytes;
    onProgress?.(++done, groups.length, bytes);
    return { files, facts };
  });
  const sorted = [...read].sort(earlierFirst);
  if (sorted.some((each, at) => each !== read[at])) {
    redactor?.startOver();
    for (const { facts } of sorted) redactor?.take(facts.learnt);
  }
  if (alsoLearnt !== undefined) redactor?.take(alsoLearnt);
  redactor?.freeze();
  return [...read].sort((a, b) => (places.get(a.files) ?? 0) - (places.get(b.files) ?? 0));
}

/** Numbers of secrets count from the oldest session on, so that a new one changes none. */
function earlierFirst({ facts: a }: ReadGroup, { facts: b }: ReadGroup): number {
  return order([a.evidence?.from ?? "9", a.id], [b.evidence?.from ?? "9", b.id]);
}

function order([time, id]: readonly [string, string], [otherTime, otherId]: readonly [string, string]): number {
  return time === otherTime ? (id < otherId ? -1 : 1) : time < otherTime ? -1 : 1;
}
