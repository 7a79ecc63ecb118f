/** Two passes over an archive: `learn` everything, then `redact` whatever is shown. */
import type { Detection } from "./detection.ts";
import { Detector, type Literal } from "./detector.ts";
import { FieldLabels, fieldRule, isId, wholeDetection } from "./fields.ts";
import { type Finding, Findings, type Place } from "./findings.ts";
import { type Learnt, LearntCollector } from "./learnt.ts";
import { Memory, type MemoryState } from "./memory.ts";
import { noRedaction } from "./no-redaction.ts";
import { checkOptions, isAllowed, isOn, type RedactOptions } from "./options.ts";
import { OutsideQueue, outsideAnchors, windowsOf } from "./outside.ts";
import type { HomeHit } from "./personal/home.ts";
import { homeRule, userRule } from "./personal/index.ts";
import { placeholder } from "./placeholder.ts";
import { Recent } from "./recent.ts";
import { cut } from "./replace.ts";
import { startSecretlint } from "./secretlint.ts";
import { eachString, type Field, mapStrings } from "./value.ts";

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
  /** What `frozenRedactor` needs to show texts as this one does, in another thread. */
  readonly state: () => MemoryState;
  /** Everything that decides how the texts of a session are shown that holds these secrets. */
  readonly fingerprint: (secrets: readonly string[]) => string;
  /** Second pass: the text as it may be shown. */
  readonly redact: (text: string) => string;
  readonly value: <Value>(value: Value) => Value;
  readonly findings: readonly Finding[];
  /** For the publish gate: values that are looked for wherever they stand. */
  readonly literals: (options?: { readonly isWithPeople: boolean }) => readonly Literal[];
}

/** Throws where the scanner cannot start: text that nobody looked at must not be published. */
export async function createRedactor(options: RedactOptions = {}): Promise<Redactor> {
  checkOptions(options);
  if (options.redact === false) return noRedaction;
  if (!isOn(options, "secretlint", "secret")) return new ArchiveRedactor(options, undefined);
  const scanner = await (options.scanner ?? startSecretlint)();
  return new ArchiveRedactor(options, new OutsideQueue(scanner));
}

/** Learns nothing itself: takes what others learnt. */
export function archiveRedactor(options: RedactOptions = {}): Redactor {
  checkOptions(options);
  return options.redact === false ? noRedaction : new ArchiveRedactor(options, undefined);
}

/** Only shows: for pages that are drawn elsewhere than sessions were learnt. */
export function frozenRedactor(options: RedactOptions, state: MemoryState | undefined): Redactor {
  return state === undefined ? noRedaction : new ArchiveRedactor(options, undefined, state);
}

/** What there was to learn in a text. */
interface LearntText {
  readonly detections: readonly Detection[];
  /** What of it secretlint has to see. */
  readonly windows: readonly string[];
}

const nothing: LearntText = { detections: [], windows: [] };

class ArchiveRedactor implements Redactor {
  readonly isOn = true;
  readonly #options: RedactOptions;
  readonly #outside: OutsideQueue | undefined;
  readonly #detector: Detector;
  readonly #memory: Memory;
  #collector: LearntCollector | undefined;
  #collecting: Promise<unknown> = Promise.resolve();
  readonly #found = new Findings();
  #detectorVersion = 0;
  #learnt = new Recent<LearntText>();
  #seen = new Recent<readonly Detection[]>();
  readonly #labels: FieldLabels;

  constructor(options: RedactOptions, outside: OutsideQueue | undefined, state?: MemoryState) {
    this.#options = options;
    this.#memory = new Memory(state);
    this.#outside = outside;
    this.#detector = new Detector(options, outside ? outsideAnchors : []);
    this.#labels = new FieldLabels(this.#detector);
    for (const home of options.homes ?? []) this.#memory.addHome(home.split(/[\\/]/).filter(Boolean).at(-1) ?? "");
    for (const user of options.users ?? []) this.#memory.addUser(user, true);
  }

