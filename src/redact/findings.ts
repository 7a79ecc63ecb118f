/** What was found and where, without the value itself. */
import type { At } from "../model/session.ts";
import type { Detection } from "./detection.ts";

export interface Place extends At {
  readonly session?: string;
  /** Which part of the line: "prompt", "output" … */
  readonly part?: string;
}

export interface Finding {
  readonly rule: string;
  readonly label: string;
  readonly place: Place;
  readonly count: number;
}

interface Counted extends Finding {
  count: number;
}

const keyOf = (rule: string, { file, line, session, part }: Place): string =>
  [rule, file, line, session, part].join("\0");

export class Findings {
  readonly #all: Counted[] = [];
  #byPlace: Map<string, Counted> | undefined;

  add({ id, label }: Pick<Detection["rule"], "id" | "label">, place: Place): void {
    this.#byPlace ??= new Map(this.#all.map((each) => [keyOf(each.rule, each.place), each]));
    const key = keyOf(id, place);
    const known = this.#byPlace.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const finding = { rule: id, label, place, count: 1 };
    this.#all.push(finding);
    this.#byPlace.set(key, finding);
  }

  /** Nothing more is expected: what tells them apart takes more memory than they do, and is made again if need be. */
  close(): void {
    this.#byPlace = undefined;
  }

  list(): readonly Finding[] {
    return [...this.#all];
  }
}

/** `app/4f1c.jsonl:212  github-token  GitHub token  ×2` */
export function findingLine({ rule, label, place, count }: Finding): string {
  const part = place.part === undefined ? "" : `  ${place.part}`;
  return `${place.file}:${place.line}  ${rule}  ${label}${part}${count > 1 ? `  ×${count}` : ""}`;
}

/** How often each rule found something, most frequent first. */
export function findingCounts(findings: readonly Finding[]): readonly (readonly [rule: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { rule, count } of findings) counts.set(rule, (counts.get(rule) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** The file of `--redact-output`: for people and for scripts, without any value. */
export function findingReport(findings: readonly Finding[]): string {
  return `${JSON.stringify({ total: findings.reduce((sum, { count }) => sum + count, 0), rules: Object.fromEntries(findingCounts(findings)), findings }, null, 2)}\n`;
}
