/**
 * Which sessions share an index. Pagefind cannot add to one, so a large archive is cut by age: what is old stays as it
 * is and only the last shard is made anew.
 */
import { createHash } from "node:crypto";

/** What planning needs to know of a session. */
export interface Entry {
  readonly key: string;
  readonly time?: string;
  /** Characters of search text. */
  readonly size: number;
  /** Of everything that is searchable of it. */
  readonly hash: string;
}

export interface Shard<E extends Entry = Entry> {
  /** By what it holds: the same sessions give the same name. */
  readonly name: string;
  /** Oldest first. */
  readonly entries: readonly E[];
  readonly size: number;
}

/** Raise it when the same documents would give another index. */
const format = 1;

/** Above these sizes shards are larger, since each one costs every search a request per word. */
const growth = 6;

export function planShards<E extends Entry>(entries: readonly E[], shardSize: number): Shard<E>[] {
  const sorted = [...entries].sort(byAge);
  const total = sorted.reduce((sum, entry) => sum + entry.size, 0);
  let target = shardSize;
  while (total > target * growth) target *= 2;
  const cut: E[][] = [];
  let open: E[] = [];
  let size = 0;
  for (const entry of sorted) {
    if (open.length > 0 && total > shardSize && isEnd(open.at(-1), size, entry.size, target)) {
      cut.push(open);
      open = [];
      size = 0;
    }
    open.push(entry);
    size += entry.size;
  }
  if (open.length > 0) cut.push(open);
  return cut.map((group) => ({
    name: nameOf(group),
    entries: group,
    size: group.reduce((sum, entry) => sum + entry.size, 0),
  }));
}

/**
 * A shard ends with a session that its own key makes an end, so that when an old session changes its size the shards
 * after it keep their borders.
 */
function isEnd(last: Entry | undefined, size: number, next: number, target: number): boolean {
  if (size + next > target) return true;
  return size > target * 0.8 && last !== undefined && Number.parseInt(digest(last.key).slice(0, 2), 16) % 8 === 0;
}

function byAge(one: Entry, two: Entry): number {
  return compare(one.time ?? "", two.time ?? "") || compare(one.key, two.key);
}

const compare = (one: string, two: string): number => (one === two ? 0 : one < two ? -1 : 1);

function nameOf(entries: readonly Entry[]): string {
  return digest(`${format}\n${entries.map((entry) => `${entry.key} ${entry.hash}`).join("\n")}`).slice(0, 10);
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
