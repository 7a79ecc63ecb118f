/** The fewest characters that an expression of a rule's table can match; what only looks ahead or behind counts nothing. */
export function leastOf(source: string): number {
  let at = 0;

  const alternatives = (): number => {
    let least = sequence();
    while (source[at] === "|") {
      at++;
      least = Math.min(least, sequence());
    }
    return least;
  };

  const sequence = (): number => {
    let sum = 0;
    while (at < source.length && source[at] !== "|" && source[at] !== ")") sum += atom() * times();
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
    const isLooking = /^\(\?<?[=!]/.test(source.slice(at));
    at += /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at))?.[0].length ?? 1;
    const least = alternatives();
    at++;
    return isLooking ? 0 : least;
  };

  const times = (): number => {
    const quantifier = /^(?:\{(\d+)(?:,\d*)?\}|[*+?])\??/.exec(source.slice(at));
    if (quantifier === null) return 1;
    at += quantifier[0].length;
    return quantifier[1] === undefined ? (quantifier[0].startsWith("+") ? 1 : 0) : Number(quantifier[1]);
  };

  return alternatives();
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
