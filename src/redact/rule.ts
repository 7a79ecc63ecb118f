/** What one kind of secret looks like, and the small builders that the rule tables use. */
import type { Guarded } from "./first-look/guards.ts";
import { isOfWords, leastOfToken, type Reach } from "./first-look/least.ts";
import { isBlank } from "./randomness.ts";

export type Family = "secret" | "personal";

/** What a rule found, before anything is known about the rest of the archive. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** What stands there afterwards, where it is not a placeholder. */
  readonly replacement?: string;
}

/** What a match is judged by: the text it stands in and where. */
export interface Candidate {
  readonly secret: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

export interface Rule extends Guarded {
  readonly id: string;
  /** As the reader sees it: `[redacted: GitHub token #3]`. */
  readonly label: string;
  readonly family: Family;
  /** Literal pieces, one of which stands in every match: three characters and more, or "@". */
  readonly anchors: readonly string[];
  /** Tried at the anchor only (sticky). `secret` names what goes; a `head` group before the anchor belongs to it. */
  readonly pattern?: RegExp;
  readonly check?: (candidate: Candidate) => boolean;
  /** For shapes that one expression cannot tell. */
  readonly find?: (text: string, at: number) => readonly Hit[];
  /** How far `find` reads from the anchor; values without white space it may read to their end. */
  readonly reach?: Reach;
  /** Of two rules that claim the same characters the higher names them: formats 3, places 2, labels 1, names 0. */
  readonly rank: number;
}

/** A row of a table: a published prefix and what follows it. */
export interface Row {
  readonly id: string;
  readonly label: string;
  readonly prefixes: readonly string[];
  /** The rest of the token as an expression source. */
  readonly body: string;
  readonly flags?: "i";
  /** What stands before the prefix, for tokens that carry it in their middle. */
  readonly head?: string;
  /** Characters that may not stand before the token. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly check?: Rule["check"];
}

const escapeForRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** A token with a prefix of its own. */
export function format(row: Row): Rule {
  const prefixes = row.prefixes.map(escapeForRegExp).join("|");
  const border = `(?<![${row.notBefore ?? "A-Za-z0-9"}])`;
  const before = row.head === undefined ? border : `(?<=${border}(?<head>${row.head}))`;
  const least = leastOfToken(row.prefixes, row.body);
  const source = `${before}(?<secret>(?:${prefixes})${row.body})(?![${row.notAfter ?? "A-Za-z0-9"}])`;
  return {
    id: row.id,
    label: row.label,
    family: "secret",
    anchors: row.prefixes,
    pattern: new RegExp(source, `dy${row.flags ?? ""}`),
    rank: 3,
    ...(least !== undefined && { least }),
    ...(least !== undefined &&
      isOfWords(row.body) && { wordsFrom: Math.max(...row.prefixes.map(({ length }) => length)) }),
    ...(row.head === undefined && row.notBefore === undefined && { beginsWord: true as const }),
    check: (candidate) => !isBlank(candidate.secret) && (row.check?.(candidate) ?? true),
  };
}

export const formats = (rows: readonly Row[]): readonly Rule[] => rows.map(format);

/** Anchors need three characters: `SK` + hex gets one with each possible third. */
export const withHexDigit = (prefix: string): readonly string[] =>
  [..."0123456789abcdef"].map((digit) => prefix + digit);
export const withDigit = (prefix: string): readonly string[] => [..."0123456789"].map((digit) => prefix + digit);
