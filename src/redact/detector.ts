/** Runs the rules over every view of a text. */
import type { Detection } from "./detection.ts";
import { has } from "./kinds.ts";
import type { OwnPattern, RedactOptions } from "./options.ts";
import { activeRules, isAllowed, ownPattern } from "./options.ts";
import { standsAsUser } from "./personal/user.ts";
import { isPlaceholderAt } from "./placeholder.ts";
import type { Candidate, Hit, Rule } from "./rule.ts";
import { type Anchor, Scanner } from "./scanner.ts";
import { settled } from "./settle.ts";
import { sight } from "./sightings.ts";
import { furtherViews, originalSpans, originalView, type Span, type View } from "./views/index.ts";

/** Literal values to find beside the rules. */
export interface Literal {
  readonly text: string;
  readonly rule: Detection["rule"];
  /** Stands for this secret: itself, or what it is a piece or another spelling of. */
  readonly secret: string;
  /** Not inside a longer word. */
  readonly isWord?: boolean;
  /** Only where nothing but a user's name stands: before the host of a shell, behind `USER=`. */
  readonly isUser?: boolean;
}

/** Something that another scanner should see. */
export interface Watched {
  readonly text: string;
  /** Whether it is worth a look where it stands. */
  readonly isWorth?: (text: string, at: number) => boolean;
}

/** Where a text holds such a thing. */
export interface Mark {
  readonly view: Pick<View, "text">;
  /** Which of the watched anchors. */
  readonly anchor: number;
  readonly at: number;
}

export interface Looked {
  readonly detections: readonly Detection[];
  readonly marks: readonly Mark[];
}

const nothing: Looked = { detections: [], marks: [] };

/** Enough of a known value to look closer; a text that was cut in the middle of one has at least this much. */
const anchorLength = 8;
const isAlphanumeric = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

export class Detector {
  readonly #rules: readonly Rule[];
  readonly #singles: readonly Rule[];
  /** The same patterns without places of groups, which cost more than the match. */
  readonly #quick: ReadonlyMap<Rule, RegExp>;
  readonly #own: readonly { readonly rule: Rule; readonly pattern: RegExp }[];
  readonly #options: RedactOptions;
  #scanner: Scanner;
  #literals: readonly Literal[] = [];
  readonly #watched: readonly Watched[];

