/** Runs the rules over every view of a text. */
import type { Detection, Literal, Looked, Mark, Tried, Watched } from "./detection.ts";
import { type FileKind, type FirstLook, firstLook, type Guarded, guardTable, type Judge } from "./first-look/index.ts";
import type { Reach } from "./first-look/least.ts";
import { has } from "./kinds.ts";
import { anchorLength, literalAt } from "./literal.ts";
import { byPlace, isKnownAt, isOnLines, matchAt, type Readable } from "./match.ts";
import type { OwnPattern, RedactOptions } from "./options.ts";
import { activeRules, isAllowed, ownPattern } from "./options.ts";
import { emailRule } from "./personal/index.ts";
import { isPlaceholderAt } from "./placeholder.ts";
import type { Hit, Rule } from "./rule.ts";
import { type Anchor, Scanner } from "./scanner.ts";
import { settled } from "./settle.ts";
import { sight } from "./sightings.ts";
import { furtherViews, originalSpans, originalView, type View } from "./views/index.ts";
import { furthest, movedBy, ruleReach, type TextInMemory, Windows } from "./windows.ts";

export type { Literal, Looked, Mark, Tried, Watched };

const nothing: Looked = { detections: [], marks: [] };

const untried: Tried = { found: [], marks: [] };
const lookedBy = ({ found, marks }: Tried): Looked =>
  found.length === 0 && marks.length === 0 ? nothing : { detections: settled(found), marks };

/** Of a view that is no longer than this a string is made at once. */
const short = 4000;

