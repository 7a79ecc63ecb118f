/** Two passes over an archive: `learn` everything, then `redact` whatever is shown. */
import type { Detection } from "./detection.ts";
import { Detector, type Literal, type Tried } from "./detector.ts";
import { FieldLabels, fieldRule, wholeDetection } from "./fields.ts";
import { type Finding, Findings, type Place } from "./findings.ts";
import { type Learnt, LearntCollector } from "./learnt.ts";
import { Memory, type MemoryState, type Shown } from "./memory.ts";
import { noRedaction } from "./no-redaction.ts";
import { checkOptions, isAllowed, isOn, type RedactOptions } from "./options.ts";
import { OutsideQueue, outsideAnchors, windowsOf } from "./outside.ts";
import type { HomeHit } from "./personal/home.ts";
import { homeRule, userRule } from "./personal/index.ts";
import { Recent } from "./recent.ts";
import type { Redactor } from "./redactor-interface.ts";
import { startSecretlint } from "./secretlint.ts";
import { byRules, SharedLooks } from "./shared-look.ts";
import { Shower } from "./shower.ts";
import { eachString } from "./value.ts";

export type { Redactor };

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
  /** The look itself, for whoever shows the text. */
  readonly tried?: Tried;
}

class ArchiveRedactor implements Redactor {
  readonly isOn = true;
  readonly #options: RedactOptions;
  readonly #outside: OutsideQueue | undefined;
  readonly #detector: Detector;
  #collector: LearntCollector | undefined;
  #collecting: Promise<unknown> = Promise.resolve();
  #found = new Findings();
  #learnt = new Recent<LearntText>();
  readonly #labels: FieldLabels;
  readonly #shower: Shower;
  /** Of one that was asked to show what it learns. */
  #sharing: SharedLooks | undefined;
  #showing: ArchiveRedactor | undefined;

  constructor(options: RedactOptions, outside: OutsideQueue | undefined, state?: MemoryState) {
    this.#options = options;
    this.#outside = outside;
    this.#detector = new Detector(options, outside ? outsideAnchors : []);
    this.#labels = new FieldLabels(this.#detector);
    this.#shower = new Shower({
      options,
      detector: this.#detector,
      labels: this.#labels,
      memory: memoryFor(options, state),
      onKnown: () => {
        this.#learnt = new Recent();
      },
    });
  }

  get #memory(): Memory {
    return this.#shower.memory;
  }

  get findings(): readonly Finding[] {
    // A log may be called like a secret.
    return this.#found.list().map((finding) => {
      const file = this.#shower.cleaned(finding.place.file, false, false);
      return file === finding.place.file ? finding : { ...finding, place: { ...finding.place, file } };
    });
  }

  learn = (text: string, place: Place, isAgain = false): Promise<void> | undefined => {
    if (text.length < 4) return undefined;
    const { detections, windows, tried } = this.#learnt.get(text) ?? this.#lookedAt(text);
    if (tried !== undefined) this.#sharing?.remember(text, tried);
    for (const detection of detections) {
      if (this.#isSighting(detection)) continue;
      this.#note(detection, place, isAgain);
    }
    return this.#outside?.offer(windows, (detection) => {
      if (!this.#isOurs(detection.secret)) this.#note(detection, place, isAgain);
    });
  };

  #lookedAt(text: string): LearntText {
    const tried = this.#sharing?.tried(text);
    const { detections, marks } = tried === undefined ? this.#detector.look(text) : byRules(tried);
    const windows = windowsOf(marks);
    const learnt = { detections, windows, ...(tried !== undefined && { tried }) };
    const size = windows.reduce((sum, window) => sum + window.length, 0);
    this.#learnt.add(text, learnt, size);
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
    if (this.#sharing?.begin()) this.#learnt = new Recent();
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

  showing = (state: MemoryState): Redactor => {
    const showing = this.#showing ?? new ArchiveRedactor(this.#options, undefined, state);
    if (this.#showing !== undefined) showing.adopt(state);
    this.#showing = showing;
    // The first session is shown without: whoever only learns need not remember anything.
    if (this.#sharing === undefined) this.#learnt = new Recent();
    this.#sharing ??= new SharedLooks(this.#options, this.#outside ? outsideAnchors : []);
    showing.#shower.shared = this.#sharing.show(showing.#shower.literals());
    return showing;
  };

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

  snapshot = (): MemoryState => this.#memory.snapshot();

  startOver = (): void => {
    this.#shower.memory = memoryFor(this.#options);
    this.#found = new Findings();
  };

  adopt = (state: MemoryState): void => {
    this.#shower.memory = memoryFor(this.#options, state);
    this.#shower.shared = undefined;
  };

  shownAs = (shown: Shown): string => this.#memory.shownAs(shown);

  onShown = (listener: ((shown: Shown) => void) | undefined): void => {
    this.#shower.onShown = listener;
  };

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

  lookedFor = (): readonly Literal[] => [
    ...this.#memory.literals(isOn(this.#options, userRule, "personal")),
    ...this.#memory.homeLiterals(),
  ];

  literals = ({ isWithPeople } = { isWithPeople: true }): readonly Literal[] =>
    // Where a name is a user's only by what stands beside it, a page is no evidence: it puts words side by side.
    this.#memory.literals(isWithPeople && isOn(this.#options, userRule, "personal")).filter(({ isUser }) => !isUser);

  settle = async (): Promise<void> => {
    await this.#outside?.flush();
  };

  redact = (text: string): string => this.#shower.redact(text);

  redactUnlearnt = (text: string): string => this.#shower.redactUnlearnt(text);

  value = <Value>(value: Value): Value => this.#shower.value(value);
}

function memoryFor({ homes = [], users = [] }: RedactOptions, state?: MemoryState): Memory {
  const memory = new Memory(state);
  for (const home of homes) memory.addHome(home.split(/[\\/]/).filter(Boolean).at(-1) ?? "");
  for (const user of users) memory.addUser(user, true);
  return memory;
}
