/**
 * Which sessions share an index. They are cut into batches by age, and these are joined to few shards: what is old is
 * sealed, only the last shard, which is one batch, is made anew often.
 */
import { sha256 } from "../system/sha256.ts";

/** What planning needs to know of a session. */
export interface Entry {
  readonly key: string;
  readonly time?: string;
  /** Characters of search text. */
  readonly size: number;
  /** Of everything that is searchable of it. */
  readonly hash: string;
  /** It changes with any session of its project: what is sealed must not hold it. */
  readonly isApart?: true;
}

/** Sessions that come one after the other. */
export interface Batch<E extends Entry = Entry> {
  /** By what it holds: the same sessions give the same name. */
  readonly name: string;
  /** Oldest first. */
  readonly entries: readonly E[];
  readonly size: number;
}

export interface Shard<E extends Entry = Entry> extends Batch<E> {
  readonly batches: readonly Batch<E>[];
}

export interface ShardSizes {
  readonly batchSize: number;
  readonly shardSize: number;
}

/** Raise it when the same documents would give another index. */
const format = 9;

/** Shards grow with the archive, since each one costs every search some requests per word. */
const mostSealed = 6;
/** Up to this part of a shard's size there is one: to join its batches again costs little. */
const loneShare = 0.2;

export function planShards<E extends Entry>(entries: readonly E[], { batchSize, shardSize }: ShardSizes): Shard<E>[] {
  const dated = entries.filter(({ isApart }) => !isApart).sort(byAge);
  const batches = cut(dated, batchSize, 0.6, ({ key }) => key).map(batchOf);
  const total = sizeOf(batches);
  const live = total <= shardSize * loneShare ? [] : batches.slice(-1);
  let target = shardSize;
  while (total > target * mostSealed) target *= 2;
  const sealed = batches.slice(0, batches.length - live.length);
  const lone = live.length === 0 && sealed.length > 0 ? [sealed] : cut(sealed, target, 0.9, ({ name }) => name);
  const apart = entries.filter(({ isApart }) => isApart).sort(byAge);
  const groups = [...lone, ...(live.length > 0 ? [live] : [])];
  if (apart.length > 0) {
    if (groups.length === 1 && live.length === 0) groups[0]?.push(batchOf(apart));
    else groups.push([batchOf(apart)]);
  }
  return groups.map((group) => {
    const { name, entries: all, size } = batchOf(group.flatMap((batch) => batch.entries));
    return { name, entries: all, size, batches: group };
  });
}

function batchOf<E extends Entry>(entries: readonly E[]): Batch<E> {
  return { name: nameOf(entries), entries, size: sizeOf(entries) };
}

const sizeOf = (all: readonly { readonly size: number }[]): number => all.reduce((sum, { size }) => sum + size, 0);

/**
 * From a share of its size on a group ends with a member that its own key makes an end, so that when an old session
 * changes its size the groups after it keep their borders.
 */
function cut<T extends { readonly size: number }>(
  all: readonly T[],
  target: number,
  share: number,
  keyOf: (one: T) => string,
): T[][] {
  const groups: T[][] = [];
  let open: T[] = [];
  let size = 0;
  for (const each of all) {
    const last = open.at(-1);
    const isFull = size + each.size > target;
    if (last !== undefined && (isFull || (size > target * share && isBorder(keyOf(last))))) {
      groups.push(open);
      open = [];
      size = 0;
    }
    open.push(each);
    size += each.size;
  }
  if (open.length > 0) groups.push(open);
  return groups;
}

const isBorder = (key: string): boolean => Number.parseInt(sha256(key).slice(0, 2), 16) % 4 === 0;

function byAge(one: Entry, two: Entry): number {
  return compare(one.time ?? "", two.time ?? "") || compare(one.key, two.key);
}

const compare = (one: string, two: string): number => (one === two ? 0 : one < two ? -1 : 1);

function nameOf(entries: readonly Entry[]): string {
  return sha256(`${format}\n${entries.map((entry) => `${entry.key} ${entry.hash}`).join("\n")}`).slice(0, 10);
}
