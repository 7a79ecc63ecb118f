/**
 * The terms by which each word is found, by number. A word is taken apart once (indexable.ts says how); words of ASCII,
 * which nearly all are, as bytes, without a string for each part.
 */
import { hiddenWords } from "./hidden-words.ts";
import { type Indexable, indexables } from "./indexable.ts";
import { stem } from "./stem.ts";
import { hashFactor, hashOf, hashStart, longer, Vocabulary } from "./vocabulary.ts";

/** What a byte is. Those that are no plain ASCII take the long way. */
const sign = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const joiner = 4;
const other = 5;
const kinds = new Uint8Array(256).fill(other);
for (let byte = 0x21; byte < 0x7f; byte++) {
  const letter = String.fromCharCode(byte);
  const kind = /[a-z]/.test(letter) ? lower : /[A-Z]/.test(letter) ? upper : /\d/.test(letter) ? digit : sign;
  kinds[byte] = letter === "_" ? joiner : kind;
}
/** Letters in lower case; 0 for what does not belong to words. */
const lowered = new Uint8Array(256);
for (let byte = 0x21; byte < 0x7f; byte++) {
  if (kinds[byte] !== sign) lowered[byte] = kinds[byte] === upper ? byte + 32 : byte;
}

const longestEnd = 64;
const dot = 0x2e;
const none: readonly string[] = [];

export class WordTerms {
  readonly words = new Vocabulary();
  readonly terms = new Vocabulary();
  /** For each word from `at`: how many terms count as much as itself, how many are parts, then both. */
  list = new Int32Array(1 << 14);
  #listed = 1;
  /** Where a word's terms stand in the list; 0 for one that was not seen before. */
  #at = new Int32Array(1 << 12);
  readonly #hidden: (readonly string[] | undefined)[] = [];
  /** Parts of words in lower case, and the terms of their stems, plus one. */
  readonly #parts = new Vocabulary();
  #stems = new Int32Array(1 << 12);
  #room = Buffer.allocUnsafe(1 << 10);

