/** A session as data: the model, with the facts of its record. schema/session.schema.json describes it. */
import type { SessionRecord } from "../model/archive.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Session } from "../model/session.ts";
import { jsonText } from "../text/json.ts";
import { exportFacts } from "./facts.ts";

/** Raise it when what was there before is gone or means something else; more may come at any time. */
export const sessionFormat = { format: "annals-session", version: 1 } as const;

export interface SessionJsonOptions {
  readonly project: string;
  readonly generator: string;
  /** Where the schema lies, from the file. */
  readonly schema?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export function sessionJson(session: Session, record: SessionRecord, options: SessionJsonOptions): string {
  const { project, generator, schema, diagnostics } = options;
  const value = {
    ...(schema === undefined ? {} : { $schema: schema }),
    ...sessionFormat,
    generator,
    facts: exportFacts(record, project),
    session,
    diagnostics,
  };
  try {
    return `${JSON.stringify(value)}\n`;
  } catch {
    // Nested too deep for it: cut with a note.
    return `${jsonText(value)}\n`;
  }
}
