/**
 * What every line of a large archive leaves for its links, on disk: it is read a few times, session by session, when
 * all are there, and would be most of what is in memory until then.
 */
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Evidence } from "./link/evidence.ts";

/** The evidence of fewer sessions stays in memory. */
const fewest = 500;

export class EvidenceFile {
  readonly #path: string;
  readonly #file: number;
  #size = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, "links.part");
    // What a build left that was killed is written over.
    this.#file = openSync(this.#path, "w+", 0o600);
  }

  /** The same evidence; its long texts are read when they are asked for. */
  put(evidence: Evidence): Evidence {
    const { entries, messages } = evidence;
    const [ids, prints, keys] = [entries.ids, entries.prints, messages].map((text) => this.#text(text));
    return {
      ...evidence,
      entries: {
        ...entries,
        get ids() {
          return ids?.() ?? "";
        },
        get prints() {
          return prints?.() ?? "";
        },
      },
      get messages() {
        return keys?.() ?? "";
      },
    };
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #text(text: string): () => string {
    const at = this.#size;
    this.#write(Buffer.from(text));
    const length = this.#size - at;
    return () => this.#read(at, length);
  }

  #write(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#size + done);
    this.#size += bytes.length;
  }

  #read(at: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    for (let got = 1; got > 0 && done < length; done += got)
      got = readSync(this.#file, bytes, done, length - done, at + done);
    return bytes.toString("utf8", 0, done);
  }
}

/** `undefined` where memory will do, or where there is nowhere to write. */
export function evidenceFileFor(sessions: number, folder: string | undefined): EvidenceFile | undefined {
  if (sessions < fewest || folder === undefined) return undefined;
  try {
    return new EvidenceFile(folder);
  } catch {
    return undefined;
  }
}
