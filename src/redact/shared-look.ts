/**
 * Learning and showing share one look: what the rules said about the texts of sessions that were learnt is remembered for
 * whoever shows these sessions right after, until the next one is learnt.
 */
import type { Detection } from "./detection.ts";
import { Detector, type Literal, type Looked, type Tried, type Watched } from "./detector.ts";
import type { RedactOptions } from "./options.ts";
import { fingerprintOf, longestShort } from "./recent.ts";
import { settled } from "./settle.ts";

/** The texts of a session are in memory while it is shown; of an endless one no more are held than this. */
const mostCharacters = 1 << 25;

const nothing: readonly Detection[] = [];

class RememberedLooks {
  readonly #short = new Map<string, Tried>();
  /** The last of each fingerprint. */
  readonly #long = new Map<number, { readonly text: string; readonly tried: Tried }>();
  #characters = 0;

  forget(): void {
    this.#short.clear();
    this.#long.clear();
    this.#characters = 0;
  }

  add(text: string, tried: Tried): void {
    this.#characters += text.length;
    if (this.#characters > mostCharacters) return;
    if (text.length <= longestShort) this.#short.set(text, tried);
    else this.#long.set(fingerprintOf(text), { text, tried });
  }

  get(text: string): Tried | undefined {
    if (text.length <= longestShort) return this.#short.get(text);
    const last = this.#long.get(fingerprintOf(text));
    return last?.text === text ? last.tried : undefined;
  }
}

/** What the rules alone found: values that are known are no news. */
export const byRules = ({ found, marks }: Tried): Looked => ({
  detections: found.length === 0 ? nothing : settled(found.filter(({ isKnown }) => !isKnown)),
  marks,
});

/** What is found in a text, where it can be told without asking the rules again. */
export type SharedLook = (text: string) => readonly Detection[] | undefined;

/** The looks of one that learns and shows by turns. */
export class SharedLooks {
  readonly #options: RedactOptions;
  readonly #detector: Detector;
  readonly #looks = new RememberedLooks();
  /** Those that texts are looked at with while they are learnt; none before something was shown. */
  #literals: readonly Literal[] = [];
  #shown: readonly Literal[] = [];
  #isShown = false;

  constructor(options: RedactOptions, watched: readonly Watched[]) {
    this.#options = options;
    this.#detector = new Detector(options, watched);
  }

  /** Another session is learnt. Tells whether looks from before are of no use any more. */
  begin(): boolean {
    if (this.#isShown) this.#looks.forget();
    this.#isShown = false;
    if (areSame(this.#literals, this.#shown)) return false;
    this.#literals = this.#shown;
    this.#detector.know(this.#literals);
    return true;
  }

  tried(text: string): Tried {
    return this.#detector.tried(text);
  }

  remember(text: string, tried: Tried): void {
    this.#looks.add(text, tried);
  }

  /** For one that shows by these literals. */
  show(literals: readonly Literal[]): SharedLook | undefined {
    this.#shown = literals;
    this.#isShown = true;
    const added = addedTo(this.#literals, literals);
    if (added === undefined) return undefined;
    const search = added.length === 0 ? undefined : searchFor(added, this.#options);
    return (text) => {
      const tried = this.#looks.get(text);
      // With a literal more in it the text is judged anew: of claims that overlap one stands.
      if (tried === undefined || (search !== undefined && search.detect(text).length > 0)) return undefined;
      return tried.found.length === 0 ? nothing : settled(tried.found);
    };
  }
}

const sameLiteral = (one: Literal, other: Literal | undefined): boolean =>
  other !== undefined &&
  one.text === other.text &&
  one.secret === other.secret &&
  one.isWord === other.isWord &&
  one.isUser === other.isUser &&
  one.rule.id === other.rule.id &&
  one.rule.label === other.rule.label &&
  one.rule.rank === other.rule.rank;

export const areSame = (before: readonly Literal[], now: readonly Literal[]): boolean =>
  before.length === now.length && before.every((one, index) => sameLiteral(one, now[index]));

/** What came to the list, in which the others stand in the order they had; nothing where some are gone or changed. */
function addedTo(before: readonly Literal[], now: readonly Literal[]): readonly Literal[] | undefined {
  const added: Literal[] = [];
  let at = 0;
  for (const literal of now) {
    if (at < before.length && sameLiteral(before[at] as Literal, literal)) at++;
    else added.push(literal);
  }
  return at === before.length ? added : undefined;
}

/** Looks for values and asks no rule. */
export function searchFor(literals: readonly Literal[], { allow }: Pick<RedactOptions, "allow"> = {}): Detector {
  const detector = new Detector({ rules: { secret: false, personal: false }, ...(allow !== undefined && { allow }) });
  detector.know(literals);
  return detector;
}