  /** `watched` anchors have no rule here; `look` tells where they stand. */
  constructor(options: RedactOptions, watched: readonly Watched[] = []) {
    this.#options = options;
    this.#watched = watched;
    const rules = activeRules(options);
    this.#rules = rules.filter(({ anchors }) => anchors.every((anchor) => anchor.length >= 3));
    this.#singles = rules.filter(({ anchors }) => anchors.includes("@"));
    this.#quick = new Map(
      rules.flatMap((rule) =>
        rule.pattern === undefined
          ? []
          : [[rule, new RegExp(rule.pattern.source, rule.pattern.flags.replace("d", ""))] as const],
      ),
    );
    this.#own = (options.patterns ?? []).map((entry) => ({ rule: ownRule(entry), pattern: ownPattern(entry.pattern) }));
    this.#scanner = this.#build();
  }

  /** Replaces the literal values; each costs a place in the scanner's table, not a pass. */
  know(literals: readonly Literal[]): void {
    this.#literals = literals;
    this.#scanner = this.#build();
  }

  #build(): Scanner {
    const anchors: Anchor[] = this.#rules.flatMap((rule, target) => {
      // A pattern that tells cases apart need not be tried where the case is wrong.
      const isExact = rule.pattern !== undefined && !rule.pattern.ignoreCase;
      return [...new Set(rule.anchors.map((text) => (isExact ? text : text.toLowerCase())))].map((text) => ({
        text,
        target,
        isExact,
      }));
    });
    this.#literals.forEach(({ text }, index) => {
      anchors.push({ text: text.slice(0, anchorLength), target: this.#rules.length + index, isExact: true });
    });
    this.#watched.forEach(({ text }, index) => {
      anchors.push({ text, target: this.#rules.length + this.#literals.length + index, isExact: false });
    });
    return new Scanner(anchors);
  }

  detect(text: string): readonly Detection[] {
    return this.look(text).detections;
  }

  look(text: string): Looked {
    const original = originalView(text);
    const looked = this.lookAt(original);
    original.close();
    return looked;
  }

  /** The same for a text that is there as a view. */
  lookAt(original: View): Looked {
    // Whatever it was made from was not looked at.
    original.seen = this.#scanner.scan(original.units, original.sightings);
    const further = furtherViews(original, this.#sight);
    const found: Detection[] = [];
    const marks: Mark[] = [];
    this.#inView(original, found, marks);
    for (const view of further) this.#inView(view, found, marks);
    for (const view of further) view.close();
    return found.length === 0 && marks.length === 0 ? nothing : { detections: settled(found), marks };
  }

  /** Whether a text holds what any rule looks for first. */
  hasAnchor(text: string): boolean {
    const view = originalView(text);
    const sightings: number[] = [];
    this.#scanner.scan(view.units, sightings);
    view.close();
    return sightings.length > 0;
  }

  readonly #sight = (view: View): void => sight(view, this.#scanner);

  #inView(view: View, found: Detection[], marks: Mark[]): void {
    const { sightings } = view;
    const hasAt = (view.seen & has.at) !== 0;
    if (sightings.length === 0 && !hasAt && this.#own.length === 0) return;
    const { text } = view;
    const [firstLiteral, firstWatched] = [this.#rules.length, this.#rules.length + this.#literals.length];
    for (let index = 0; index < sightings.length; index += 3) {
      const target = sightings[index] as number;
      const at = sightings[index + 1] as number;
      if (target < firstLiteral) this.#tryRule(this.#rules[target] as Rule, view, at, found);
      else if (target < firstWatched)
        this.#tryLiteral(this.#literals[target - firstLiteral] as Literal, view, at, found);
      else if (this.#watched[target - firstWatched]?.isWorth?.(text, at) ?? true)
        marks.push({ view, anchor: target - firstWatched, at });
    }
    if (hasAt) for (const rule of this.#singles) this.#trySingle(rule, view, found);
    for (const { rule, pattern } of this.#own) {
      for (const match of text.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.secret ??
          match.indices?.[1] ?? [match.index, match.index + match[0].length];
        if (end > start) this.#add(rule, view, { start, end }, found);
      }
    }
  }

  #trySingle(rule: Rule, view: View, found: Detection[]): void {
    for (let at = view.text.indexOf("@"); at !== -1; at = view.text.indexOf("@", at + 1))
      this.#tryRule(rule, view, at, found);
  }

  #tryRule(rule: Rule, view: View, at: number, found: Detection[]): void {
    if (rule.beginsWord && at > 0 && isAlphanumeric(view.text.charCodeAt(at - 1))) return;
    if (rule.find) {
      for (const hit of rule.find(view.text, at)) this.#add(rule, view, hit, found);
      return;
    }
    const quick = this.#quick.get(rule);
    if (rule.pattern === undefined || quick === undefined) return;
    quick.lastIndex = at;
    if (!quick.test(view.text)) return;
    const hit = matchAt(rule, rule.pattern, view.text, at);
    if (hit) this.#add(rule, view, hit, found);
  }

  #tryLiteral(literal: Literal, view: View, at: number, found: Detection[]): void {
    const { text } = view;
    const end = at + literal.text.length;
    if (!text.startsWith(literal.text, at)) {
      // Titles and summaries are cut, perhaps in the middle of a secret.
      const cut = text.length - (text.endsWith("…") ? 1 : text.endsWith("...") ? 3 : 0);
      if (end <= cut || cut - at < anchorLength || !literal.text.startsWith(text.slice(at, cut))) return;
      this.#add(literal.rule, view, { start: at, end: cut }, found, literal.secret);
      return;
    }
    if (literal.isWord && (isWordCharacter(text[at - 1]) || isWordCharacter(text[end]))) return;
    if (literal.isUser && !standsAsUser(text, at, end)) return;
    this.#add(literal.rule, view, { start: at, end }, found, literal.secret);
  }

  #add(rule: Detection["rule"], view: View, hit: Hit, found: Detection[], known?: string): void {
    if (isPlaceholderAt(view.text, hit.start, hit.end)) return;
    const secret = known ?? view.text.slice(hit.start, hit.end);
    if (isAllowed(this.#options, secret)) return;
    const spans = originalSpans(view, hit.start, hit.end);
    if (spans.length === 0) return;
    const isJoined = isOnLines(view, spans);
    found.push({ rule, secret, spans, hit, isJoined, ...(known !== undefined && { isKnown: true as const }) });
  }
}

/** Whether a line ends between the pieces of the original. */
function isOnLines(view: View, spans: readonly Span[]): boolean {
  let root = view;
  while (root.source !== undefined) root = root.source;
  return spans.some(({ start }, index) => index > 0 && root.text.slice(spans[index - 1]?.end, start).includes("\n"));
}

const ownRule = ({ id, label }: OwnPattern): Rule => ({
  id,
  label: label ?? id,
  family: "secret",
  anchors: [],
  rank: 5,
});

function matchAt(rule: Rule, pattern: RegExp, text: string, at: number): Hit | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const groups = match.indices?.groups;
  const start = groups?.head?.[0] ?? groups?.secret?.[0] ?? match.index;
  const end = trimmedEnd(rule, text, start, groups?.secret?.[1] ?? match.index + match[0].length);
  const candidate: Candidate = { secret: text.slice(start, end), text, start, end, groups: match.groups ?? {} };
  return rule.check && !rule.check(candidate) ? undefined : { start, end };
}

/** A value that only a label gave away ends before what a sentence or markup put after it. */
function trimmedEnd({ rank }: Rule, text: string, start: number, end: number): number {
  if (rank > 2 || /["'`]/.test(text[end] ?? "")) return end;
  let last = end;
  while (last > start && ".,;:!?*)]}".includes(text[last - 1] as string)) last--;
  return last;
}
