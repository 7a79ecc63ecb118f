/**
 * What must stand around an anchor before its rule is worth a try, as wasm/guards.ts asks for it. A guard may ask for less
 * than the expression of its rule, never for more: what does not pass is not looked at by anybody.
 */
export type Guard =
  /** A name, and behind it, with nothing but quotes, brackets and space between, one of `=:,|<>`. */
  | "assigned"
  /** The same, and behind the sign a value that is as odd as `looksRandom` asks for, or a type. */
  | "labelled"
  /** `://`, and "@" before the next white space. */
  | "user"
  /** Of an IPv4 address: four numbers of at most three digits, with nothing beside them that belongs to a longer one. */
  | "dotted"
  /** Of an IPv6 address: a first group that begins with "2" or "3", and the colon of a second. */
  | "global"
  /** In a word that begins with "-". */
  | "flag"
  /** No word, "/", "." or "-" before it, and soon sixteen characters of a value that are odd. */
  | "said"
  /** Dashes with no dash before them, or none. */
  | "dashes";

const numbers: Readonly<Record<Guard, number>> = {
  assigned: 2,
  user: 3,
  dotted: 4,
  global: 5,
  flag: 6,
  said: 7,
  dashes: 8,
  labelled: 10,
};
const [none, token, wordToken] = [0, 1, 9];

export interface Guarded {
  readonly guard?: Guard;
  /** So many characters from the anchor on are none that no token has. */
  readonly least?: number;
  /** From so many characters behind the anchor on they are letters, digits and "_". */
  readonly wordsFrom?: number;
  /** Nothing can match behind a letter or a digit. */
  readonly beginsWord?: true;
}

/** For each target four bytes: the guard, its number, whether it begins a word, where words begin. */
export function guardTable(targets: readonly Guarded[]): Uint8Array {
  const table = new Uint8Array(targets.length * 4);
  targets.forEach(({ guard, least, beginsWord, wordsFrom }, index) => {
    const ofToken = wordsFrom === undefined ? token : wordToken;
    const kind = guard !== undefined ? numbers[guard] : least !== undefined ? ofToken : none;
    table.set([kind, least ?? 0, beginsWord ? 1 : 0, wordsFrom ?? 0], index * 4);
  });
  return table;
}
