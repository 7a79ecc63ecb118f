/** What kinds of characters marked tells apart around a delimiter. */

export const space = 0;
export const sign = 1;
export const letter = 2;
export type Kind = typeof space | typeof sign | typeof letter;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

function kindOf(character: string): Kind {
  if (/\s/.test(character)) return space;
  return /[\p{P}\p{S}]/u.test(character) ? sign : letter;
}

/** The edge of a run counts as a space. */
export function kindBefore(text: string, at: number, from: number): Kind {
  if (at <= from) return space;
  const code = text.charCodeAt(at - 1);
  if (code < 128) return kinds[code] as Kind;
  const isLow = code >= 0xdc00 && code <= 0xdfff && at - 2 >= from;
  return kindOf(isLow ? text.slice(at - 2, at) : text.slice(at - 1, at));
}

export function kindAfter(text: string, at: number, to: number): Kind {
  if (at >= to) return space;
  const code = text.charCodeAt(at);
  if (code < 128) return kinds[code] as Kind;
  return kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

/** Where the run of the character at `at` ends. */
export function runEnd(text: string, at: number, to: number): number {
  const code = text.charCodeAt(at);
  let end = at + 1;
  while (end < to && text.charCodeAt(end) === code) end++;
  return end;
}
