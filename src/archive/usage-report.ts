/** What an archive spent, without its pages: of each session only a summary is read, once more where another one has some of it. */
import { setImmediate } from "node:timers/promises";
import { retitled } from "../conversation/title.ts";
import {
  addToolUsage,
  addUsage,
  type MessageUsage,
  type Spent,
  spentIn,
  usageByModel,
  usageByTool,
} from "../conversation/usage.ts";
import { groupSessions, type SessionFiles } from "../log/session-files.ts";
import type { DayUsage } from "../model/archive.ts";
import type { ModelUsage, Project, Session, SessionId } from "../model/session.ts";
import type { ToolSpent } from "../model/work.ts";
import { discoverAll } from "../store/discover.ts";
import { days } from "./days.ts";
import { usageEvidence } from "./evidence.ts";
import type { LogArchiveOptions } from "./index.ts";
import type { LinkContext } from "./link/evidence.ts";
import { type UsageLinks, usageLinks } from "./links.ts";
import { readSummary, type SessionSummary } from "./read-session.ts";
import { newestFirst } from "./records.ts";
import { type Redaction, redactionBy } from "./redaction.ts";
import { selectionOf } from "./selection.ts";

/** One session of the report. */
export interface SessionUsage extends Pick<Session, "id" | "agent" | "title" | "titleFrom" | "span" | "usage"> {
  readonly project: Project["id"];
}

export interface UsageReport {
  readonly projects: readonly Project[];
  /** Newest first. */
  readonly sessions: readonly SessionUsage[];
  readonly usage: readonly ModelUsage[];
  readonly toolUsage: readonly ToolSpent[];
  readonly days: readonly DayUsage[];
}

interface Counted {
  readonly session: Omit<SessionUsage, "project">;
  readonly spent: readonly Spent[];
  readonly toolUsage: readonly ToolSpent[];
  /** It spent something, but nothing of that between `since` and `until`. */
  readonly isIdle: boolean;
}

type IsCounted = (message: MessageUsage, span: Session["span"]) => boolean;

/** Where a message has no time, that of its session decides, if it lies inside as a whole. */
function countedIn({ since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: UsageOptions): IsCounted {
  const isInside = (time: string): boolean => Date.parse(time) >= since && Date.parse(time) < until;
  if (since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY) return () => true;
  return ({ time }, span) =>
    time === undefined ? span !== undefined && isInside(span.from) && isInside(span.to) : isInside(time);
}

export interface UsageOptions
  extends Pick<LogArchiveOptions, "sources" | "agents" | "store" | "timeZone" | "keep" | "onSelected" | "onProgress"> {
  /** Counts only what was spent from here on, and before this: milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
  /** Takes out what must not be seen. */
  readonly show?: Pick<Redaction, "text" | "value" | "usage">;
}

export async function usageReport(options: UsageOptions): Promise<UsageReport> {
  const { sources, timeZone, keep, show = redactionBy(undefined) } = options;
  const discovery = discoverAll(sources, options.store, options.agents);
  // Prompts alone spent nothing that is known.
  const groups = groupSessions(discovery.files.filter(({ prompts }) => prompts === undefined));
  const isCounted = countedIn(options);
  let bytes = 0;
  const found: ReturnType<typeof countedFiles>[] = [];
  for (const files of groups) {
    found.push(countedFiles(files, isCounted));
    bytes += (files.file?.size ?? 0) + files.agents.reduce((sum, { file }) => sum + file.size, 0);
    options.onProgress?.(found.length, groups.length, bytes);
    // Lets progress be drawn and signals arrive.
    if (found.length % 16 === 0) await setImmediate();
  }
  const linked = usageLinks(
    found.flatMap(({ evidence }) => evidence ?? []),
    found.flatMap(({ summaries }) => summaries),
    show.text,
  );
  const placed = found.flatMap(({ files, counted, evidence }) => {
    const project = evidence && linked.projectOf(files.id);
    return project === undefined ? [] : [{ files, counted, project, span: evidence }];
  });
  const kept = placed.flatMap(({ files, counted, project }) => {
    const { span } = counted.session;
    if (keep?.({ project, ...(span === undefined ? {} : { span }) }) === false) return [];
    const own = inContext(files, counted, linked, isCounted);
    return own.isIdle ? [] : [{ project, ...own }];
  });
  options.onSelected?.({
    ...selectionOf(
      discovery,
      linked.projects,
      placed.map(({ span }) => span),
    ),
    kept: kept.map(({ session }) => session.id),
    findings: [],
    notedElsewhere: [],
  });
  const spent = kept.flatMap((counted) => counted.spent);
  const keptIds = new Set(kept.map(({ session }) => session.id));
  return {
    projects: linked.projects.flatMap((project) => {
      const sessions = project.sessions.filter((id) => keptIds.has(id));
      return sessions.length === 0 ? [] : [{ ...project, path: show.text(project.path), sessions }];
    }),
    sessions: kept
      .map(({ project, session }) => ({
        ...session,
        title: show.text(session.title),
        project: project.id,
        usage: show.usage(session.usage),
      }))
      .sort(newestFirst),
    usage: show.usage(addUsage(spent.map(({ usage }) => usage))),
    toolUsage: addToolUsage([show.value(addToolUsage(kept.map((counted) => counted.toolUsage)))]),
    days: days(spent, timeZone).map((day) => ({ ...day, models: show.usage(day.models) })),
  };
}

/** With the evidence that links it to others: absent where the files hold no conversation, but maybe titles of others. */
function countedFiles(files: SessionFiles, isCounted: IsCounted) {
  const read = readSummary(files);
  const kept = {
    counted: countedOf(read, isCounted),
    evidence: read.isEmpty ? undefined : usageEvidence(files, read),
    summaries: read.isEmpty ? read.main.summaries : [],
  };
  // A title cut out of a prompt keeps the whole prompt in memory, a copy of it does not.
  return { files, ...structuredClone(kept) };
}

function countedOf({ session, messages }: SessionSummary, isCounted: IsCounted): Counted {
  const { id, agent, title, titleFrom, span } = session;
  const counted = messages.filter((message) => isCounted(message, span));
  const usage = counted.length === messages.length ? session.usage : usageByModel(counted);
  return {
    session: { id, agent, title, titleFrom, ...(span === undefined ? {} : { span }), usage },
    spent: spentIn(counted),
    toolUsage: usageByTool(counted),
    isIdle: messages.length > 0 && counted.length === 0,
  };
}

/** Other sessions take lines away, or name this one. For a name alone nothing is read again. */
function inContext(files: SessionFiles, own: Counted, { owned, titles }: UsageLinks, isCounted: IsCounted): Counted {
  const context = contextOf(files.id, owned);
  const named = titles.get(files.id);
  if (context !== undefined)
    return countedOf(readSummary(files, { ...context, ...(named === undefined ? {} : { titles: named }) }), isCounted);
  if (named === undefined) return own;
  const { session } = own;
  const { title, from } = retitled({ title: session.title, from: session.titleFrom }, named);
  return { ...own, session: { ...session, title, titleFrom: from } };
}

function contextOf(session: SessionId, { foreign, countedElsewhere }: UsageLinks["owned"]): LinkContext | undefined {
  const lines = foreign.get(session);
  const messages = countedElsewhere.get(session);
  if (lines === undefined && messages === undefined) return undefined;
  return {
    ...(lines === undefined ? {} : { foreign: lines }),
    ...(messages === undefined ? {} : { countedElsewhere: messages }),
  };
}
