/** Texts as they may be shown, by what is known. */
import type { Detection } from "./detection.ts";
import type { Detector, Literal } from "./detector.ts";
import { type FieldLabels, fieldRule, isId } from "./fields.ts";
import type { Memory, Shown } from "./memory.ts";
import { isAllowed, isOn, type RedactOptions } from "./options.ts";
import type { HomeHit } from "./personal/home.ts";
import { homeRule, userRule } from "./personal/index.ts";
import { placeholder, placeholderPattern } from "./placeholder.ts";
import { Recent } from "./recent.ts";
import { cut } from "./replace.ts";
import { areSame, type SharedLook } from "./shared-look.ts";
import { type Field, mapStrings } from "./value.ts";

export interface ShowerOptions {
  readonly options: RedactOptions;
  readonly detector: Detector;
  readonly labels: FieldLabels;
  readonly memory: Memory;
  /** The detector looks for other values now: what it found before is of no use. */
  readonly onKnown: () => void;
}

export class Shower {
  /** Another one may be put in its place. */
  memory: Memory;
  /** Told of each value that is replaced. */
  onShown: ((shown: Shown) => void) | undefined;
  /** What another one found in the same texts. */
  shared: SharedLook | undefined;
  readonly #options: RedactOptions;
  readonly #detector: Detector;
  readonly #labels: FieldLabels;
  readonly #onKnown: () => void;
  /** What the detector looks for by its value, and the memory that this was taken from. */
  #known: readonly Literal[] = [];
  #knownBy: { readonly memory: Memory; readonly version: number } | undefined;
  #seen = new Recent<readonly Detection[]>();
  readonly #plainKeys = new Set<string>();
  /** Whether what is shown was learnt from: if not, whether another session did decides only of what is looked for everywhere. */
  #isLearnt = true;

  constructor({ options, detector, labels, memory, onKnown }: ShowerOptions) {
    this.#options = options;
    this.#detector = detector;
    this.#labels = labels;
    this.memory = memory;
    this.#onKnown = onKnown;
  }

  redact = (text: string): string => this.cleaned(text, false, true);

  redactUnlearnt(text: string): string {
    this.#isLearnt = false;
    const shown = this.redact(text);
    this.#isLearnt = true;
    return shown === text ? text : shown.replace(placeholderPattern, (_, label: string) => placeholder({ label }));
  }

  value = <Value>(value: Value): Value => {
    this.#refresh();
    return mapStrings(value, {
      text: (text, field) => this.#fieldText(text, field),
      key: (key) => this.cleaned(key, false, true),
      plainKeys: this.#plainKeys,
      lines: (lines, field) => {
        const before = lines.join("\n");
        const after = this.cleaned(before, true, !isId(field));
        const clean = after.split("\n");
        if (after !== before && clean.length !== lines.length) return lines.map(this.redact);
        const shown = after === before ? lines : clean;
        return this.#labels.isLabel(field) ? shown.map((line) => this.#fieldText(line, field)) : shown;
      },
      number: (number, field) => {
        const shown = this.#withoutLabelled(String(number), field);
        return shown === String(number) ? number : shown;
      },
    });
  };

  #fieldText(text: string, field: Field): string {
    const rule = fieldRule(text, field, this.#options);
    if (rule && !isAllowed(this.#options, text)) return this.#placeholder(text, rule);
    return this.cleaned(this.#withoutLabelled(text, field), false, !isId(field));
  }

  #withoutLabelled(text: string, field: Field): string {
    const cuts = this.#labels.detect(text, field).map((detection) => ({
      spans: detection.spans,
      standIn: this.#standIn(detection),
    }));
    return cut(text, cuts, false);
  }

  cleaned(text: string, keepLines: boolean, withPeople: boolean): string {
    if (text.length < 4) return text;
    this.#refresh();
    let detections = this.#seen.get(text);
    if (detections === undefined) {
      detections = this.shared?.(text) ?? this.#detector.detect(text);
      this.#seen.add(text, detections);
    }
    if (detections.length === 0) return text;
    const standing = detections
      .filter(({ rule }) => withPeople || rule.family !== "personal")
      .flatMap((detection) => this.#resolved(detection, text));
    const cuts = standing.map((detection) => ({ spans: detection.spans, standIn: this.#standIn(detection) }));
    return cut(text, cuts, keepLines);
  }

  #standIn({ hit, secret, rule }: Detection): string {
    return hit.replacement ?? this.#placeholder(secret, rule);
  }

  #placeholder(secret: string, rule: Detection["rule"]): string {
    if (this.#isLearnt || this.memory.isLookedFor(secret)) this.onShown?.({ kind: "secret", value: secret });
    return placeholder(this.memory.placeholderFor(secret, rule));
  }

  literals(): readonly Literal[] {
    return this.memory.literals(isOn(this.#options, userRule, "personal"));
  }

  #refresh(): void {
    const { memory } = this;
    if (this.#knownBy?.memory === memory && this.#knownBy.version === memory.version) return;
    this.#knownBy = { memory, version: memory.version };
    const literals = this.literals();
    if (areSame(literals, this.#known)) return;
    this.#known = literals;
    this.#detector.know(literals);
    this.#seen = new Recent();
    this.#plainKeys.clear();
    this.#onKnown();
  }

  /** Home directories stand or fall with what the archive knows of their owner. */
  #resolved(detection: Detection, text: string): readonly Detection[] {
    const [span] = detection.spans;
    if (detection.rule.id !== homeRule || !span) return [detection];
    const hit = detection.hit as HomeHit;
    if (!hit.encoded) return hit.deep || this.#isHome(hit.user) ? [detection] : [];
    const start = span.end - hit.user.length;
    const known = this.memory.encodedUserAt(text, start);
    if (known === undefined) return hit.deep ? [detection] : [];
    this.onShown?.({ kind: "home", value: known.name });
    return [{ ...detection, spans: [{ start: span.start, end: start + known.encoded.length }] }];
  }

  #isHome(name: string): boolean {
    const isHome = this.memory.isHome(name);
    if (isHome) this.onShown?.({ kind: "home", value: name });
    return isHome;
  }
}
