/** What a page knows without the session itself: its record, the archive, and how to link from here. */

import { agentPath, link, sessionPath } from "../../src/address/paths.ts";
import type { AgentRecord, ArchiveLookup, SessionRecord } from "../../src/model/archive.ts";
import type { AgentId, SessionId } from "../../src/model/session.ts";
import { type Clock, clock } from "../../src/text/clock.ts";

export interface ContextOptions {
  readonly archive: ArchiveLookup;
  readonly record: SessionRecord;
  /** This page's path from where the archive begins. */
  readonly path: string;
  /** For a page outside of the archive, whose path is from the site's root: where the archive begins. */
  readonly base?: string;
}

export class PageContext {
  readonly archive: ArchiveLookup;
  readonly record: SessionRecord;
  readonly clock: Clock;
  readonly at: string;
  readonly #base: string;
  readonly #agents: ReadonlyMap<AgentId, AgentRecord>;

  constructor({ archive, record, path, base = "" }: ContextOptions) {
    this.archive = archive;
    this.record = record;
    this.clock = clock(archive.timeZone);
    this.at = path;
    this.#base = base;
    this.#agents = new Map(record.agents.map((agent) => [agent.id, agent]));
  }

  link(to: string, fragment?: string): string {
    return link(this.at, `${this.#base}${to}`, fragment);
  }

  /** A session of the archive, with where it is; undefined for one that is not in it. */
  session(id: SessionId | undefined): { readonly record: SessionRecord; readonly href: string } | undefined {
    const record = id === undefined ? undefined : this.archive.session(id);
    return record === undefined ? undefined : { record, href: this.link(sessionPath(record)) };
  }

  agent(id: AgentId): { readonly record: AgentRecord; readonly href: string } | undefined {
    const record = this.#agents.get(id);
    return record === undefined ? undefined : { record, href: this.link(agentPath(this.record, record)) };
  }
}
