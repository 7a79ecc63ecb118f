/** What redaction does, for all who use it. */
import type { Literal } from "./detector.ts";
import type { Finding, Place } from "./findings.ts";
import type { Learnt } from "./learnt.ts";
import type { MemoryState, Shown } from "./memory.ts";

export interface Redactor {
  readonly isOn: boolean;
  /** First pass. Await what it returns before the next call; most calls return nothing. */
  readonly learn: (text: string, place: Place) => Promise<void> | undefined;
  /**
   * The same for all strings of a plain value, field names taken as labels. `isAgain`: what is already collected
   * from elsewhere is no finding of its own.
   */
  readonly learnValue: (value: unknown, place: Place, isAgain?: boolean) => Promise<void> | undefined;
  /** Ends the first pass: what secretlint still has to see. */
  readonly settle: () => Promise<void>;
  /** One that learns by the same options and knows nothing yet. */
  readonly learner: () => Redactor;
  /** Everything that `learn` finds, and nothing from before, as data that another redactor can `take`. */
  readonly collect: (learn: () => Promise<void>) => Promise<Learnt>;
  readonly take: (learnt: Learnt) => void;
  /** Everything is taken: numbers are given, and what is new from now on has none. */
  readonly freeze: () => void;
  /**
   * Shows as `frozenRedactor` does by this state; texts that were looked at in `collect` since the last time are not
   * looked at again. It is one redactor, which shows by the state that was given last.
   */
  readonly showing: (state: MemoryState) => Redactor;
  /** What `frozenRedactor` needs to show texts as this one does, in another thread. */
  readonly state: () => MemoryState;
  /** The same before everything is taken: numbers are as they will be, if secrets are taken in the same order. */
  readonly snapshot: () => MemoryState;
  /** Forgets what was taken. */
  readonly startOver: () => void;
  /** Shows texts as another redactor would, by its state, from now on. */
  readonly adopt: (state: MemoryState) => void;
  readonly shownAs: (shown: Shown) => string;
  /** Tells of each value that is replaced from now on. */
  readonly onShown: (listener: ((shown: Shown) => void) | undefined) => void;
  /** Second pass: the text as it may be shown. */
  readonly redact: (text: string) => string;
  /** The same without numbers: for texts that nothing was learnt from. */
  readonly redactUnlearnt: (text: string) => string;
  readonly value: <Value>(value: Value) => Value;
  readonly findings: readonly Finding[];
  /** Everything that is looked for by its value: a text that was shown before one of them was known may hold it. */
  readonly lookedFor: () => readonly Literal[];
  /** For the publish gate: values that are looked for wherever they stand. */
  readonly literals: (options?: { readonly isWithPeople: boolean }) => readonly Literal[];
}
