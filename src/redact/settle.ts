/** Resolves detections that overlap: which of them count. */
import type { Detection } from "./detection.ts";
import type { HomeHit } from "./personal/home.ts";
import { homeRule, userRule } from "./personal/index.ts";
import type { Span } from "./views/index.ts";

const startOf = ({ spans }: Detection): number => (spans[0] as Span).start;
const endOf = ({ spans }: Detection): number => (spans.at(-1) as Span).end;

/** One detection for each stretch of the original: claims that overlap are one secret, named by the strongest. */
export function settled(all: readonly Detection[]): readonly Detection[] {
  const found = withoutDoubtfulHomes(all);
  const whole = found.filter((one) => !one.isJoined).sort(inOrder);
  const standing = found.filter((one) => !one.isJoined || !joinsOthers(one, whole)).sort(inOrder);
  const result: Detection[] = [];
  let group: Detection[] = [];
  let end = -1;
  for (const one of standing) {
    if (startOf(one) >= end && group.length > 0) {
      result.push(strongest(group));
      group = [];
    }
    group.push(one);
    end = Math.max(end, endOf(one));
  }
  if (group.length > 0) result.push(strongest(group));
  return result;
}

/** "/home/jane-old" may be no home at all; the name "jane" in it stands or falls without it. */
function withoutDoubtfulHomes(found: readonly Detection[]): readonly Detection[] {
  const users = found.filter(({ rule }) => rule.id === userRule).sort(inOrder);
  if (users.length === 0 || users.length === found.length) return found;
  return found.filter((one) => {
    const { user, deep } = one.hit as HomeHit;
    if (one.rule.id !== homeRule || deep) return true;
    const other = users[firstFrom(users, startOf(one))];
    return other === undefined || endOf(other) > endOf(one) || other.secret === user;
  });
}

/** The index of the first that begins at or behind a place. */
function firstFrom(sorted: readonly Detection[], place: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(sorted[middle] as Detection) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const inOrder = (a: Detection, b: Detection): number => startOf(a) - startOf(b) || endOf(b) - endOf(a);

/** A list of tokens, one a line, reads as one long token once its lines are joined: another begins within. */
function joinsOthers(joined: Detection, whole: readonly Detection[]): boolean {
  const [first] = joined.spans;
  const end = endOf(joined);
  for (let index = firstFrom(whole, first?.end ?? 0); index < whole.length; index++) {
    const other = whole[index] as Detection;
    if (startOf(other) >= end) return false;
    if (other.rule.rank >= joined.rule.rank) return true;
  }
  return false;
}

function strongest(group: readonly Detection[]): Detection {
  let best = group[0] as Detection;
  for (const one of group) {
    if (one.rule.rank > best.rule.rank || (one.rule.rank === best.rule.rank && one.secret.length > best.secret.length))
      best = one;
  }
  if (group.length === 1) return best;
  const spans = group.flatMap((one) => [...one.spans]).sort((a, b) => a.start - b.start);
  const union: Span[] = [];
  for (const span of spans) {
    const last = union.at(-1);
    if (last && span.start <= last.end)
      union[union.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else union.push(span);
  }
  return { ...best, spans: union, ...(group.some(({ isKnown }) => isKnown) && { isKnown: true as const }) };
}