export class Detector {
  readonly #rules: readonly Rule[];
  readonly #singles: readonly Rule[];
  /** The same patterns without places of groups, which cost more than the match. */
  readonly #quick: ReadonlyMap<Rule, RegExp>;
  /** Of each rule; behind them that of all which look at "@". */
  readonly #reaches: readonly Reach[];
  readonly #own: readonly { readonly rule: Rule; readonly pattern: RegExp }[];
  readonly #options: RedactOptions;
  #scanner: Scanner;
  /** Nothing where it cannot be relied on: a person's own patterns have no anchors. */
  #first: FirstLook | undefined;
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
    this.#reaches = [...this.#rules.map(ruleReach), furthest(this.#singles.map(ruleReach))];
    this.#own = (options.patterns ?? []).map((entry) => ({ rule: ownRule(entry), pattern: ownPattern(entry.pattern) }));
    this.#scanner = this.#build();
    this.#first = this.#firstLook();
  }

  /** Replaces the literal values; each costs a place in the scanner's table, not a pass. */
  know(literals: readonly Literal[]): void {
    this.#literals = literals;
    this.#scanner = this.#build();
    this.#first = this.#firstLook();
  }

  #firstLook(): FirstLook | undefined {
    if (this.#own.length > 0) return undefined;
    const literals = this.#literals.map((): Guarded => ({}));
    return firstLook({
      ...this.#scanner.tables,
      guards: guardTable([...this.#rules, ...literals, ...this.#watched]),
      atSigns: this.#singles.length === 0 ? 0 : this.#singles.every(({ id }) => id === emailRule) ? 1 : 2,
    });
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
    this.#literals.forEach(({ text, isAnyCase = false }, index) => {
      const beginning = text.slice(0, anchorLength);
      const target = this.#rules.length + index;
      anchors.push({ text: isAnyCase ? beginning.toLowerCase() : beginning, target, isExact: !isAnyCase });
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
    return lookedBy(this.tried(text));
  }

  /** Everything that the rules and literals claim, before it is settled what of it stands. */
  tried(text: string): Tried {
    const original = { text, source: undefined };
    return this.#lookFirst(original, () => this.#first?.look(text, this.#judge)) ?? this.#inViewsOf(text);
  }

  /** Whether a first look leaves a text to all views: for measuring. */
  hasMoreInViews(text: string): boolean {
    return this.#lookFirst({ text, source: undefined }, () => this.#first?.look(text, this.#judge)) === undefined;
  }

  /** Without a first look: every view is made. */
  lookEverywhere(text: string): Looked {
    return lookedBy(this.#inViewsOf(text));
  }

  #inViewsOf(text: string): Tried {
    const original = originalView(text);
    const tried = this.#inAllViews(original);
    original.close();
    return tried;
  }

  /** The same for a text that is there as a view. */
  lookAt(original: View): Looked {
    const tried = this.#lookFirst(original, () => this.#first?.lookAt(original, this.#judge));
    return lookedBy(tried ?? this.#inAllViews(original));
  }

  /** What the text itself holds, where no view of it holds more. */
  #lookFirst(original: Readable, look: () => readonly number[] | undefined): Tried | undefined {
    this.#original = original;
    this.#inOriginal = undefined;
    this.#places = undefined;
    this.#inViews = [];
    const sightings = look();
    if (sightings === undefined) return undefined;
    const tried = sightings.length === 0 ? untried : (this.#inOriginal ?? this.#triedAt(original, sightings));
    return this.#inViews.length === 0 ? tried : { found: tried.found, marks: [...tried.marks, ...this.#inViews] };
  }

  #original: Readable | undefined;
  #inOriginal: Tried | undefined;
  /** What another scanner should see in views: nobody asks where in the text that is. */
  #inViews: Mark[] = [];
  #places: ReadonlyMap<number, readonly Detection[]> | undefined;

  /** Whether a view of a text holds what the text does not: the same at the same place is one and the same. */
  readonly #judge: Judge = (view, sightings, originOf, ofOriginal) => {
    const { found, marks } = this.#triedIn(view, sightings);
    this.#inViews.push(...marks);
    if (found.length === 0) return false;
    this.#inOriginal ??= this.#triedAt(this.#original as Readable, ofOriginal());
    this.#places ??= byPlace(this.#inOriginal.found);
    return found.some((detection) => !isKnownAt(this.#places, detection, originOf));
  };

  #triedAt(view: Readable, sightings: readonly number[]): Tried {
    const found: Detection[] = [];
    const marks: Mark[] = [];
    this.#tryAt(view, sightings, found, marks);
    return found.length === 0 && marks.length === 0 ? untried : { found, marks };
  }

  /** The same where no string was made of the text: each rule gets as much of it as it may read. */
  #triedIn(view: TextInMemory, sightings: readonly number[]): Tried {
    const firstWatched = this.#rules.length + this.#literals.length;
    let isWhole = view.length <= short;
    // Another scanner reads further than any rule here.
    for (let index = 0; index < sightings.length; index += 3) isWhole ||= (sightings[index] as number) >= firstWatched;
    if (isWhole) return this.#triedAt({ text: view.slice(0, view.length), source: undefined }, sightings);
    const windows = new Windows(view);
    const found: Detection[] = [];
    for (let index = 0; index < sightings.length; index += 3) {
      const [target, at] = [sightings[index] as number, sightings[index + 1] as number];
      const { text, from } = windows.around(at, this.#reachOf(target));
      const { found: here } = this.#triedAt({ text, source: undefined }, [target, at - from, 0]);
      for (const each of here) found.push(movedBy(from, each));
    }
    return found.length === 0 ? untried : { found, marks: [] };
  }

  #reachOf(target: number): Reach {
    if (target < this.#rules.length) return this.#reaches[target < 0 ? this.#rules.length : target] as Reach;
    return { before: 0, after: this.#literals[target - this.#rules.length]?.text.length ?? 0 };
  }

  #inAllViews(original: View): Tried {
    // Whatever it was made from was not looked at.
    original.seen = this.#scanner.scan(original.units, original.sightings);
    const further = furtherViews(original, this.#sight);
    const found: Detection[] = [];
    const marks: Mark[] = [];
    this.#inView(original, found, marks);
    for (const view of further) this.#inView(view, found, marks);
    for (const view of further) view.close();
    return { found, marks };
  }

  /** Whether nothing at all stands in a finished file (`content`, else its bytes); `false` also where a first look cannot tell. */
  isClearFile(path: string, kind: FileKind, content?: string): boolean {
    return this.#first?.isClearFile(path, kind, this.#isFound, content) ?? false;
  }

  readonly #isFound: Judge = (view, sightings) => this.#triedIn(view, sightings) !== untried;

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
    this.#tryAt(view, sightings, found, marks);
    if (hasAt) for (const rule of this.#singles) this.#trySingle(rule, view, found);
    for (const { rule, pattern } of this.#own) {
      for (const match of view.text.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.secret ??
          match.indices?.[1] ?? [match.index, match.index + match[0].length];
        if (end > start) this.#add(rule, view, { start, end }, found);
      }
    }
  }

  #tryAt(view: Readable, sightings: readonly number[], found: Detection[], marks: Mark[]): void {
    const { text } = view;
    const [firstLiteral, firstWatched] = [this.#rules.length, this.#rules.length + this.#literals.length];
    for (let index = 0; index < sightings.length; index += 3) {
      const target = sightings[index] as number;
      const at = sightings[index + 1] as number;
      if (target < 0) for (const rule of this.#singles) this.#tryRule(rule, view, at, found);
      else if (target < firstLiteral) this.#tryRule(this.#rules[target] as Rule, view, at, found);
      else if (target < firstWatched)
        this.#tryLiteral(this.#literals[target - firstLiteral] as Literal, view, at, found);
      else if (this.#watched[target - firstWatched]?.isWorth?.(text, at) ?? true)
        marks.push({ view, anchor: target - firstWatched, at });
    }
  }

  #trySingle(rule: Rule, view: View, found: Detection[]): void {
    for (let at = view.text.indexOf("@"); at !== -1; at = view.text.indexOf("@", at + 1))
      this.#tryRule(rule, view, at, found);
  }

  #tryRule(rule: Rule, view: Readable, at: number, found: Detection[]): void {
    if (rule.beginsWord && at > 0 && /[A-Za-z0-9]/.test(view.text[at - 1] as string)) return;
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

  #tryLiteral(literal: Literal, view: Readable, at: number, found: Detection[]): void {
    const hit = literalAt(literal, view.text, at);
    if (hit) this.#add(literal.rule, view, hit, found, literal);
  }

  #add(rule: Detection["rule"], view: Readable, hit: Hit, found: Detection[], known?: Literal): void {
    if (isPlaceholderAt(view.text, hit.start, hit.end)) return;
    const secret = known?.secret ?? view.text.slice(hit.start, hit.end);
    if (!known?.isAnyway && isAllowed(this.#options, secret)) return;
    const spans = originalSpans(view, hit.start, hit.end);
    if (spans.length === 0) return;
    const isJoined = isOnLines(view, spans);
    found.push({ rule, secret, spans, hit, isJoined, ...(known !== undefined && { isKnown: true as const }) });
  }
}

const ownRule = ({ id, label }: OwnPattern): Rule => ({
  id,
  label: label ?? id,
  family: "secret",
  anchors: [],
  rank: 5,
});
