/** How long a match of a rule's expression is at least, and how far it reads at most. */

/** The fewest characters that an expression of a rule's table can match; what only looks ahead or behind counts nothing. */
export const leastOf = (source: string): number => measured(source, false).length;

/** So many characters before and behind an anchor are all that a rule may read. */
export interface Reach {
  readonly before: number;
  readonly after: number;
}

/** Of an expression that is tried at its anchor; without end where a quantifier is. */
export function reachOf(source: string): Reach {
  const { length, behind } = measured(source, true);
  return { before: behind, after: length };
}

function measured(source: string, isMost: boolean): { readonly length: number; readonly behind: number } {
  const of = isMost ? Math.max : Math.min;
  let at = 0;
  let behind = 0;

  const alternatives = (): number => {
    let length = sequence();
    while (source[at] === "|") {
      at++;
      length = of(length, sequence());
    }
    return length;
  };

  const sequence = (): number => {
    let sum = 0;
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const length = atom();
      const count = times();
      if (length > 0) sum += length * count;
    }
    return sum;
  };

  const atom = (): number => {
    const first = source[at];
    if (first === "(") return group();
    if (first === "[") {
      for (at++; source[at] !== "]"; at++) if (source[at] === "\\") at++;
      at++;
      return 1;
    }
    at += first === "\\" ? 2 : 1;
    return 1;
  };

  const group = (): number => {
    const looking = /^\(\?(<?)[=!]/.exec(source.slice(at));
    at += /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at))?.[0].length ?? 1;
    const length = alternatives();
    at++;
    if (looking === null) return length;
    if (looking[1] !== "") behind += length;
    return isMost && looking[1] === "" ? length : 0;
  };

  const times = (): number => {
    const quantifier = /^(?:\{(\d+)(,?)(\d*)\}|([*+?]))\??/.exec(source.slice(at));
    if (quantifier === null) return 1;
    at += quantifier[0].length;
    const [, least, comma, most, sign] = quantifier;
    if (!isMost) return least === undefined ? (sign === "+" ? 1 : 0) : Number(least);
    if (least === undefined) return sign === "?" ? 1 : Number.POSITIVE_INFINITY;
    return comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
  };

  return { length: alternatives(), behind };
}

/** Characters of which no token is made, or expressions that may stand for them. */
const oddInTokens = /[\s"'`<>^$]|\\[\\sSDWbBnrtp]|\[\^|(?<!\\)\.(?![^[]*\])/;
const looking = /\(\?<?[=!][^()]*\)/g;
const mostCounted = 60;

/** How many characters of a token stand from its prefix on, at least; nothing where it is not made of such alone. */
export function leastOfToken(prefixes: readonly string[], body: string): number | undefined {
  const plain = body.replace(looking, "");
  if (oddInTokens.test(plain) || prefixes.some((prefix) => /[\s"'`<>\\]/.test(prefix))) return undefined;
  return Math.min(mostCounted, Math.min(...prefixes.map(({ length }) => length)) + leastOf(plain));
}

/** Nothing but letters, digits and "_" behind the prefix, whatever the case. */
export const isOfWords = (body: string): boolean =>
  /^(?:\[(?:\\d|[A-Za-z0-9_](?:-[A-Za-z0-9])?)+\]|\\d|[A-Za-z0-9_]|\{\d+(?:,\d+)?\}|\(\?:|[|)])+$/.test(
    body.replace(looking, ""),
  );
