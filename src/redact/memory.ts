/** Everything that was found in the archive: a secret met once is removed everywhere, under one number. */
import type { Detection } from "./detection.ts";
import type { Literal } from "./detector.ts";
import { encodedName, homeAnchors, nameReach } from "./personal/home.ts";
import { userRule } from "./personal/index.ts";
import type { Placeholder } from "./placeholder.ts";
import { isPlaceholder, looksRandom } from "./randomness.ts";

interface Known {
  rule: Detection["rule"];
  readonly secret: string;
  /** Whether the value alone is odd enough to be cut out wherever it stands. */
  isEverywhere: boolean;
  readonly pieces: Set<string>;
  number?: number;
}

/** As plain data. */
export interface MemoryState {
  readonly known: readonly {
    readonly rule: Detection["rule"];
    readonly secret: string;
    readonly isEverywhere: boolean;
    readonly number: number;
  }[];
  readonly users: readonly string[];
  readonly wordUsers: readonly string[];
  readonly homes: readonly string[];
}

/** A value that was replaced while a text was shown. */
export interface Shown {
  readonly kind: "secret" | "home";
  readonly value: string;
}

const user = { id: userRule, label: "user name", family: "personal", rank: 0 } as const;

/** A path of one web page or one sentence makes nobody a user. */
const leastSightings = 3;

export class Memory {
  readonly #known = new Map<string, Known>();
  readonly #sightings = new Map<string, number>();
  readonly #users = new Set<string>();
  /** Users whose name is an ordinary word or short: only `chip@host`, `USER=chip` and the like are theirs, and paths. */
  readonly #wordUsers = new Set<string>();
  readonly #homes = new Set<string>();
  readonly #numbers = new Map<string, number>();
  /** Grows with each change that a detector must take in. */
  version = 0;
  #isFrozen = false;

  constructor(state?: MemoryState) {
    if (state === undefined) return;
    for (const { rule, secret, isEverywhere: everywhere, number } of state.known) {
      const pieces = new Set(everywhere ? piecesOf(secret) : []);
      this.#known.set(secret, { rule, secret, isEverywhere: everywhere, pieces, number });
    }
    for (const name of state.homes) this.#homes.add(name);
    for (const name of state.users) this.#users.add(name);
    for (const name of state.wordUsers) this.#wordUsers.add(name);
    this.#isNumbered = true;
    this.#isFrozen = true;
    this.version = 1;
  }

  freeze(): void {
    this.#number();
    this.#isFrozen = true;
  }

  state(): MemoryState {
    this.freeze();
    return this.snapshot();
  }

