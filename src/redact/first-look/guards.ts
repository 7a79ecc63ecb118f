/**
 * What must stand around an anchor before its rule is worth a try, as wasm/guards.ts asks for it. A guard may ask for less
 * than the expression of its rule, never for more: what does not pass is not looked at by anybody.
 */
export type Guard =
  /** A name, and behind it, with nothing but quotes, brackets and space between, one of `=:,|<>`. */
  | "assigned"
  /** `://`, and "@" before the next white space. */
  | "user"
  /** Of an IPv4 address: a second dot and a digit behind it. */
  | "dotted"
  /** Of an IPv6 address: "2" or "3" two places before. */
  | "global"
  /** In a word that begins with "-". */
  | "flag"
  /** No word, "/", "." or "-" before it, and sixteen characters of a value soon. */
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
};
const [none, token] = [0, 1];

export interface Guarded {
  readonly guard?: Guard;
  /** So many characters from the anchor on are none that no token has. */
  readonly least?: number;
  /** Nothing can match behind a letter or a digit. */
  readonly beginsWord?: true;
}

/** For each target four bytes: the guard, its number, whether it begins a word. */
export function guardTable(targets: readonly Guarded[]): Uint8Array {
  const table = new Uint8Array(targets.length * 4);
  targets.forEach(({ guard, least, beginsWord }, index) => {
    const kind = guard !== undefined ? numbers[guard] : least !== undefined ? token : none;
    table.set([kind, least ?? 0, beginsWord ? 1 : 0], index * 4);
  });
  return table;
}
