/** Where a record of the archive is shown. */
import type { AgentRecord, ArchiveLookup, ChainRecord, SessionRecord } from "../model/archive.ts";
import type { Place } from "../model/collections.ts";
import type { Project } from "../model/session.ts";
import { agentPath, projectPath, sessionPath, storyPath } from "./paths.ts";

export interface Address {
  /** From where the archive begins. */
  readonly path: string;
  readonly anchor?: string;
}

type Addressed = Partial<
  Place & SessionRecord & Project & ChainRecord & { readonly session: SessionRecord; readonly agent: AgentRecord }
>;

/** Of a session, a project, a story, a chain (its first session), a decision, a commit, an agent with its session, a plan, a task list or a prompt. */
export function addressOf(record: unknown, archive: Pick<ArchiveLookup, "session">): Address | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const { path, anchor, key, id, session, agent, sessions, links } = record as Addressed;
  if (anchor !== undefined && path !== undefined) return { path, anchor };
  if (typeof session === "object" && typeof agent === "object") return { path: agentPath(session, agent) };
  if (links !== undefined) {
    const first = archive.session(links[0].session);
    return first === undefined ? undefined : { path: sessionPath(first) };
  }
  if (key !== undefined && sessions !== undefined) return { path: storyPath({ key }) };
  if (key !== undefined) return { path: sessionPath({ key }) };
  return sessions !== undefined && id !== undefined ? { path: projectPath({ id }) } : undefined;
}