  /** The state as it would be if nothing more came; more may come. */
  snapshot(): MemoryState {
    const numbers = new Map<string, number>();
    const next = (label: string): number => {
      numbers.set(label, (numbers.get(label) ?? 0) + 1);
      return numbers.get(label) ?? 0;
    };
    return {
      known: [...this.#known.values()].map(({ rule, secret, isEverywhere: everywhere, number }) => ({
        rule: { id: rule.id, label: rule.label, family: rule.family, rank: rule.rank },
        secret,
        isEverywhere: everywhere,
        number: number ?? next(rule.label),
      })),
      users: [...this.#users],
      wordUsers: [...this.#wordUsers],
      homes: [...this.#homes],
    };
  }

  /** How a value is shown that was replaced on a page: it changes when that page would show something else there. */
  shownAs({ kind, value }: Shown): string {
    this.freeze();
    if (kind === "home") return this.#homes.has(value) ? "home" : "";
    const known = this.#known.get(value);
    if (known !== undefined) return `${known.rule.label} ${known.number}`;
    return this.#users.has(value) ? "user" : this.#wordUsers.has(value) ? "user by place" : "";
  }

  /** What a pass of learning found. */
  add(detection: Pick<Detection, "rule" | "secret">): void {
    const { rule, secret } = detection;
    const known = this.#known.get(secret);
    if (known) {
      if (rule.rank > known.rule.rank && known.number === undefined) known.rule = rule;
      if (!known.isEverywhere && isEverywhere(rule, secret)) known.isEverywhere = this.#changed();
      return;
    }
    const everywhere = isEverywhere(rule, secret);
    this.#known.set(secret, {
      rule,
      secret,
      isEverywhere: everywhere,
      pieces: new Set(everywhere ? piecesOf(secret) : []),
    });
    if (everywhere) this.#changed();
  }

  #changed(): true {
    this.version++;
    return true;
  }

  /** A home directory was seen, with something below it. */
  sight(name: string, times = 1): void {
    this.#homes.add(name);
    const count = (this.#sightings.get(name) ?? 0) + times;
    this.#sightings.set(name, count);
    if (count >= leastSightings) this.addUser(name);
  }

  /** `isCertain` where a person said so: then it counts everywhere, whatever word it is. */
  addUser(name: string, isCertain = false): void {
    const reach = isCertain && name.length >= 3 ? "everywhere" : nameReach(name);
    const names = reach === "everywhere" ? this.#users : reach === "as a user" ? this.#wordUsers : undefined;
    if (names === undefined || names.has(name)) return;
    names.add(name);
    this.version++;
  }

  addHome(name: string): void {
    this.#homes.add(name);
    this.addUser(name);
  }

  /** By its value, wherever it stands. */
  isLookedFor(secret: string): boolean {
    return this.#known.get(secret)?.isEverywhere === true;
  }

  isHome(name: string): boolean {
    return this.#homes.has(name);
  }

  /** The known user whose name, as folders spell it, stands at `at`; the longest. */
  encodedUserAt(text: string, at: number): { readonly name: string; readonly encoded: string } | undefined {
    let best: { readonly name: string; readonly encoded: string } | undefined;
    for (const name of this.#homes) {
      const encoded = encodedName(name);
      const next = text[at + encoded.length];
      if (
        text.startsWith(encoded, at) &&
        (next === undefined || !/[A-Za-z0-9]/.test(next)) &&
        encoded.length > (best?.encoded.length ?? 0)
      )
        best = { name, encoded };
    }
    return best;
  }

  /** All values to look for by themselves. */
  literals(allowUsers: boolean): readonly Literal[] {
    const literals: Literal[] = [];
    for (const { rule, secret, isEverywhere: everywhere, pieces } of this.#known.values()) {
      if (!everywhere) continue;
      for (const text of [secret, ...pieces]) literals.push({ text, rule, secret });
    }
    if (!allowUsers) return literals;
    for (const name of this.#users)
      literals.push({ text: name, rule: user, secret: name, isWord: true, isAnyCase: isTellingName(name) });
    for (const name of this.#wordUsers)
      literals.push({ text: name, rule: user, secret: name, isWord: true, isUser: true });
    return literals;
  }

  /** Home directories as texts spell them: one that was not known yet was shown where nothing stands below it. */
  homeLiterals(): readonly Literal[] {
    return [...this.#homes].flatMap((name) =>
      [...homeAnchors, ...homeAnchors.map((anchor) => anchor.replace("users", "Users"))].map((anchor) => {
        const text = `${anchor}${anchor.startsWith("-") ? encodedName(name) : name}`;
        return { text, rule: user, secret: name, isPath: true };
      }),
    );
  }

  /** Numbers count by label in the order of first appearance. */
  placeholderFor(secret: string, rule: Detection["rule"]): Placeholder {
    this.#number();
    let known = this.#known.get(secret);
    // Pages are drawn in any order: a number that depends on it would differ from build to build.
    if (!known && this.#isFrozen) return { label: rule.label };
    if (!known) {
      known = { rule, secret, isEverywhere: false, pieces: new Set() };
      this.#known.set(secret, known);
    }
    known.number ??= this.#next(known.rule.label);
    return { label: known.rule.label, number: known.number };
  }

  #isNumbered = false;

  #number(): void {
    if (this.#isNumbered) return;
    for (const known of this.#known.values()) known.number ??= this.#next(known.rule.label);
    this.#isNumbered = true;
  }

  #next(label: string): number {
    const number = (this.#numbers.get(label) ?? 0) + 1;
    this.#numbers.set(label, number);
    return number;
  }
}

function isEverywhere(rule: Detection["rule"], secret: string): boolean {
  if (rule.family === "personal") return false;
  if (rule.rank >= 3) return secret.length >= 8;
  return secret.length >= 10 && looksRandom(secret) && !isPlaceholder(secret);
}

const base64Offsets = [0, 1, 2] as const;

/** Other spellings of a secret: the lines of a key, and base64 of a text that holds it. */
function piecesOf(secret: string): readonly string[] {
  if (secret.includes("\n")) {
    return secret
      .split("\n")
      .map((line) => line.trim().replace(/^[+ >-]{0,2}(?:\d{1,6}[\t→:|])?\s{0,8}/, ""))
      .filter((line) => line.length >= 24 && !line.startsWith("-----"))
      .map((line) => /^["'`]([A-Za-z0-9+/]{24,}={0,2})\W/.exec(line)?.[1] ?? line);
  }
  if (secret.length < 12) return [];
  // Behind one or two other characters the same bytes read otherwise; the first and last signs depend on the neighbours.
  return base64Offsets.map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
      .toString("base64")
      .replace(/=+$/, "");
    const first = offset === 0 ? 0 : offset + 1;
    const whole = Math.floor(((offset + Buffer.byteLength(secret)) * 8) / 6);
    return encoded.slice(first, whole);
  });
}

/**
 * Short ones are first names as well: a user `alice` must not cost every Alice in a test. Letters outside of ASCII may be
 * another number of characters in the other case.
 */
const isTellingName = (name: string): boolean => /^[\x20-\x7e]{8,}$/.test(name);
