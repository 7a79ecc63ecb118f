/** What was found and where, never what it was. */
import type { At } from "../model.ts";
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

export class Findings {
  private readonly byPlace = new Map<string, { rule: string; label: string; place: Place; count: number }>();

  add(rule: Pick<Detection["rule"], "id" | "label">, place: Place): void {
    const key = [rule.id, place.file, place.line, place.session, place.part].join("\0");
    const finding = this.byPlace.get(key);
    if (finding) finding.count++;
    else this.byPlace.set(key, { rule: rule.id, label: rule.label, place, count: 1 });
  }

  list(): readonly Finding[] {
    return [...this.byPlace.values()];
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