  get findings(): readonly Finding[] {
    // A log may be called like a secret.
    return this.#found.list().map((finding) => {
      const file = this.#cleaned(finding.place.file, false, false);
      return file === finding.place.file ? finding : { ...finding, place: { ...finding.place, file } };
    });
  }

  learn = (text: string, place: Place, isAgain = false): Promise<void> | undefined => {
    if (text.length < 4) return undefined;
    const { detections, windows } = this.#learnt.get(text) ?? this.#lookedAt(text);
    for (const detection of detections) {
      if (this.#isSighting(detection)) continue;
      this.#note(detection, place, isAgain);
    }
    return this.#outside?.offer(windows, (detection) => {
      if (!this.#isOurs(detection.secret)) this.#note(detection, place, isAgain);
    });
  };

  #lookedAt(text: string): LearntText {
    const { detections, marks } = this.#detector.look(text);
    const learnt = detections.length === 0 && marks.length === 0 ? nothing : { detections, windows: windowsOf(marks) };
    this.#learnt.add(
      text,
      learnt,
      learnt.windows.reduce((size, window) => size + window.length, 0),
    );
    return learnt;
  }

  /** A home directory is no finding: it tells who the user is, and becomes "~". */
  #isSighting({ rule, hit }: Detection): boolean {
    if (rule.id !== homeRule) return false;
    const { user, deep, encoded } = hit as HomeHit;
    if (!deep || encoded) return true;
    if (this.#collector === undefined) this.#memory.sight(user);
    else this.#collector.sight(user);
    return true;
  }

  /** Whether our own rules find it as well, and then know better where it begins and ends. */
  #isOurs(secret: string): boolean {
    return this.#detector.detect(secret).some(({ rule }) => rule.family === "secret" && rule.rank > 1);
  }

  #note(detection: Detection, place: Place, isAgain: boolean): void {
    if (isAllowed(this.#options, detection.secret)) return;
    // What is collected is for those who take it: kept here as well, an archive would be in memory twice.
    if (this.#collector === undefined) {
      this.#memory.add(detection);
      this.#found.add(detection.rule, place);
    } else if (!isAgain || !this.#collector.has(detection.secret)) this.#collector.note(detection, place);
  }

  learner = (): Redactor => new ArchiveRedactor(this.#options, this.#outside);

  /** One after the other: of two at a time each would note what the other finds. */
  collect = (learn: () => Promise<void>): Promise<Learnt> => {
    const learnt = this.#collecting.then(() => this.#collectOne(learn));
    this.#collecting = learnt.catch(() => undefined);
    return learnt;
  };

  async #collectOne(learn: () => Promise<void>): Promise<Learnt> {
    await this.settle();
    const collector = new LearntCollector();
    this.#collector = collector;
    try {
      await learn();
      await this.settle();
    } finally {
      this.#collector = undefined;
    }
    return collector.end();
  }

  take = (learnt: Learnt): void => {
    for (const { rule, secret, place } of learnt.found) {
      this.#memory.add({ rule, secret });
      this.#found.add(rule, place);
    }
    for (const [name, count] of learnt.homes) this.#memory.sight(name, count);
  };

  freeze = (): void => {
    this.#memory.freeze();
    this.#found.close();
  };

  state = (): MemoryState => this.#memory.state();

  fingerprint = (secrets: readonly string[]): string => this.#memory.fingerprint(secrets);

  learnValue = (value: unknown, place: Place, isAgain = false): Promise<void> | undefined => {
    const waits: Promise<void>[] = [];
    const learn = (text: string): void => {
      const wait = this.learn(text, place, isAgain);
      if (wait) waits.push(wait);
    };
    eachString(value, (text, field) => {
      if (typeof text === "number") {
        for (const detection of this.#labels.detect(String(text), field)) this.#note(detection, place, isAgain);
        return;
      }
      const rule = fieldRule(text, field, this.#options);
      if (rule && this.#detector.detect(text).length === 0) {
        this.#note(wholeDetection(text, rule), place, isAgain);
        return;
      }
      for (const detection of this.#labels.detect(text, field)) this.#note(detection, place, isAgain);
      learn(text);
    });
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  };

  literals = ({ isWithPeople } = { isWithPeople: true }): readonly Literal[] =>
    // Where a name is a user's only by what stands beside it, a page is no evidence: it puts words side by side.
    this.#memory.literals(isWithPeople && isOn(this.#options, userRule, "personal")).filter(({ isUser }) => !isUser);

  settle = async (): Promise<void> => {
    await this.#outside?.flush();
  };

  redact = (text: string): string => this.#cleaned(text, false, true);

  value = <Value>(value: Value): Value =>
    mapStrings(value, {
      text: (text, field) => this.#fieldText(text, field),
      key: (key) => this.#cleaned(key, false, true),
      lines: (lines, field) => {
        const before = lines.join("\n");
        const after = this.#cleaned(before, true, !isId(field));
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

  #fieldText(text: string, field: Field): string {
    const rule = fieldRule(text, field, this.#options);
    if (rule && !isAllowed(this.#options, text)) return placeholder(this.#memory.placeholderFor(text, rule));
    return this.#cleaned(this.#withoutLabelled(text, field), false, !isId(field));
  }

  #withoutLabelled(text: string, field: Field): string {
    const cuts = this.#labels.detect(text, field).map((detection) => ({
      spans: detection.spans,
      standIn: this.#standIn(detection),
    }));
    return cut(text, cuts, false);
  }

  #cleaned(text: string, keepLines: boolean, withPeople: boolean): string {
    if (text.length < 4) return text;
    this.#refresh();
    let detections = this.#seen.get(text);
    if (detections === undefined) {
      detections = this.#detector.detect(text);
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
    return hit.replacement ?? placeholder(this.#memory.placeholderFor(secret, rule));
  }

  #refresh(): void {
    if (this.#detectorVersion === this.#memory.version) return;
    this.#detectorVersion = this.#memory.version;
    this.#detector.know(this.#memory.literals(isOn(this.#options, userRule, "personal")));
    this.#learnt = new Recent();
    this.#seen = new Recent();
  }

  /** Home directories stand or fall with what the archive knows of their owner. */
  #resolved(detection: Detection, text: string): readonly Detection[] {
    const [span] = detection.spans;
    if (detection.rule.id !== homeRule || !span) return [detection];
    const hit = detection.hit as HomeHit;
    if (!hit.encoded) return hit.deep || this.#memory.isHome(hit.user) ? [detection] : [];
    const start = span.end - hit.user.length;
    const known = this.#memory.encodedUserAt(text, start);
    if (known === undefined) return hit.deep ? [detection] : [];
    return [{ ...detection, spans: [{ start: span.start, end: start + known.length }] }];
  }
}
