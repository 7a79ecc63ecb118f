/** The sessions that a reader of one may want to read next: in its chain where there is one, else in its project. */
import type { ArchiveLookup, Neighbour, SessionRecord } from "../model/archive.ts";

export interface BeforeAndNext {
  readonly isChain: boolean;
  readonly before: Neighbour | SessionRecord | undefined;
  readonly next: Neighbour | SessionRecord | undefined;
}

export function beforeAndNext(record: SessionRecord, archive: ArchiveLookup): BeforeAndNext {
  const chain = record.chain === undefined ? undefined : archive.chain(record.chain);
  const linked = chain?.links.map(({ session }) => archive.session(session)).filter((each) => each !== undefined) ?? [];
  if (linked.length > 1) {
    const at = linked.findIndex((each) => each.id === record.id);
    return { isChain: true, before: linked[at - 1], next: linked[at + 1] };
  }
  const { before, next } = archive.neighbours(record);
  return { isChain: false, before, next };
}
