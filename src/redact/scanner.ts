/**
 * Finds many literal anchors in one pass. Each position costs one table look-up on its last three characters,
 * so that text in which nothing is suspicious goes through fast. The same pass tells which decodings a text needs.
 */

import { classMask, classOf, has, kinds } from "./kinds.ts";
import type { Sightings } from "./sightings.ts";
import type { Units } from "./units.ts";

// The groups of three that are most frequent in code and prose, or are so among those that anchors have: bad keys.
const commonGroups = new Set(
  (
    ' "s ke lo se###----se.co.js.st//g/gi: ": s://===@pa_co_id_reablaceachackactadaaddadeadoageailainaliallalsalu' +
    "ameampancandangantanyapiapparaareargariarkarrarsartaseashassastataatcateathatiatoattatuaulautaveb.cbacbasber" +
    "bjebleboobufbutcalcancatcenceschachechickeclaclicodcolcomconcorcrecrictectictocurd: datdecdeddefdendepderdes" +
    "devdexdifdindisdledocdonduleadeameaneareatecieckeclecoected.ed:ed;ediefaefieleelielpemaemeenaencendeneensent" +
    "eplequer er,er-er.er/er;er_eraereerferierrerserterves/escespessestetaeteetueveexpextfacfauferffefiefigfilfin" +
    "forfrofungengetghtgingitgrahanharhashathelhenherhishtmhtthubialic icaiceideiesiffifiighignildileillimeimpinc" +
    "indineinfinginiinkinsintiomioniptireis.iseistiteithitiitlityiveizejecjs-kenkerkeykinlanlarlaslatlbale.lealed" +
    "lemlenlerleslibliclinlislitllblleloalocloglowluemaimanmapmarmatmbemenmesmetminmismitmodmplmponalnamncenconct" +
    "ndendindlndsne nednernesnewng,ng;ngeninnlynnenodnonnotnpmnsenstnt-nt_ntantentintrntsnumobjockodeodioduoidoin" +
    "okeoleolloloom/omeomiommomponaoneonfonlonsontoolopeoptordoreormortoryostoteounouroutoveownpacparpatpecpenper" +
    "pesplaplepliporposprepriprops:ptiputqueracramranratrayrcerearecredrefrelrenrepreqresretrfariaricrigrinriprit" +
    "rmarnsromroprorrowrrarrorsersirtirueruns =s-ss-ts/cs: s:/sagscascrsecsedsersessetshashosinsiosolsonsouspaspe" +
    "ss ssassessistastestostrsubsyntabtadtaitaltartattchte tedtegtemtentertestexthathethithothutictimtintiotittml" +
    "toktortpstratretritrutryttettpttrturtypub.uctudeuesuffuleullultumbumeuncundunturcureurlurnuseustuthvalvenver" +
    "voiwhewilwitworwrixpoxteyouype"
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
const letterM = 109;
const keyMask = 0x3ffff;

/** What an entry of a bucket is made of: its target, where its codes are, how many, where its key ends, is it exact. */
const width = 5;

/** What a scan goes by, for whoever scans otherwise. */
export interface ScannerTables {
  /** All that have a bucket. */
  readonly keys: readonly number[];
  readonly buckets: Uint16Array | Uint32Array;
  readonly followers: Uint32Array;
  readonly starts: Int32Array;
  readonly entries: Int32Array;
  readonly codes: Uint16Array;
  /** For each class how much of an anchor may stand before a character of it and how much behind; `nowhere` for none. */
  readonly reaches: Uint16Array;
  /** The longest anchor. */
  readonly longest: number;
  /** The key of "[0m". */
  readonly lostKey: number;
}

export class Scanner {
  /** The longest anchor. */
  readonly longest: number;
  readonly #keys: readonly number[];
  /** For each key its bucket, 0 for none: in 512 KB that stay in the processor's cache, unless there are too many. */
  readonly #buckets: Uint16Array | Uint32Array;
  /** For each bucket, two words of bits: the classes that may follow its key. Most wrong guesses end here. */
  readonly #followers: Uint32Array;
  /** Where the entries of a bucket begin; those of the next end them. */
  readonly #starts: Int32Array;
  readonly #entries: Int32Array;
  readonly #codes: Uint16Array;
  readonly #reaches: Uint16Array;

  constructor(anchors: Iterable<Anchor>) {
    const groups = bucketsOf(anchors);
    const all = [...groups.values()].flat();
    this.#keys = [...groups.keys()];
    this.#buckets = new (groups.size < 0xffff ? Uint16Array : Uint32Array)(64 * 64 * 64);
    this.longest = all.reduce((longest, { text }) => Math.max(longest, text.length), 3);
    this.#followers = new Uint32Array((groups.size + 1) * 2);
    this.#starts = new Int32Array(groups.size + 2);
    this.#entries = new Int32Array(all.length * width);
    this.#codes = codesOf(all);
    this.#reaches = reachesOf(all);
    let [bucket, entry, code] = [1, 0, 0];
    for (const [key, group] of groups) {
      this.#buckets[key] = bucket;
      this.#starts[bucket] = entry;
      if (key === lostKey) this.#allow(bucket, undefined);
      for (const { text, target, keyEnd, isExact } of group) {
        this.#entries.set([target, code, text.length, keyEnd, isExact ? 1 : 0], entry);
        this.#allow(bucket, keyEnd + 1 < text.length ? classOf(text, keyEnd + 1) : undefined);
        entry += width;
        code += text.length;
      }
      bucket++;
    }
    this.#starts[bucket] = entry;
  }

  get tables(): ScannerTables {
    return {
      keys: this.#keys,
      buckets: this.#buckets,
      followers: this.#followers,
      starts: this.#starts,
      entries: this.#entries,
      codes: this.#codes,
      reaches: this.#reaches,
      longest: this.longest,
      lostKey,
    };
  }

  #allow(bucket: number, follower: number | undefined): void {
    for (const half of [0, 1]) {
      const bits = follower === undefined ? 0xffffffff : follower >> 5 === half ? 1 << (follower & 31) : 0;
      this.#followers[bucket * 2 + half] = (this.#followers[bucket * 2 + half] as number) | bits;
    }
  }

  /** Adds each anchor between `from` and `to` to `sightings`, not quite in order; returns bits of `has`. */
  scan({ codes, length }: Units, sightings: Sightings, from = 0, to = length): number {
    const buckets = this.#buckets;
    let key = 0;
    let seen = 0;
    let index = from;
    // Four at a time: most have nothing, and to ask for each costs more than to look them up.
    for (; index + 4 <= to; index += 4) {
      const first = table[codes[index] as number] as number;
      const second = table[codes[index + 1] as number] as number;
      const third = table[codes[index + 2] as number] as number;
      const fourth = table[codes[index + 3] as number] as number;
      seen |= first | second | third | fourth;
      const one = ((key << 6) | (first & mask)) & keyMask;
      const two = ((one << 6) | (second & mask)) & keyMask;
      const three = ((two << 6) | (third & mask)) & keyMask;
      key = ((three << 6) | (fourth & mask)) & keyMask;
      if (
        ((buckets[one] as number) |
          (buckets[two] as number) |
          (buckets[three] as number) |
          (buckets[key] as number)) ===
        0
      )
        continue;
      seen |= this.#verify(buckets[one] as number, codes, length, index, sightings);
      seen |= this.#verify(buckets[two] as number, codes, length, index + 1, sightings);
      seen |= this.#verify(buckets[three] as number, codes, length, index + 2, sightings);
      seen |= this.#verify(buckets[key] as number, codes, length, index + 3, sightings);
    }
    for (; index < to; index++) {
      const kind = table[codes[index] as number] as number;
      seen |= kind;
      key = ((key << 6) | (kind & mask)) & keyMask;
      seen |= this.#verify(buckets[key] as number, codes, length, index, sightings);
    }
    return seen;
  }

  #verify(bucket: number, codes: Uint16Array, length: number, index: number, sightings: Sightings): number {
    if (bucket === 0) return 0;
    const next = index + 1 < length ? (table[codes[index + 1] as number] as number) & mask : 0;
    if ((((this.#followers[bucket * 2 + (next >> 5)] as number) >>> (next & 31)) & 1) === 0) return 0;
    const entries = this.#entries;
    const end = this.#starts[bucket + 1] as number;
    for (let entry = this.#starts[bucket] as number; entry < end; entry += width) {
      const at = index - (entries[entry + 3] as number);
      const size = entries[entry + 2] as number;
      if (at >= 0 && at + size <= length && this.#isAt(entry, codes, at, size))
        sightings.push(entries[entry] as number, at, size);
    }
    return bucket === this.#buckets[lostKey] && codes[index] === letterM ? lost : 0;
  }

  #isAt(entry: number, text: Uint16Array, at: number, size: number): boolean {
    const from = this.#entries[entry + 1] as number;
    const isExact = this.#entries[entry + 4] === 1;
    for (let offset = 0; offset < size; offset++) {
      const here = text[at + offset] as number;
      const wanted = this.#codes[from + offset] as number;
      if (here !== wanted && (isExact || table[here] !== table[wanted])) return false;
    }
    return true;
  }
}

const nowhere = 0xffff;

function reachesOf(anchors: readonly Anchor[]): Uint16Array {
  const reaches = new Uint16Array(128).fill(nowhere);
  for (const { text } of anchors) {
    for (let at = 0; at < text.length; at++) {
      const place = classOf(text, at) * 2;
      const after = text.length - 1 - at;
      const isFirst = reaches[place] === nowhere;
      if (isFirst || (reaches[place] as number) < at) reaches[place] = at;
      if (isFirst || (reaches[place + 1] as number) < after) reaches[place + 1] = after;
    }
  }
  return reaches;
}

function codesOf(anchors: readonly Anchor[]): Uint16Array {
  const codes = new Uint16Array(anchors.reduce((sum, { text }) => sum + text.length, 0));
  let size = 0;
  for (const { text } of anchors) for (let at = 0; at < text.length; at++) codes[size++] = text.charCodeAt(at);
  return codes;
}

/** By key. */
function bucketsOf(anchors: Iterable<Anchor>): ReadonlyMap<number, readonly Entry[]> {
  const buckets = new Map<number, Entry[]>([[lostKey, []]]);
  for (const anchor of anchors) {
    const keyEnd = keyEndOf(anchor.text);
    const key = keyOf(anchor.text, keyEnd);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [{ ...anchor, keyEnd }]);
    else bucket.push({ ...anchor, keyEnd });
  }
  return buckets;
}

/** Anchors of the rules are asked for each time that something new is known. */
const keyEnds = new Map<string, number>();
const mostKeyEnds = 10_000;

function keyEndOf(text: string): number {
  let keyEnd = keyEnds.get(text);
  if (keyEnd === undefined) {
    keyEnd = rarestEnd(text);
    if (keyEnds.size < mostKeyEnds) keyEnds.set(text, keyEnd);
  }
  return keyEnd;
}

/** The rarest three characters of an anchor are its key. */
function rarestEnd(text: string): number {
  if (text.length < 3) throw new Error(`The anchor "${text}" of a redaction rule is shorter than three characters.`);
  let keyEnd = 2;
  let best = Number.POSITIVE_INFINITY;
  for (let end = 2; end < text.length; end++) {
    const group = text.slice(end - 2, end + 1).toLowerCase();
    const rarity = [...group].reduce((product, character) => product * weight(character.charCodeAt(0)), 1);
    // A key that is not the end of its anchor can be told from other text by what follows.
    const score = (commonGroups.has(group) ? 1000 + rarity : rarity) * (end === text.length - 1 ? 3 : 1);
    if (score < best) {
      best = score;
      keyEnd = end;
    }
  }
  return keyEnd;
}
