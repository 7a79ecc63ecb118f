/** Redaction: one path for everything that becomes visible. */

export { Cleared, type ClearedPieces } from "./cleared.ts";
export type { Literal } from "./detector.ts";
export { type Finding, findingCounts, findingLine, findingReport, type Place } from "./findings.ts";
export type { Learnt } from "./learnt.ts";
export type { MemoryState, Shown } from "./memory.ts";
export { checkOptions, type OwnPattern, type RedactOptions, ruleIds } from "./options.ts";
export { type Placeholder, placeholderPattern, splitPlaceholders } from "./placeholder.ts";
export { archiveRedactor, createRedactor, frozenRedactor, type Redactor } from "./redactor.ts";
export {
  type Leak,
  leakLine,
  type PublishGate,
  publishGate,
  type ScanOptions,
  type SourceOf,
  scanFolder,
} from "./scan.ts";
export { type OutsideScanner, ScannerUnavailable } from "./secretlint.ts";
export { textOf } from "./text-of.ts";
export { eachString } from "./value.ts";
