/**
 * Finds many literal anchors in one pass. Each position costs one table look-up on its last three characters,
 * so that text in which nothing is suspicious goes through fast. The same pass tells which decodings a text needs.
 */

import { blockSize, fill, units } from "./units.ts";

/** What a text holds, as bits of what `scan` returns. */
export const has = {
  terminal: 1 << 8,
  backslash: 1 << 9,
  code: 1 << 10,
  newline: 1 << 11,
  at: 1 << 12,
  bracket: 1 << 13,
} as const;

const symbols = [..."_-:=/@.\\%+ \"'?&[$~<|!#;,{"];
const classMask = 63;

/** Letters in any case 1 to 26, digits, the symbols of anchors; other ASCII is 0. Bits above tell more. */
function classes(): Uint16Array {
  const table = new Uint16Array(128);
  for (let letter = 0; letter < 26; letter++) table[65 + letter] = table[97 + letter] = letter + 1;
  for (let digit = 0; digit < 10; digit++) table[48 + digit] = 27 + digit;
  for (const [index, symbol] of symbols.entries()) table[symbol.charCodeAt(0)] = 37 + index;
  const mark = (characters: string, bit: number): void => {
    for (const character of characters) table[character.charCodeAt(0)] = (table[character.charCodeAt(0)] ?? 0) | bit;
  };
  mark("\x1b\x08", has.terminal);
  mark("\\", has.backslash);
  mark("%&", has.code);
  mark("\n", has.newline);
  mark("@", has.at);
  mark("[", has.bracket);
  return table;
}

const classOf = classes();
const hidden = new Set([..."\x9b\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"].map((one) => one.charCodeAt(0)));
/** All that is not ASCII is of one class. */
const other = (code: number): number => (hidden.has(code) ? 63 | has.terminal : 63);
const kindOf = (code: number): number => (code < 128 ? (classOf[code] as number) : other(code));

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

// Percent of English letters, a to z; the anchor's rarest three characters are its key.
const commonness = [8, 2, 3, 4, 13, 2, 2, 6, 7, 0.2, 1, 4, 2.5, 7, 8, 2, 0.1, 6, 6, 9, 3, 1, 2, 0.2, 2, 0.1];

const weight = (code: number): number => {
  const kind = kindOf(code) & classMask;
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

/** Told of each anchor: whose it is, where it stands, how long it is. */
export type Visit = (target: number, at: number, length: number) => void;

export class Scanner {
  /** The longest anchor. */
  longest = 3;
  /** A bit for each key that leads anywhere: small enough to stay in the processor's cache. */
  private readonly keys = new Uint32Array((64 * 64 * 64) / 32);
  private readonly bucketOf = new Uint16Array(64 * 64 * 64);
  private readonly buckets: Entry[][] = [];
  /** For each bucket, two words of bits: the classes that may follow its key. Most wrong guesses end here. */
  private followers = new Uint32Array(64);

  constructor(anchors: Iterable<Anchor>) {
    for (const anchor of anchors) this.add(anchor);
  }

  private add(anchor: Anchor): void {
    const { text } = anchor;
    this.longest = Math.max(this.longest, text.length);
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
    const [first, second, third] = [keyEnd - 2, keyEnd - 1, keyEnd].map(
      (at) => kindOf(text.charCodeAt(at)) & classMask,
    );
    const key = ((first ?? 0) << 12) | ((second ?? 0) << 6) | (third ?? 0);
    const bit = 1 << (key & 31);
    if (((this.keys[key >> 5] as number) & bit) === 0) {
      this.keys[key >> 5] = (this.keys[key >> 5] as number) | bit;
      this.bucketOf[key] = this.buckets.length;
      this.buckets.push([]);
    }
    const bucket = this.bucketOf[key] as number;
    this.buckets[bucket]?.push({ ...anchor, keyEnd });
    this.allow(bucket, keyEnd + 1 < text.length ? kindOf(text.charCodeAt(keyEnd + 1)) & classMask : undefined);
  }

  private allow(bucket: number, follower: number | undefined): void {
    if (bucket * 2 + 1 >= this.followers.length) {
      const longer = new Uint32Array(this.followers.length * 2);
      longer.set(this.followers);
      this.followers = longer;
    }
    for (const half of [0, 1]) {
      const bits = follower === undefined ? 0xffffffff : follower >> 5 === half ? 1 << (follower & 31) : 0;
      this.followers[bucket * 2 + half] = (this.followers[bucket * 2 + half] as number) | bits;
    }
  }

  /** Calls `visit` for each anchor between `from` and `to`, not quite in order; returns bits of `has`. */
  scan(text: string, visit: Visit, from = 0, to = text.length): number {
    const { keys, bucketOf, followers } = this;
    let key = 0;
    let seen = 0;
    for (let start = from; start < to; start += blockSize) {
      const end = Math.min(start + blockSize, to);
      const filled = fill(text, start, end + 1);
      const size = end - start;
      for (let index = 0; index < size; index++) {
        const code = units[index] as number;
        const kind = code < 128 ? (classOf[code] as number) : other(code);
        seen |= kind;
        key = ((key << 6) | (kind & classMask)) & 0x3ffff;
        if ((((keys[key >> 5] as number) >>> (key & 31)) & 1) === 0) continue;
        const bucket = bucketOf[key] as number;
        const next = index + 1 < filled ? kindOf(units[index + 1] as number) & classMask : 0;
        const mayFollow = ((followers[bucket * 2 + (next >> 5)] as number) >>> (next & 31)) & 1;
        if (mayFollow === 1) this.verify(text, start + index, this.buckets[bucket] as Entry[], visit);
      }
    }
    return seen;
  }

  private verify(text: string, index: number, bucket: Entry[], visit: Visit): void {
    for (let entry = 0; entry < bucket.length; entry++) {
      const anchor = bucket[entry] as Entry;
      const at = index - anchor.keyEnd;
      if (at >= 0 && isAt(text, at, anchor)) visit(anchor.target, at, anchor.text.length);
    }
  }
}

function isAt(text: string, at: number, anchor: Anchor): boolean {
  if (anchor.isExact) return text.charCodeAt(at) === anchor.text.charCodeAt(0) && text.startsWith(anchor.text, at);
  const { length } = anchor.text;
  if (at + length > text.length) return false;
  for (let offset = 0; offset < length; offset++) {
    if (kindOf(text.charCodeAt(at + offset)) !== kindOf(anchor.text.charCodeAt(offset))) return false;
  }
  return true;
}
