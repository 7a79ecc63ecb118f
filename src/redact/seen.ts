/** Remembers long texts in which nothing was found, and forgets them all when there are too many. */
import type { View } from "./views/index.ts";

/** The same texts stand in files beside each other, so that few are enough. */
const mostUnits = 1_000_000;
const samples = 16;
const isBlank = (code: number | undefined): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** Without white space at both ends: as a plain file it ends with a line, as words of a page it is between tags. */
function trimmed({ units: { codes, length } }: View): Uint16Array {
  let [start, end] = [0, length];
  while (start < end && isBlank(codes[start])) start++;
  while (end > start && isBlank(codes[end - 1])) end--;
  return codes.subarray(start, end);
}

/** Tells most texts apart by a few of their characters. */
function fingerprintOf(codes: Uint16Array): number {
  let fingerprint = codes.length;
  for (let index = 0; index < samples; index++)
    fingerprint = (Math.imul(fingerprint, 31) + (codes[Math.floor((codes.length * index) / samples)] as number)) | 0;
  return fingerprint;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

export class SeenTexts {
  /** Where each begins and ends in the room that all have. */
  readonly #byFingerprint = new Map<number, readonly [start: number, end: number]>();
  readonly #least: number;
  #room: Uint16Array | undefined;
  #used = 0;

  constructor(least: number) {
    this.#least = least;
  }

  has(view: View): boolean {
    const codes = trimmed(view);
    if (codes.length < this.#least || this.#room === undefined) return false;
    const [start, end] = this.#byFingerprint.get(fingerprintOf(codes)) ?? [0, 0];
    return end - start === codes.length && bytesOf(this.#room.subarray(start, end)).equals(bytesOf(codes));
  }

  add(view: View): void {
    const codes = trimmed(view);
    if (codes.length < this.#least || codes.length > mostUnits / 2) return;
    if (this.#used + codes.length > mostUnits) {
      this.#byFingerprint.clear();
      this.#used = 0;
    }
    // One for all of them: a copy of each would pile up outside of the heap, where nobody collects it soon.
    this.#room ??= new Uint16Array(mostUnits);
    this.#room.set(codes, this.#used);
    this.#byFingerprint.set(fingerprintOf(codes), [this.#used, this.#used + codes.length]);
    this.#used += codes.length;
  }
}
