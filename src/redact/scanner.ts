/**
 * Finds many literal anchors in one pass. Each position costs one table look-up on its last three characters,
 * so that text in which nothing is suspicious goes through fast. The same pass tells which decodings a text needs.
 */

import { classMask, classOf, has, kinds } from "./kinds.ts";
import type { Sightings } from "./sightings.ts";
import type { Units } from "./units.ts";

// The 420 most frequent groups of three in code and prose, 28 % of all: bad keys.
const commonGroups = new Set(
  (
    "###---.co.js//g/gi://===@paablaceachackactaddadeadoageainaliallalsaluameancandangantanyapparaareargariarkarr" +
    "arsartaseassataatcateathatiatoattaulb.cbacberbjebleboobufbutcalcancatcenceschacheclacodcolcomconcorcrecricte" +
    "ctictodatdecdeddefdendepderdesdevdexdifdindisdledocdonduleadeameaneateclecoected.ed;ediefaefieleelpemaemeenc" +
    "endeneensentequer,er.er;eraereerferierrersertescessesteteetueveexpextfacfauferffefiefilfinforfrofungengetght" +
    "gingithanharhathelhenherhishtmhtthubicaiceideiesiffifiighignildileillimeimpincindineinfinginiinsintiomionipt" +
    "ireiseistiteithitiityiveizejeckenkeykinlanlarlaslatlbale.lealedlemlenlerlesliclinlisllblleloclowluemanmapmar" +
    "matmbemenmesmetminmismitmodmplmponalnamncenconctndendindlndsnednernewng,ng;ngenlynnenodnotnpmnsenstntantenti" +
    "ntrntsnumobjockodeoduoidokeoleollom/omeomiommomponaoneonlonsontoolopeoptordoreormortostouroutoveownpacparpat" +
    "pecpenperpesplaplepliporposprepriprops:ptiputqueracramranratrayrcerearecredrefrenrepreqresretrfariarigrinrip" +
    "ritrmarnsromroprorrowrrarrorsersirtirueruns:/sagscrsecsedsersetshosinsiosolsouspessassessistastestostrsyntab" +
    "tartattchtedtemtentertestexthathethithothutictimtintiotittmltoktortpstratretritruttettpturtypub.uctuesuffule" +
    "ullultumbumeuncundurcureurlurnusevalvenvervoiwhewilwitworwrixpoxteyouype"
  ).match(/.{3}/g),
);

// Percent of English letters, a to z.
const commonness = [8, 2, 3, 4, 13, 2, 2, 6, 7, 0.2, 1, 4, 2.5, 7, 8, 2, 0.1, 6, 6, 9, 3, 1, 2, 0.2, 2, 0.1];

const weight = (code: number): number => {
  const kind = (kinds[code] as number) & classMask;
  if (kind >= 1 && kind <= 26) return commonness[kind - 1] ?? 1;
  if (kind >= 27 && kind <= 36) return 1;
  return code === 32 ? 15 : 0.8;
};

export interface Anchor {
  readonly text: string;
  readonly target: number;
  /** Upper and lower case differ. */
  readonly isExact: boolean;
}

interface Entry extends Anchor {
  /** Where in the anchor its key ends. */
  readonly keyEnd: number;
}

// What a module has itself is a constant to the compiler; what it imports is asked for again at each character.
const table = kinds;
const mask = classMask;
const lost = has.lostCode;

const keyOf = (text: string, end: number): number =>
  (classOf(text, end - 2) << 12) | (classOf(text, end - 1) << 6) | classOf(text, end);
const lostKey = keyOf("[0m", 2);

/** A bit for each key that leads anywhere in any scanner. All tables are small, to stay in the processor's cache. */
const keys = new Uint32Array((64 * 64 * 64) / 32);
const addKey = (key: number): void => {
  keys[key >> 5] = (keys[key >> 5] as number) | (1 << (key & 31));
};
addKey(lostKey);

/** What an entry of a bucket is made of: its target, where its codes are, how many, where its key ends, is it exact. */
const width = 5;

export class Scanner {
  /** The longest anchor. */
  readonly longest: number;
  /** Buckets by a hash of their key, which stands beside them. */
  private readonly slots: Int32Array;
  private readonly shift: number;
  /** For each bucket, two words of bits: the classes that may follow its key. Most wrong guesses end here. */
  private readonly followers: Uint32Array;
  /** Where the entries of a bucket begin; those of the next end them. */
  private readonly starts: Int32Array;
  private readonly entries: Int32Array;
  private readonly codes: Uint16Array;

