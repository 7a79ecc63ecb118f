/** The WebAssembly module and its memory: one for a thread, whichever detector looks. */
import { kinds } from "../kinds.ts";
import { isCommonPair, looksRandom } from "../randomness.ts";
import type { ScannerTables } from "../scanner.ts";
import { isNoWidth } from "../views/terminal.ts";
import { valueSigns } from "../views/unwrapped.ts";
import type { TextInMemory } from "../windows.ts";
import { binary } from "./binary.ts";
import { signsOf } from "./signs.ts";

export interface Exports {
  readonly placeTables: (kinds: number, signs: number, pairs: number) => void;
  readonly placeHits: (at: number, most: number) => void;
  readonly placeLists: (at: number, most: number) => void;
  readonly placeRuns: (at: number, most: number) => void;
  readonly originOf: OriginOf;
  readonly setLostKey: (key: number) => void;
  readonly useTables: (...places: readonly number[]) => void;
  readonly look: (text: number, length: number, one: number, two: number, three: number) => number;
  readonly withoutSequences: (text: number, length: number, out: number) => number;
  readonly unescaped: (text: number, length: number, out: number) => number;
  readonly percentDecoded: (text: number, length: number, out: number) => number;
  readonly unwrapped: (text: number, length: number, out: number) => number;
  readonly fromUtf8: (bytes: number, size: number, out: number) => number;
  readonly hasBase64: (text: number, length: number) => number;
  readonly placeSpans: (at: number, most: number) => void;
  readonly strip: (text: number, length: number, words: number, said: number, room: number) => number;
  readonly wordsLength: { readonly value: number };
  readonly saidLength: { readonly value: number };
  readonly beginScript: (list: number, length: number) => void;
  readonly nextString: (out: number) => number;
  readonly isMarkup: { readonly value: number };
  readonly isBase64: { readonly value: number };
  readonly ofOriginal: { readonly value: number };
}

/** What a detector looks for. */
export interface Tables extends ScannerTables {
  readonly guards: Uint8Array;
  /** 0 where no rule looks at "@", 1 where only that of e-mail addresses does, 2 where others do. */
  readonly atSigns: number;
}

/** Where in the text a stretch of a view begins; less than nothing where it does not stand there as it is. */
export type OriginOf = (start: number, end: number) => number;

/** Whether a view holds what the text itself does not. Sightings are target, place and length of each anchor in turn. */
export type Judge = (
  view: TextInMemory,
  sightings: readonly number[],
  originOf: OriginOf,
  ofOriginal: () => readonly number[],
) => boolean;

const none: readonly number[] = [];
const page = 65536;
const mostHits = 1 << 15;
const mostRuns = 1 << 16;
const mostListed = 1 << 16;
/** Tables of so many detectors are in memory at a time; those that were not used for the longest time go. */
const slots = 4;
const slotSize = 0x180000;
const bitsSize = 32768;
const rooms = 6;
/** Stretches are copied in blocks, the last of which may go beyond a room. */
const behindRoom = 64;
/** Longer texts are for JavaScript: six rooms of this size are 48 MB, which its views of such a text take as well. */
export const mostUnits = 1 << 22;

const place = {
  kinds: page,
  signs: page + 0x20000,
  pairs: page + 0x40000,
  hits: page + 0x41000,
  runs: page + 0x41000 + mostHits * 12,
  lists: page + 0x41000 + (mostHits + mostRuns) * 12,
  slots: page + 0x41000 + (mostHits + mostRuns + 2 * mostListed) * 12,
} as const;
const firstRoom = Math.ceil((place.slots + slots * slotSize) / page) * page;

export class Engine {
  readonly exports: Exports;
  units!: Uint16Array;
  bytes!: Buffer;
  #numbers!: Int32Array;
  readonly #memory: WebAssembly.Memory;
  #room = 0;
  readonly #inSlot: (Tables | undefined)[] = new Array(slots).fill(undefined);
  readonly #lastUse: number[] = new Array(slots).fill(0);
  #uses = 0;
  #current: Tables | undefined;
  /** Who judges what is seen in views during a look. */
  #judge: Judge | undefined;

