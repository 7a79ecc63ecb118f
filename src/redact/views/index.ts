/** The views of a text in which secrets are looked for. Text that needs no decoding has one: itself. */
import { has } from "../kinds.ts";
import { hasCodes, percentDecoded } from "./percent.ts";
import { hasSequences, withoutSequences } from "./terminal.ts";
import { hasEscapes, unescaped } from "./unescaped.ts";
import { unwrapped } from "./unwrapped.ts";
import type { View } from "./view.ts";

export { emptyView, originalSpans, originalView, type Span, View } from "./view.ts";

const rounds = 2;
const coded = has.terminal | has.backslash | has.code | has.lostCode;

/** Decoded step by step: colours, two rounds of backslashes, percent codes and entities. */
function decoded(original: View, sight: (view: View) => void): View[] {
  const views: View[] = [original];
  const last = (): View => views.at(-1) as View;
  // What a decoding takes out makes a text shorter; where it is as long as before, nothing was there to decode.
  const add = (view: View): void => {
    if (view.length === last().length) view.close();
    else {
      sight(view);
      views.push(view);
    }
  };
  for (let round = 0; round <= rounds; round++) {
    const before = last();
    if (before === original ? (before.seen & (has.terminal | has.lostCode)) !== 0 : hasSequences(before))
      add(withoutSequences(before));
    if (round < rounds && hasEscapes(last())) add(unescaped(last()));
    if (last() === before) break;
  }
  for (let round = 0; round < rounds && hasCodes(last()); round++) add(percentDecoded(last()));
  return views;
}

/** All but the text itself; `sight` notes what a view holds, as it was noted for the original. */
export function furtherViews(original: View, sight: (view: View) => void): readonly View[] {
  const { seen } = original;
  if ((seen & (coded | has.newline)) === 0) return [];
  const views = (seen & coded) === 0 ? [original] : decoded(original, sight);
  const last = views.at(-1) as View;
  for (const source of last === original ? [original] : [original, last]) {
    const joined = (source.seen & has.newline) === 0 ? undefined : unwrapped(source);
    if (joined === undefined) continue;
    sight(joined);
    views.push(joined);
  }
  return views.slice(1);
}
