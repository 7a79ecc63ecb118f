/** What is said of a site once it is built; also of one that needed nothing. */

import type { LogArchive } from "../archive/index.ts";
import { type Diagnostic, diagnosticCounts } from "../model/diagnostics.ts";

export interface Summary {
  readonly sessions: number;
  readonly projects: number;
  readonly pages: number;
  readonly notUnderstood: readonly (readonly [code: string, count: number])[];
  readonly errors: readonly Diagnostic[];
  readonly leftOut: LogArchive["leftOut"];
}

export function summaryOf({ sessions, projects, diagnostics, leftOut }: LogArchive, pages: number): Summary {
  return {
    sessions: sessions.length,
    projects: projects.length,
    pages,
    notUnderstood: diagnosticCounts(diagnostics.filter(({ level }) => level !== "info")),
    errors: diagnostics.filter(({ level }) => level === "error"),
    leftOut: { ...leftOut },
  };
}
