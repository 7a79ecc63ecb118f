/** Secrets as salted hashes: the publish gate can recognise them in files and nobody can read them from it. */
import { createHash, randomBytes } from "node:crypto";
import type { View } from "./views/index.ts";

export interface KnownHash {
  readonly rule: string;
  readonly label: string;
  readonly length: number;
  readonly digest: string;
  /** Not inside a longer word. */
  readonly isWord: boolean;
}

export interface KnownHashes {
  readonly salt: string;
  readonly starts: readonly Starts[];
}

/** Values that are recognised by so many of their first characters. */
interface Starts {
  readonly length: number;
  /** By a rolling hash of these characters. */
  readonly byHash: ReadonlyMap<number, readonly KnownHash[]>;
  /** A bit for each hash, cut short: nearly every place of a text ends here. */
  readonly bits: Uint32Array;
}

const base = 0x01000193;
const bitOf = (hash: number): number => (hash ^ (hash >>> 16)) & 0xffff;

export const digestOf = (salt: string, secret: string): string =>
  createHash("sha256").update(salt).update(secret).digest("hex");

function startHash(text: string, length: number): number {
  let hash = 0;
  for (let index = 0; index < length; index++) hash = (Math.imul(hash, base) + text.charCodeAt(index)) | 0;
  return hash;
}

/** The weight of the character that leaves. */
function leavingWeight(length: number): number {
  let weight = 1;
  for (let index = 0; index < length; index++) weight = Math.imul(weight, base);
  return weight;
}

export function knownHashes(
  secrets: readonly {
    readonly secret: string;
    readonly rule: { readonly id: string; readonly label: string; readonly rank: number };
  }[],
): KnownHashes {
  const salt = randomBytes(16).toString("hex");
  const starts = [4, 8].flatMap((length) => {
    const byHash = new Map<number, KnownHash[]>();
    const bits = new Uint32Array(0x10000 / 32);
    for (const { secret, rule } of secrets) {
      if (secret.length < 4 || secret.length >= 8 !== (length === 8)) continue;
      const hash = startHash(secret, length);
      const digest = digestOf(salt, secret);
      const entry = { rule: rule.id, label: rule.label, length: secret.length, digest, isWord: rule.rank === 0 };
      byHash.set(hash, [...(byHash.get(hash) ?? []), entry]);
      const bit = bitOf(hash);
      bits[bit >> 5] = (bits[bit >> 5] as number) | (1 << (bit & 31));
    }
    return byHash.size === 0 ? [] : [{ length, byHash, bits }];
  });
  return { salt, starts };
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Where a text holds a value whose hash is known. */
export function* knownIn(
  view: View,
  known: KnownHashes,
): Generator<{ readonly start: number; readonly end: number; readonly rule: string; readonly label: string }> {
  for (const starts of known.starts) {
    for (const [at, hash] of placesOf(view, starts)) {
      for (const entry of starts.byHash.get(hash) ?? []) {
        const end = at + entry.length;
        if (end > view.length) continue;
        if (entry.isWord && (isWordCharacter(view.text[at - 1]) || isWordCharacter(view.text[end]))) continue;
        if (digestOf(known.salt, view.slice(at, end)) === entry.digest)
          yield { start: at, end, rule: entry.rule, label: entry.label };
      }
    }
  }
}

/** Places that may begin a value, with the hash there. */
function placesOf({ units }: View, { length, bits }: Starts): (readonly [at: number, hash: number])[] {
  const places: (readonly [number, number])[] = [];
  const weight = leavingWeight(length);
  const { codes } = units;
  let hash = 0;
  for (let index = 0; index < units.length; index++) {
    hash = (Math.imul(hash, base) + (codes[index] as number)) | 0;
    if (index >= length) hash = (hash - Math.imul(codes[index - length] as number, weight)) | 0;
    const bit = bitOf(hash);
    if ((((bits[bit >> 5] as number) >>> (bit & 31)) & 1) === 1 && index >= length - 1)
      places.push([index - length + 1, hash]);
  }
  return places;
}
