/**
 * A session's page and those of its agents are made together, whichever Eleventy asks for first: it goes template by
 * template, so that each session with agents would otherwise be read twice.
 */

import type { AgentRecord, SessionRecord } from "../../src/model/archive.ts";
import type { AnnalsData } from "../annals-data.ts";
import { agentPage } from "./agent-page.ts";
import { sessionPage } from "./session-page.ts";

/** Made, but not yet asked for. */
const waiting = new WeakMap<AnnalsData, Map<string, string>>();

export async function sessionPages(annals: AnnalsData, record: SessionRecord, agent?: AgentRecord): Promise<string> {
  const pages = waiting.get(annals) ?? new Map<string, string>();
  waiting.set(annals, pages);
  const key = keyOf(record, agent);
  if (!pages.has(key)) await make(annals, record, pages);
  const page = pages.get(key);
  if (page === undefined) throw new Error(`Session ${record.id} has no agent ${agent?.id}.`);
  pages.delete(key);
  return page;
}

async function make(annals: AnnalsData, record: SessionRecord, pages: Map<string, string>): Promise<void> {
  const { version } = annals;
  const { archive, ...open } = await annals.open(record.id);
  const { html, files } = sessionPage({ archive, version, record, open });
  annals.emit(files, record);
  pages.set(keyOf(record), String(html));
  for (const agent of record.agents) {
    const made = agentPage({ archive, version, record, agent, open });
    if (made === undefined) continue;
    annals.emit(made.files, record);
    pages.set(keyOf(record, agent), String(made.html));
  }
}

function keyOf(record: SessionRecord, agent?: AgentRecord): string {
  return `${record.id}\n${agent?.id ?? ""}`;
}
