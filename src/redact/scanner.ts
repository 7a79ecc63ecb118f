/**
 * Finds many literal anchors in one pass. Each position costs one table look-up on its last three characters,
 * so that text in which nothing is suspicious goes through fast. The same pass tells which decodings a text needs.
 */

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

/** Letters in any case 1 to 26, digits, the symbols of anchors; other ASCII is 0, everything else 63. Bits above tell more. */
function classes(): Uint16Array {
  const table = new Uint16Array(65536).fill(63);
  table.fill(0, 0, 128);
  for (let letter = 0; letter < 26; letter++) table[65 + letter] = table[97 + letter] = letter + 1;
  for (let digit = 0; digit < 10; digit++) table[48 + digit] = 27 + digit;
  for (const [index, symbol] of symbols.entries()) table[symbol.charCodeAt(0)] = 37 + index;
  const mark = (characters: string, bit: number): void => {
    for (const character of characters) table[character.charCodeAt(0)] = (table[character.charCodeAt(0)] ?? 0) | bit;
  };
  mark("\x1b\x9b\x08\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", has.terminal);
  mark("\\", has.backslash);
  mark("%&", has.code);
  mark("\n", has.newline);
  mark("@", has.at);
  mark("[", has.bracket);
  return table;
}

const classOf = classes();

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
  const kind = (classOf[code] ?? 0) & classMask;
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

export class Scanner {
  /** Whether a key leads anywhere: small enough to stay in the processor's cache. */
  private readonly isKey = new Uint8Array(64 * 64 * 64);
  private readonly bucketOf = new Uint16Array(64 * 64 * 64);
  private readonly buckets: Entry[][] = [];
  /** For each bucket, two words of bits: the classes that may follow its key. Most wrong guesses end here. */
  private followers = new Uint32Array(64);

  constructor(anchors: Iterable<Anchor>) {
    for (const anchor of anchors) this.add(anchor);
  }

  private add(anchor: Anchor): void {
    const { text } = anchor;
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
      (at) => (classOf[text.charCodeAt(at)] ?? 0) & classMask,
    );
    const key = ((first ?? 0) << 12) | ((second ?? 0) << 6) | (third ?? 0);
    if (this.isKey[key] === 0) {
      this.isKey[key] = 1;
      this.bucketOf[key] = this.buckets.length;
      this.buckets.push([]);
    }
    const bucket = this.bucketOf[key] as number;
    this.buckets[bucket]?.push({ ...anchor, keyEnd });
    this.allow(
      bucket,
      keyEnd + 1 < text.length ? (classOf[text.charCodeAt(keyEnd + 1)] as number) & classMask : undefined,
    );
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

  /** Calls `visit` with the target and the place of each anchor, not quite in order; returns bits of `has`. */
  scan(text: string, visit: (target: number, at: number) => void): number {
    const { isKey, bucketOf, followers } = this;
    let key = 0;
    let seen = 0;
    for (let index = 0; index < text.length; index++) {
      const kind = classOf[text.charCodeAt(index)] as number;
      seen |= kind;
      key = ((key << 6) | (kind & classMask)) & 0x3ffff;
      if (isKey[key] !== 1) continue;
      const bucket = bucketOf[key] as number;
      const next = index + 1 < text.length ? (classOf[text.charCodeAt(index + 1)] as number) & classMask : 0;
      const mayFollow = ((followers[bucket * 2 + (next >> 5)] as number) >>> (next & 31)) & 1;
      if (mayFollow === 1) this.verify(text, index, this.buckets[bucket] as Entry[], visit);
    }
    return seen;
  }

  private verify(text: string, index: number, bucket: Entry[], visit: (target: number, at: number) => void): void {
    for (let entry = 0; entry < bucket.length; entry++) {
      const anchor = bucket[entry] as Entry;
      const at = index - anchor.keyEnd;
      if (at >= 0 && isAt(text, at, anchor)) visit(anchor.target, at);
    }
  }
}

function isAt(text: string, at: number, anchor: Anchor): boolean {
  if (anchor.isExact) return text.charCodeAt(at) === anchor.text.charCodeAt(0) && text.startsWith(anchor.text, at);
  const { length } = anchor.text;
  if (at + length > text.length) return false;
  for (let offset = 0; offset < length; offset++) {
    const here = classOf[text.charCodeAt(at + offset)] as number;
    if (here !== (classOf[anchor.text.charCodeAt(offset)] as number)) return false;
  }
  return true;
}
