/** What templates get as `annals`: normalized collections, frozen so that Eleventy passes them by reference. */

import type { Month } from "../../../templates/pages/month-page.ts";
import type { SideFile } from "../../address/side-file.ts";
import type { Library } from "../../archive/index.ts";
import { foldedReasons } from "../../log/entries/index.ts";
import type {
  AgentRecord,
  Archive,
  ChainRecord,
  DayUsage,
  FileRecord,
  OpenSession,
  SessionRecord,
  Surroundings,
} from "../../model/archive.ts";
import type { ModelUsage, Project, SessionId, Task } from "../../model/session.ts";
import { version } from "../../package.ts";
import type { PageOptions } from "./page-options.ts";

/** One run makes session pages, or the lists, or all of it. */
export type Stage = "sessions" | "lists" | "all";

export type OnSession = (opened: OpenSession, record: SessionRecord) => void;

export interface AgentPage {
  readonly session: SessionRecord;
  readonly agent: AgentRecord;
}

export interface AnnalsData {
  readonly archive: Archive;
  readonly sessions: readonly SessionRecord[];
  readonly projects: readonly Project[];
  readonly chains: readonly ChainRecord[];
  readonly agents: readonly AgentPage[];
  /** The last task list of each session that had one. */
  readonly tasks: readonly { readonly session: SessionId; readonly tasks: readonly Task[] }[];
  readonly files: readonly FileRecord[];
  readonly usage: readonly ModelUsage[];
  readonly days: readonly DayUsage[];
  readonly stage: Stage;
  /** Sessions and agents whose pages this run makes. */
  readonly batch: readonly SessionRecord[];
  readonly agentBatch: readonly AgentPage[];
  readonly projectBatch: readonly Project[];
  readonly months: readonly Month[];
  readonly foldedReasons: typeof foldedReasons;
  readonly version: string;
  /** Writes files that belong to a session's pages. */
  readonly emit: (files: readonly SideFile[], session: SessionRecord) => void;
  /** What the page of one session may ask for. */
  readonly around: (session: SessionRecord) => Surroundings;
}

export function annalsData(library: Library, options: PageOptions, emit: AnnalsData["emit"]): AnnalsData {
  const { stage, onSession } = options;
  const wanted = new Set(options.batch);
  const batch =
    stage === "lists" ? [] : stage === "all" ? library.sessions : library.sessions.filter(({ id }) => wanted.has(id));
  const archive: Archive = Object.freeze({ ...library, open: opener(library, onSession) });
  const { title, timeZone, isWithoutSearch, session, chain, projectOf, neighbours } = library;
  const asked: Surroundings = Object.freeze({
    ...{ title, timeZone, session, chain, projectOf, neighbours },
    ...(isWithoutSearch ? { isWithoutSearch } : {}),
  });
  const agentsOf = (sessions: readonly SessionRecord[]): AgentPage[] =>
    sessions.flatMap((session) => session.agents.map((agent) => ({ session, agent })));
  return Object.freeze({
    archive,
    sessions: library.sessions,
    projects: library.projects,
    chains: library.chains,
    agents: Object.freeze(agentsOf(library.sessions)),
    tasks: Object.freeze(
      library.sessions.flatMap(({ id, tasks }) => (tasks.length === 0 ? [] : [{ session: id, tasks }])),
    ),
    files: library.files,
    usage: library.usage,
    days: library.days,
    stage,
    batch: Object.freeze([...batch]),
    agentBatch: Object.freeze(agentsOf(batch)),
    projectBatch: stage === "sessions" ? [] : library.projects,
    months: stage === "sessions" ? [] : Object.freeze(months(library)),
    foldedReasons,
    version,
    emit,
    around: (record: SessionRecord) => options.around?.(record, asked) ?? asked,
  });
}

/** Pages of one session and its agents come in a row: the last one read stays open. Each is told of once. */
function opener(library: Library, onSession: OnSession | undefined): Archive["open"] {
  const seen = new Set<SessionId>();
  let last: { readonly id: SessionId; readonly opened: Promise<OpenSession> } | undefined;
  return async (id) => {
    if (last?.id !== id) last = { id, opened: library.open(id) };
    const opened = await last.opened;
    const record = library.session(id);
    if (record !== undefined && !seen.has(id)) onSession?.(opened, record);
    seen.add(id);
    return opened;
  };
}

function months({ sessions, timeZone }: Archive): Month[] {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit" });
  const byMonth = new Map<string, SessionRecord[]>();
  for (const session of sessions) {
    const month = session.span === undefined ? "undated" : format.format(Date.parse(session.span.from)).slice(0, 7);
    const list = byMonth.get(month);
    if (list === undefined) byMonth.set(month, [session]);
    else list.push(session);
  }
  return [...byMonth].map(([month, list]) => ({ month, sessions: list }));
}
