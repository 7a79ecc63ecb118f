/** What redaction learnt from one session: plain data, so that a worker can send it and a cache can keep it. */
import type { Detection } from "./detection.ts";
import type { Place } from "./findings.ts";

export interface Learnt {
  /** In the order of their appearance. */
  readonly found: readonly {
    readonly rule: Detection["rule"];
    readonly secret: string;
    readonly place: Place;
  }[];
  /** How often each home directory was seen. */
  readonly homes: readonly (readonly [name: string, count: number])[];
}

/** Collects it while the session is read. */
export class LearntCollector {
  readonly #found: Learnt["found"][number][] = [];
  readonly #secrets = new Set<string>();
  readonly #homes = new Map<string, number>();

  has(secret: string): boolean {
    return this.#secrets.has(secret);
  }

  note({ rule, secret }: Pick<Detection, "rule" | "secret">, place: Place): void {
    const { id, label, family, rank } = rule;
    this.#secrets.add(secret);
    this.#found.push({ rule: { id, label, family, rank }, secret, place });
  }

  sight(name: string): void {
    this.#homes.set(name, (this.#homes.get(name) ?? 0) + 1);
  }

  end(): Learnt {
    return { found: this.#found, homes: [...this.#homes] };
  }
}
