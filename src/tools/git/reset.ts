/** `git reset --soft HEAD~2`: the last two commits are taken back. */

/** No event of its own: what it did is told of the commits. */
export interface Reset {
  readonly kind: "reset";
  /** How many commits it went back. */
  readonly back: number;
  readonly folder?: string;
}

const options = /^(?:--(?:soft|mixed|hard|keep|merge|quiet)|-q)$/;

/** Undefined for one that goes elsewhere, and where files are named: then only these are reset. */
export function resetOf(words: readonly string[], output: string): Reset | undefined {
  const rest = words.slice(1).filter((word) => !options.test(word) && !/^\d?>/.test(word));
  const [target] = rest;
  if (words[0] !== "reset" || rest.length !== 1 || target === undefined) return undefined;
  const steps = /^(?:HEAD|@)((?:~\d{0,4}|\^1?)+)$/.exec(target)?.[1];
  if (steps === undefined || /^fatal: ambiguous argument/m.test(output)) return undefined;
  const back = [...steps.matchAll(/~(\d*)|\^/g)].reduce((sum, [, number]) => sum + (number ? Number(number) : 1), 0);
  return back === 0 ? undefined : { kind: "reset", back };
}