  constructor(anchors: Iterable<Anchor>) {
    const buckets = bucketsOf(anchors);
    const all = [...buckets.values()].flat();
    this.longest = all.reduce((longest, { text }) => Math.max(longest, text.length), 3);
    const bits = Math.max(8, Math.ceil(Math.log2(buckets.size * 4 + 1)));
    this.shift = 32 - bits;
    this.slots = new Int32Array(2 << bits).fill(-1);
    this.followers = new Uint32Array(buckets.size * 2);
    this.starts = new Int32Array(buckets.size + 1);
    this.entries = new Int32Array(all.length * width);
    this.codes = Uint16Array.from(all.flatMap(({ text }) => [...codesOf(text)]));
    let [bucket, entry, code] = [0, 0, 0];
    for (const [key, group] of buckets) {
      addKey(key);
      this.place(key, bucket);
      this.starts[bucket] = entry;
      for (const { text, target, keyEnd, isExact } of group) {
        this.entries.set([target, code, text.length, keyEnd, isExact ? 1 : 0], entry);
        this.allow(bucket, keyEnd + 1 < text.length ? classOf(text, keyEnd + 1) : undefined);
        entry += width;
        code += text.length;
      }
      bucket++;
    }
    this.starts[bucket] = entry;
  }

  private place(key: number, bucket: number): void {
    let slot = Math.imul(key, 0x9e3779b1) >>> this.shift;
    while (this.slots[slot * 2] !== -1) slot = slot * 2 + 2 < this.slots.length ? slot + 1 : 0;
    this.slots[slot * 2] = key;
    this.slots[slot * 2 + 1] = bucket;
  }

  private bucketOf(key: number): number {
    const { slots } = this;
    let slot = Math.imul(key, 0x9e3779b1) >>> this.shift;
    for (; slots[slot * 2] !== key; slot = slot * 2 + 2 < slots.length ? slot + 1 : 0)
      if (slots[slot * 2] === -1) return -1;
    return slots[slot * 2 + 1] as number;
  }

  private allow(bucket: number, follower: number | undefined): void {
    for (const half of [0, 1]) {
      const bits = follower === undefined ? 0xffffffff : follower >> 5 === half ? 1 << (follower & 31) : 0;
      this.followers[bucket * 2 + half] = (this.followers[bucket * 2 + half] as number) | bits;
    }
  }

  /** Adds each anchor between `from` and `to` to `sightings`, not quite in order; returns bits of `has`. */
  scan({ codes, length }: Units, sightings: Sightings, from = 0, to = length): number {
    let key = 0;
    let seen = 0;
    for (let index = from; index < to; index++) {
      const kind = table[codes[index] as number] as number;
      seen |= kind;
      key = ((key << 6) | (kind & mask)) & 0x3ffff;
      if ((((keys[key >> 5] as number) >>> (key & 31)) & 1) !== 0)
        seen |= this.verify(key, codes, length, index, sightings);
    }
    return seen;
  }

  private verify(key: number, codes: Uint16Array, length: number, index: number, sightings: Sightings): number {
    const seen = key === lostKey && codes[index] === 109 ? lost : 0;
    const bucket = this.bucketOf(key);
    if (bucket === -1) return seen;
    const next = index + 1 < length ? (table[codes[index + 1] as number] as number) & mask : 0;
    if ((((this.followers[bucket * 2 + (next >> 5)] as number) >>> (next & 31)) & 1) === 0) return seen;
    const { entries } = this;
    const end = this.starts[bucket + 1] as number;
    for (let entry = this.starts[bucket] as number; entry < end; entry += width) {
      const at = index - (entries[entry + 3] as number);
      const size = entries[entry + 2] as number;
      if (at >= 0 && at + size <= length && this.isAt(entry, codes, at, size))
        sightings.push(entries[entry] as number, at, size);
    }
    return seen;
  }

  private isAt(entry: number, text: Uint16Array, at: number, size: number): boolean {
    const from = this.entries[entry + 1] as number;
    const isExact = this.entries[entry + 4] === 1;
    for (let offset = 0; offset < size; offset++) {
      const [here, wanted] = [text[at + offset] as number, this.codes[from + offset] as number];
      if (here !== wanted && (isExact || table[here] !== table[wanted])) return false;
    }
    return true;
  }
}

const codesOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

/** By key. */
function bucketsOf(anchors: Iterable<Anchor>): ReadonlyMap<number, readonly Entry[]> {
  const buckets = new Map<number, Entry[]>();
  for (const anchor of anchors) {
    const keyEnd = keyEndOf(anchor.text);
    const key = keyOf(anchor.text, keyEnd);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [{ ...anchor, keyEnd }]);
    else bucket.push({ ...anchor, keyEnd });
  }
  return buckets;
}

/** The rarest three characters of an anchor are its key. */
function keyEndOf(text: string): number {
  if (text.length < 3) throw new Error(`The anchor "${text}" of a redaction rule is shorter than three characters.`);
  let keyEnd = 2;
  let best = Number.POSITIVE_INFINITY;
  // A key that is not the end of its anchor can be told from other text by what follows.
  for (let end = 2; end < Math.max(3, text.length - 1); end++) {
    const group = text.slice(end - 2, end + 1).toLowerCase();
    const rarity = [...group].reduce((product, character) => product * weight(character.charCodeAt(0)), 1);
    const score = commonGroups.has(group) ? 1000 + rarity : rarity;
    if (score < best) {
      best = score;
      keyEnd = end;
    }
  }
  return keyEnd;
}
