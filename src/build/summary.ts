/** What is said of a site once it is built; also of one that needed nothing. */

import type { LogArchive } from "../archive/index.ts";
import { type CodingAgent, codingAgents } from "../model/coding-agent.ts";
import { type Diagnostic, diagnosticCounts } from "../model/diagnostics.ts";

export interface Summary {
  readonly sessions: number;
  /** How many of each coding agent. */
  readonly agents: Readonly<Partial<Record<CodingAgent, number>>>;
  readonly projects: number;
  readonly pages: number;
  readonly notUnderstood: readonly (readonly [code: string, count: number])[];
  readonly errors: readonly Diagnostic[];
  readonly leftOut: LogArchive["leftOut"];
}

export function summaryOf({ sessions, projects, diagnostics, leftOut }: LogArchive, pages: number): Summary {
  return {
    sessions: sessions.length,
    agents: agentCounts(sessions),
    projects: projects.length,
    pages,
    notUnderstood: diagnosticCounts(diagnostics.filter(({ level }) => level !== "info")),
    errors: diagnostics.filter(({ level }) => level === "error"),
    leftOut: { ...leftOut },
  };
}

function agentCounts(sessions: LogArchive["sessions"]): Summary["agents"] {
  const counts = codingAgents.map((agent) => [agent, sessions.filter((each) => each.agent === agent).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
