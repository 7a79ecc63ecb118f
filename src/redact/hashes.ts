/** Secrets as salted hashes: the publish gate can recognise them in files and nobody can read them from it. */
import { createHash, randomBytes } from "node:crypto";

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
  /** By a rolling hash of the first characters, four for short values and eight for the rest. */
  readonly byStart: ReadonlyMap<number, readonly KnownHash[]>;
}

export const starts = [4, 8] as const;
const base = 0x01000193;

export const digestOf = (salt: string, secret: string): string =>
  createHash("sha256").update(salt).update(secret).digest("hex");

/** A hash that moves along a text one character at a time. */
export function startHash(text: string, at: number, length: number): number {
  let hash = 0;
  for (let index = at; index < at + length; index++) hash = (Math.imul(hash, base) + text.charCodeAt(index)) | 0;
  return hash;
}

/** The weight of the character that leaves. */
export function leavingWeight(length: number): number {
  let weight = 1;
  for (let index = 1; index < length; index++) weight = Math.imul(weight, base);
  return weight;
}

export const moved = (hash: number, leaving: number, entering: number, weight: number): number =>
  (Math.imul((hash - Math.imul(leaving, weight)) | 0, base) + entering) | 0;

export function knownHashes(
  secrets: readonly {
    readonly secret: string;
    readonly rule: { readonly id: string; readonly label: string; readonly rank: number };
  }[],
): KnownHashes {
  const salt = randomBytes(16).toString("hex");
  const byStart = new Map<number, KnownHash[]>();
  for (const { secret, rule } of secrets) {
    if (secret.length < 4) continue;
    const start = startHash(secret, 0, secret.length < 8 ? 4 : 8);
    const entry = {
      rule: rule.id,
      label: rule.label,
      length: secret.length,
      digest: digestOf(salt, secret),
      isWord: rule.rank === 0,
    };
    byStart.set(start, [...(byStart.get(start) ?? []), entry]);
  }
  return { salt, byStart };
}