  constructor() {
    this.#memory = new WebAssembly.Memory({ initial: firstRoom / page });
    this.#refresh();
    const module = new WebAssembly.Module(Buffer.from(binary, "base64"));
    const { exports } = new WebAssembly.Instance(module, {
      env: { memory: this.#memory },
      index: { judge: this.#judged },
      strangeness: { looksRandom: this.#isRandom },
    });
    this.exports = exports as unknown as Exports;
    this.units.set(kinds, place.kinds / 2);
    this.units.set(signsOf({ ...valueSigns, noWidth: isNoWidth }), place.signs / 2);
    this.bytes.set(isCommonPair, place.pairs);
    this.exports.placeTables(place.kinds, place.signs, place.pairs);
    this.exports.placeHits(place.hits, mostHits);
    this.exports.placeRuns(place.runs, mostRuns);
    this.exports.placeLists(place.lists, mostListed);
    // Pages are stripped before anything is noted.
    this.exports.placeSpans(place.hits, mostHits * 12);
  }

  #refresh(): void {
    this.units = new Uint16Array(this.#memory.buffer);
    this.bytes = Buffer.from(this.#memory.buffer);
    this.#numbers = new Int32Array(this.#memory.buffer);
  }

  /** Where a room begins, in bytes. */
  roomAt(index: number): number {
    return firstRoom + index * (this.#room * 2 + behindRoom);
  }

  /** Room for a text of so many units in each; what stood there is gone. `false` where that is too much. */
  reserve(length: number): boolean {
    if (length <= this.#room) return true;
    if (length > mostUnits) return false;
    const room = Math.min(mostUnits, Math.max(page, Math.ceil(length / page) * page));
    const size = firstRoom + rooms * (room * 2 + behindRoom);
    const more = size - this.#memory.buffer.byteLength;
    if (more > 0 && !this.#grow(Math.ceil(more / page))) return false;
    this.#room = room;
    return true;
  }

  #grow(pages: number): boolean {
    try {
      this.#memory.grow(pages);
    } catch {
      return false;
    }
    this.#refresh();
    return true;
  }

  /** Puts the tables into place; `false` where they are too large. */
  use(tables: Tables): boolean {
    if (tables === this.#current) return true;
    let slot = this.#inSlot.indexOf(tables);
    const isNew = slot === -1;
    if (isNew) slot = this.#lastUse.indexOf(Math.min(...this.#lastUse));
    const { guards, buckets, followers, starts, entries, codes, reaches } = tables;
    if (!(buckets instanceof Uint16Array)) return false;
    const parts = [followers, starts, entries, codes, guards, reaches];
    const base = place.slots + slot * slotSize;
    const places = [base, base + bitsSize];
    let at = base + bitsSize + buckets.byteLength;
    for (const { byteLength } of parts) {
      places.push(at);
      at += Math.ceil(byteLength / 8) * 8;
    }
    if (at > base + slotSize) return false;
    if (isNew) {
      this.#fillBits(tables.keys, base);
      [buckets, ...parts].forEach((part, index) => {
        this.bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), places[index + 1] as number);
      });
      this.#inSlot[slot] = tables;
    }
    this.#lastUse[slot] = ++this.#uses;
    this.#current = tables;
    this.exports.useTables(...places, tables.longest, tables.atSigns);
    this.exports.setLostKey(tables.lostKey);
    return true;
  }

  #fillBits(keys: readonly number[], base: number): void {
    const bits = new Uint32Array(this.#memory.buffer, base, bitsSize / 4).fill(0);
    for (const key of keys) bits[key >> 5] = (bits[key >> 5] as number) | (1 << (key & 31));
  }

  get room(): number {
    return this.#room;
  }

  /** The text is in the room of that number; 0 where no other view of it holds something, else that or not known. */
  look(text: number, length: number, [one, two, three]: readonly [number, number, number], judge: Judge): number {
    this.#judge = judge;
    try {
      const [at, first, second, third] = [this.roomAt(text), this.roomAt(one), this.roomAt(two), this.roomAt(three)];
      return this.exports.look(at, length, first, second, third);
    } finally {
      this.#judge = undefined;
    }
  }

  /** The noted anchors of the text itself. */
  readonly sightings = (): readonly number[] => this.#noted(0, this.exports.ofOriginal.value);

  #noted(first: number, count: number): readonly number[] {
    if (count === 0) return none;
    const start = place.hits / 4 + first * 3;
    const noted: number[] = [];
    for (let at = start; at < start + count * 3; at++) noted.push(this.#numbers[at] as number);
    return noted;
  }

  text(at: number, length: number): string {
    return this.bytes.toString("utf16le", at, at + length * 2);
  }

  /** The same without making a string of it, as long as nothing else is put there. */
  inMemory(at: number, length: number): TextInMemory {
    return {
      length,
      slice: (start, end) => this.text(at + start * 2, end - start),
      codeAt: (place) => this.units[at / 2 + place] as number,
    };
  }

  readonly #judged = (at: number, length: number, first: number, count: number): number =>
    this.#judge?.(this.inMemory(at, length), this.#noted(first, count), this.exports.originOf, this.sightings) === false
      ? 0
      : 1;

  readonly #isRandom = (at: number, tail: number, tailEnd: number, head: number, headEnd: number): number =>
    looksRandom(this.text(at + tail * 2, tailEnd - tail) + this.text(at + head * 2, headEnd - head)) ? 1 : 0;
}

let engine: Engine | undefined;
let isMissing = typeof WebAssembly === "undefined";

/** Nothing where the machine has no WebAssembly, or none with what this needs. */
export function startedEngine(): Engine | undefined {
  if (isMissing || engine !== undefined) return engine;
  try {
    engine = new Engine();
  } catch {
    isMissing = true;
  }
  return engine;
}
