/** One match of a rule: what its expression tells, and whether two of them are the same. */
import type { Detection } from "./detection.ts";
import type { OriginOf } from "./first-look/index.ts";
import type { Candidate, Hit, Rule } from "./rule.ts";
import type { Span, View } from "./views/index.ts";

/** What is read of a view while rules are tried. */
export type Readable = Pick<View, "text" | "source">;

export function matchAt(rule: Rule, pattern: RegExp, text: string, at: number): Hit | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const groups = match.indices?.groups;
  const start = groups?.head?.[0] ?? groups?.secret?.[0] ?? match.index;
  const end = trimmedEnd(rule, text, start, groups?.secret?.[1] ?? match.index + match[0].length);
  const candidate: Candidate = { secret: text.slice(start, end), text, start, end, groups: match.groups ?? {} };
  return rule.check && !rule.check(candidate) ? undefined : { start, end };
}

/** A value that only a label gave away ends before what a sentence or markup put after it. */
function trimmedEnd({ rank }: Rule, text: string, start: number, end: number): number {
  if (rank > 2 || /["'`]/.test(text[end] ?? "")) return end;
  let last = end;
  while (last > start && ".,;:!?*)]}".includes(text[last - 1] as string)) last--;
  return last;
}

/** By where they begin: a text may hold thousands. */
export function byPlace(found: readonly Detection[]): ReadonlyMap<number, readonly Detection[]> {
  const places = new Map<number, Detection[]>();
  for (const one of found) {
    const others = places.get(one.hit.start);
    if (others === undefined) places.set(one.hit.start, [one]);
    else others.push(one);
  }
  return places;
}

/** Whether what a view holds is what its text holds, unchanged. */
export function isKnownAt(
  places: ReadonlyMap<number, readonly Detection[]> | undefined,
  { rule, secret, isKnown, hit }: Detection,
  originOf: OriginOf,
): boolean {
  const { start, end, ...facts } = hit;
  return (places?.get(originOf(start, end)) ?? []).some((other) => {
    if (rule !== other.rule || secret !== other.secret || isKnown !== other.isKnown) return false;
    const { start: otherStart, end: otherEnd, ...otherFacts } = other.hit;
    return end - start === otherEnd - otherStart && JSON.stringify(facts) === JSON.stringify(otherFacts);
  });
}

/** Whether a line ends between the pieces of the original. */
export function isOnLines(view: Readable, spans: readonly Span[]): boolean {
  let root = view;
  while (root.source !== undefined) root = root.source;
  return spans.some(({ start }, index) => index > 0 && root.text.slice(spans[index - 1]?.end, start).includes("\n"));
}
