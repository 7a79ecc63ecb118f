import type { At } from "./ids.ts";

export type DiagnosticCode =
  | "bad-encoding"
  | "cut-line"
  | "damaged-copy"
  | "duplicate-session"
  | "empty-file"
  | "invalid-json"
  | "link-not-followed"
  | "long-line"
  | "no-conversation"
  | "not-an-entry"
  | "odd-parents"
  | "odd-tool-input"
  | "orphan-result"
  | "unknown-attachment"
  | "unknown-block"
  | "unknown-entry"
  | "unknown-progress"
  | "unknown-system"
  | "unreadable-file";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly level: "error" | "warning" | "info";
  readonly at: At;
  readonly message: string;
}

/** `projects/app/4f1c.jsonl:212  warning  unknown-entry  Entry type "foo" is not known; shown as is.` */
export function diagnosticLine({ at, level, code, message }: Diagnostic): string {
  return `${at.file}:${at.line}  ${level}  ${code}  ${message}`;
}

/** Repeats are counted, not printed: how often each code came up, most frequent first. */
export function diagnosticCounts(diagnostics: readonly Diagnostic[]): readonly (readonly [DiagnosticCode, number])[] {
  const counts = new Map<DiagnosticCode, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Of files that were not read, not of what was read and not understood. */
export const isUnread = (code: string): boolean => code === "link-not-followed" || code === "unreadable-file";
