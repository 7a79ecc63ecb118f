/** The figures of an archive, without its pages: each session is only sketched, and read again only where another one has some of it. */
import { setImmediate } from "node:timers/promises";
import { retitled } from "../conversation/title.ts";
import { addUsage, type MessageUsage, type Spent, spentIn, usageByModel } from "../conversation/usage.ts";
import { discover } from "../log/discover.ts";
import { groupSessions, type SessionFiles } from "../log/session-files.ts";
import type { DayUsage } from "../model/archive.ts";
import type { ModelUsage, Project, Session, SessionId } from "../model/session.ts";
import { days } from "./days.ts";
import { traces } from "./evidence.ts";
import type { LibraryOptions } from "./index.ts";
import type { Context, Traces } from "./link/evidence.ts";
import { type Shares, shares } from "./links.ts";
import { type Sketched, sketchSession } from "./open.ts";
import { newestFirst } from "./records.ts";
import { selectionOf } from "./selection.ts";

export interface Account extends Pick<Session, "id" | "title" | "titleFrom" | "span" | "usage"> {
  readonly project: Project["id"];
}

export interface Ledger {
  readonly projects: readonly Project[];
  /** Newest first. */
  readonly sessions: readonly Account[];
  readonly usage: readonly ModelUsage[];
  readonly days: readonly DayUsage[];
}

interface Figures {
  readonly account: Omit<Account, "project">;
  readonly spent: readonly Spent[];
  /** It spent something, but nothing of that in the time that is asked for. */
  readonly isIdle: boolean;
}

type IsCounted = (message: MessageUsage, span: Session["span"]) => boolean;

/** Where a message does not tell its time, that of its session decides, if it lies inside as a whole. */
function countedIn({ since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: LedgerOptions): IsCounted {
  const isInside = (time: string): boolean => Date.parse(time) >= since && Date.parse(time) < until;
  if (since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY) return () => true;
  return ({ time }, span) =>
    time === undefined ? span !== undefined && isInside(span.from) && isInside(span.to) : isInside(time);
}

export interface LedgerOptions
  extends Pick<LibraryOptions, "sources" | "timeZone" | "keep" | "onSelected" | "onProgress"> {
  /** Counts only what was spent from here on, and before this: milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
  /** Takes out what must not be seen. */
  readonly show?: (text: string) => string;
}

export async function createLedger(options: LedgerOptions): Promise<Ledger> {
  const { sources, timeZone, keep, show = (text) => text } = options;
  const discovery = discover(sources);
  const groups = groupSessions(discovery.files);
  const isCounted = countedIn(options);
  let bytes = 0;
  const found: Surveyed[] = [];
  for (const files of groups) {
    found.push(surveyed(files, isCounted));
    bytes += (files.file?.size ?? 0) + files.agents.reduce((sum, { file }) => sum + file.size, 0);
    options.onProgress?.(found.length, groups.length, bytes);
    // Lets progress be drawn and signals be heard.
    if (found.length % 16 === 0) await setImmediate();
  }
  const shared = shares(
    found.flatMap(({ left }) => left ?? []),
    found.flatMap(({ summaries }) => summaries),
    show,
  );
  const placed = found.flatMap(({ files, figures, left }) => {
    const project = left && shared.projectOf(files.id);
    return project === undefined ? [] : [{ files, figures, project, span: left }];
  });
  const counted = placed.flatMap(({ files, figures, project }) => {
    const { span } = figures.account;
    if (keep?.({ project, ...(span === undefined ? {} : { span }) }) === false) return [];
    const own = within(files, figures, shared, isCounted);
    return own.isIdle ? [] : [{ project, figures: own }];
  });
  options.onSelected?.({
    ...selectionOf(
      discovery,
      shared.projects,
      placed.map(({ span }) => span),
    ),
    kept: counted.map(({ figures }) => figures.account.id),
    findings: [],
  });
  const spent = counted.flatMap(({ figures }) => figures.spent);
  const kept = new Set(counted.map(({ figures }) => figures.account.id));
  return {
    projects: shared.projects.flatMap((project) => {
      const sessions = project.sessions.filter((id) => kept.has(id));
      return sessions.length === 0 ? [] : [{ ...project, path: show(project.path), sessions }];
    }),
    sessions: counted
      .map(({ project, figures: { account } }) => ({ ...account, title: show(account.title), project: project.id }))
      .sort(newestFirst),
    usage: addUsage(spent.map(({ usage }) => usage)),
    days: days(spent, timeZone),
  };
}

interface Surveyed {
  readonly files: SessionFiles;
  readonly figures: Figures;
  /** Absent where the files hold no conversation. */
  readonly left?: Traces;
  /** Of such files; a conversation has its own in what it left. */
  readonly summaries: Traces["summaries"];
}

function surveyed(files: SessionFiles, isCounted: IsCounted): Surveyed {
  const sketched = sketchSession(files);
  const { isEmpty, main } = sketched;
  const kept = {
    figures: figuresOf(sketched, isCounted),
    ...(isEmpty ? {} : { left: traces(files, sketched) }),
    summaries: isEmpty ? main.summaries : [],
  };
  // A title cut out of a prompt keeps the whole prompt in memory, a copy of it does not.
  return { files, ...structuredClone(kept) };
}

function figuresOf({ about, messages }: Sketched, isCounted: IsCounted): Figures {
  const { id, title, titleFrom, span } = about;
  const counted = messages.filter((message) => isCounted(message, span));
  const usage = counted.length === messages.length ? about.usage : usageByModel(counted);
  return {
    account: { id, title, titleFrom, ...(span === undefined ? {} : { span }), usage },
    spent: spentIn(counted),
    isIdle: messages.length > 0 && counted.length === 0,
  };
}

/** Other sessions take lines away, or name this one. For a name alone nothing is read again. */
function within(files: SessionFiles, own: Figures, { owned, titles }: Shares, isCounted: IsCounted): Figures {
  const context = contextOf(files.id, owned);
  const named = titles.get(files.id);
  if (context !== undefined)
    return figuresOf(
      sketchSession(files, { ...context, ...(named === undefined ? {} : { titles: named }) }),
      isCounted,
    );
  if (named === undefined) return own;
  const { account } = own;
  const { title, from } = retitled({ title: account.title, from: account.titleFrom }, named);
  return { ...own, account: { ...account, title, titleFrom: from } };
}

function contextOf(session: SessionId, { foreign, countedElsewhere }: Shares["owned"]): Context | undefined {
  const lines = foreign.get(session);
  const messages = countedElsewhere.get(session);
  if (lines === undefined && messages === undefined) return undefined;
  return {
    ...(lines === undefined ? {} : { foreign: lines }),
    ...(messages === undefined ? {} : { countedElsewhere: messages }),
  };
}