  at(word: number): number {
    while (word >= this.#at.length) this.#at = longer(this.#at);
    return (this.#at[word] as number) || this.#learn(word);
  }

  /** What a word is also found by. */
  hidden(word: number): readonly string[] {
    const known = this.#hidden[word];
    if (known !== undefined) return known;
    const found = this.#mayHide(word) ? hiddenWords(this.words.text(word)) : none;
    this.#hidden[word] = found;
    return found;
  }

  #mayHide(word: number): boolean {
    const { bytes } = this.words;
    let before: number = sign;
    for (let at = this.words.start(word), end = this.words.ends[word] as number; at < end; at++) {
      const kind = kinds[bytes[at] as number] as number;
      if (kind === other) return true;
      const isBehindName = before === lower || before === upper || before === digit;
      if (isBehindName && (kind === upper || (kind === digit) !== (before === digit)) && kind !== sign) return true;
      before = kind;
    }
    return false;
  }

  #learn(word: number): number {
    const { bytes } = this.words;
    const start = this.words.start(word);
    const end = this.words.ends[word] as number;
    let isCompound = false;
    for (let at = start; at < end; at++) {
      const kind = kinds[bytes[at] as number] as number;
      if (kind === other) return this.#learnSlowly(word);
      if (kind === sign || kind === joiner || (kind === upper && at > start)) isCompound = true;
    }
    const from = this.#reserve(2 * (end - start) + 2);
    if (this.#room.length < end - start) this.#room = Buffer.allocUnsafe(2 * (end - start));
    this.#listed += 2;
    const isWord = this.#push(bytes, start, end, 0);
    if (isCompound && isWord) {
      this.#pushParts(bytes, start, end);
      this.#pushEnds(bytes, start, end, from + 2);
    }
    const whole = isWord ? 1 : 0;
    this.list[from] = whole;
    this.list[from + 1] = this.#listed - from - 2 - whole;
    this.#at[word] = from;
    return from;
  }

  #learnSlowly(word: number): number {
    const all = indexables(this.words.text(word));
    const from = this.#reserve(all.length + 2);
    const parts = all.reduce((sum, { isPart }) => sum + (isPart ? 1 : 0), 0);
    this.list[this.#listed++] = all.length - parts;
    this.list[this.#listed++] = parts;
    for (const each of all) if (!each.isPart) this.list[this.#listed++] = this.#term(each);
    for (const each of all) if (each.isPart) this.list[this.#listed++] = this.#term(each);
    this.#at[word] = from;
    return from;
  }

  #reserve(more: number): number {
    while (this.#listed + more > this.list.length) this.list = longer(this.list);
    return this.#listed;
  }

  /** The term of letters, digits and joiners between two places; false where there are no more than `least` of them. */
  #push(bytes: Uint8Array, start: number, end: number, least: number): boolean {
    const room = this.#room;
    let length = 0;
    let hash = hashStart;
    for (let at = start; at < end; at++) {
      const byte = lowered[bytes[at] as number] as number;
      if (byte === 0) continue;
      room[length++] = byte;
      hash = Math.imul(hash ^ byte, hashFactor);
    }
    if (length <= least) return false;
    const part = this.#parts.number(room, 0, length, hash);
    while (part >= this.#stems.length) this.#stems = longer(this.#stems);
    let term = this.#stems[part] as number;
    if (term === 0) {
      term = this.#named(stem(room.toString("latin1", 0, length))) + 1;
      this.#stems[part] = term;
    }
    this.list[this.#listed++] = term - 1;
    return true;
  }

  /** Of `getUserName`, `snake_case` and `src/lib/util.ts`. */
  #pushParts(bytes: Uint8Array, start: number, end: number): void {
    const before = this.#listed;
    let parts = 0;
    let isSame = false;
    let begin = -1;
    let last: number = sign;
    for (let at = start; at <= end; at++) {
      const kind = at < end ? (kinds[bytes[at] as number] as number) : sign;
      const isBetween = kind === sign || kind === joiner;
      const next = at + 1 < end ? (kinds[bytes[at + 1] as number] as number) : sign;
      if (begin !== -1 && (isBetween || isBorder(last, kind, next))) {
        // One part that the whole begins with is found by the whole.
        isSame = parts++ === 0 && beginsWith(bytes, start, end, begin, at);
        this.#push(bytes, begin, at, 1);
        begin = -1;
      }
      if (begin === -1 && !isBetween) begin = at;
      last = kind;
    }
    if (isSame) this.#listed = before;
  }

  /** `user.getName(id)` is found as "getnameid" too. */
  #pushEnds(bytes: Uint8Array, start: number, end: number, from: number): void {
    for (let at = start; at < end; at++) {
      if (bytes[at] !== dot) continue;
      const last = Math.min(end, at + 1 + longestEnd);
      if (!isCompound(bytes, at + 1, last) || !this.#push(bytes, at + 1, last, 1)) continue;
      const term = this.list[this.#listed - 1] as number;
      for (let known = from; known < this.#listed - 1; known++) {
        if (this.list[known] !== term) continue;
        this.#listed--;
        break;
      }
    }
  }

  /** A form with accents stands behind its stem, which a space parts from it. */
  #term({ stem: own, original }: Indexable): number {
    return this.#named(original === undefined ? own : `${own} ${original}`);
  }

  #named(name: string): number {
    const most = name.length * 3;
    const bytes = most > this.#room.length ? Buffer.allocUnsafe(most) : this.#room;
    const length = bytes.write(name);
    return this.terms.number(bytes, 0, length, hashOf(bytes, 0, length));
  }
}

function isCompound(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const kind = kinds[bytes[at] as number];
    if (kind === sign || kind === joiner || (kind === upper && at > start)) return true;
  }
  return false;
}

function isBorder(before: number, now: number, next: number): boolean {
  if (now === digit) return before !== digit;
  if (before === digit) return true;
  return now === upper && (before === lower || next === lower);
}

/** Whether what is left of the whole without signs begins with the part. */
function beginsWith(bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean {
  let at = start;
  for (let part = from; part < to; part++) {
    while (at < end && lowered[bytes[at] as number] === 0) at++;
    if (lowered[bytes[at++] as number] !== lowered[bytes[part] as number]) return false;
  }
  return true;
}
