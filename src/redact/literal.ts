/** Values that are known, where they stand in a text. */
import type { Literal } from "./detection.ts";
import { standsAsUser } from "./personal/user.ts";
import type { Hit } from "./rule.ts";

/** Enough of a known value to look closer; a text that was cut in the middle of one has at least this much. */
export const anchorLength = 8;
const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Whether it stands at `at`, where its beginning does. */
export function literalAt(literal: Literal, text: string, at: number): Hit | undefined {
  const end = at + literal.text.length;
  const asKnown = (part: string): string => (literal.isAnyCase ? part.toLowerCase() : part);
  const wanted = asKnown(literal.text);
  if (asKnown(text.slice(at, end)) !== wanted) {
    // Titles and summaries are cut, perhaps in the middle of a secret.
    const cut = text.length - (text.endsWith("…") ? 1 : text.endsWith("...") ? 3 : 0);
    if (end <= cut || cut - at < anchorLength || !wanted.startsWith(asKnown(text.slice(at, cut)))) return undefined;
    return { start: at, end: cut };
  }
  if (literal.isWord && (isWordCharacter(text[at - 1]) || isWordCharacter(text[end]))) return undefined;
  if (literal.isUser && !standsAsUser(text, at, end)) return undefined;
  return { start: at, end };
}
