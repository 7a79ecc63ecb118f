/** The facts of a session that every export begins with: front matter, JSON, tables and feeds all say the same. */
import { cost } from "../archive/cost.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { CodingAgent } from "../model/coding-agent.ts";
import type { ShownNote } from "../model/notes.ts";
import type { IsoTime, Role, SessionId } from "../model/session.ts";

export interface ExportFacts {
  readonly id: SessionId;
  readonly title: string;
  /** The program that it was held with. */
  readonly agent: CodingAgent;
  readonly project: string;
  readonly role: Role;
  readonly branches: readonly string[];
  readonly models: readonly string[];
  readonly start?: IsoTime;
  readonly end?: IsoTime;
  readonly activeMs: number;
  readonly prompts: number;
  readonly calls: number;
  readonly failures: number;
  readonly agents: number;
  /** Without the figures that the log does not have. */
  readonly tokens: {
    readonly input?: number;
    readonly output?: number;
    readonly cacheRead?: number;
    readonly cacheWrite?: number;
  };
  /** What the tokens would have cost through the API; absent where no model has a price. */
  readonly costUsd?: number;
  readonly files: { readonly changed: number; readonly added: number; readonly removed: number };
  /** What the owner says of it. */
  readonly star?: true;
  readonly tags?: readonly string[];
  readonly note?: string;
}

export function exportFacts(record: SessionRecord, project: string): ExportFacts {
  const { id, title, agent, role, gitBranches, models, span, activeMs, prompts, calls, failures, usage, files } =
    record;
  const sum = (of: (use: SessionRecord["usage"][number]) => number): number =>
    usage.reduce((all, use) => all + of(use), 0);
  const { usd } = cost(usage);
  const hasInput = usage.every(({ known }) => known === undefined);
  const hasOutput = usage.every(({ known }) => known !== "none");
  return {
    ...{ id, title, agent, project, role, branches: gitBranches, models },
    ...(span === undefined ? {} : { start: span.from, end: span.to }),
    ...{ activeMs, prompts, calls, failures },
    agents: record.agents.filter(({ internal }) => !internal).length,
    tokens: {
      ...(hasInput && { input: sum((use) => use.input) }),
      ...(hasOutput && { output: sum((use) => use.output) }),
      ...(hasInput && { cacheRead: sum((use) => use.cacheRead) }),
      ...(hasInput && { cacheWrite: sum((use) => use.cacheWrite5m + use.cacheWrite1h) }),
    },
    ...(usd === undefined ? {} : { costUsd: Math.round(usd * 10_000) / 10_000 }),
    files: { changed: files.changed, added: files.added, removed: files.removed },
    ...ownerFacts(record.notes),
  };
}

function ownerFacts({ star, tags, note }: ShownNote = {}): Pick<ExportFacts, "star" | "tags" | "note"> {
  return {
    ...(star ? { star } : {}),
    ...(tags === undefined ? {} : { tags }),
    ...(note === undefined ? {} : { note }),
  };
}
