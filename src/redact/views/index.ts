/** The views of a text in which secrets are looked for. Text that needs no decoding has one: itself. */
import { has } from "../scanner.ts";
import { hasCodes, percentDecoded } from "./percent.ts";
import { hasLostCode, hasSequences, withoutSequences } from "./terminal.ts";
import { hasEscapes, unescaped } from "./unescaped.ts";
import { unwrapped } from "./unwrapped.ts";
import type { View } from "./view.ts";

export { originalSpans, originalView, type Span, type View } from "./view.ts";

const rounds = 2;
const coded = has.terminal | has.backslash | has.code | has.bracket;

/** Decoded step by step: colours, two rounds of backslashes, percent codes and entities. */
function decoded(original: View, seen: number): View[] {
  const views: View[] = [original];
  const last = (): View => views.at(-1) as View;
  const add = (view: View): void => {
    if (view.text !== last().text) views.push(view);
  };
  for (let round = 0; round <= rounds; round++) {
    const before = last();
    if (before === original ? (seen & has.terminal) !== 0 || hasLostCode(before.text) : hasSequences(before.text))
      add(withoutSequences(before));
    if (round < rounds && hasEscapes(last().text)) add(unescaped(last()));
    if (last() === before) break;
  }
  for (let round = 0; round < rounds && hasCodes(last().text); round++) add(percentDecoded(last()));
  return views;
}

/** All but the text itself; `seen` is what a scan saw in it. */
export function furtherViews(original: View, seen: number): readonly View[] {
  if ((seen & (coded | has.newline)) === 0) return [];
  const isCoded = (seen & (coded & ~has.bracket)) !== 0 || ((seen & has.bracket) !== 0 && hasLostCode(original.text));
  const views = isCoded ? decoded(original, seen) : [original];
  const last = views.at(-1) as View;
  const joined = [
    (seen & has.newline) === 0 ? undefined : unwrapped(original),
    last === original ? undefined : unwrapped(last),
  ];
  return [...views.slice(1), ...joined.filter((view) => view !== undefined)];
}
