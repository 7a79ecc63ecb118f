/** The figures of an archive, without its pages: each session is only sketched, and read again only where another one has some of it. */
import type { DayUsage } from "../archive.ts";
import type { Context, Traces } from "../link/evidence.ts";
import type { ModelUsage, Project, Session, SessionId } from "../model.ts";
import { retitled } from "../normalise/title.ts";
import { addUsage, type Spent, spentIn } from "../normalise/usage.ts";
import { discover } from "../read/discover.ts";
import { groupSessions, type SessionFiles } from "../read/sessions.ts";
import { newestFirst } from "./catalogue.ts";
import { days } from "./days.ts";
import type { LibraryOptions } from "./index.ts";
import { type Shares, shares } from "./links.ts";
import { type Sketched, sketchSession } from "./open.ts";
import { traces } from "./survey.ts";

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
}

export function createLedger({ sources, timeZone, keep }: Omit<LibraryOptions, "title">): Ledger {
  const found = groupSessions(discover(sources).files).map(surveyed);
  const shared = shares(
    found.flatMap(({ left }) => left ?? []),
    found.flatMap(({ summaries }) => summaries),
  );
  const counted = found.flatMap(({ files, figures, left }) => {
    const project = left && shared.projectOf(files.id);
    if (project === undefined) return [];
    const { span } = figures.account;
    if (keep?.({ project, ...(span === undefined ? {} : { span }) }) === false) return [];
    return [{ project, figures: within(files, figures, shared) }];
  });
  const spent = counted.flatMap(({ figures }) => figures.spent);
  const kept = new Set(counted.map(({ figures }) => figures.account.id));
  return {
    projects: shared.projects.flatMap((project) => {
      const sessions = project.sessions.filter((id) => kept.has(id));
      return sessions.length === 0 ? [] : [{ ...project, sessions }];
    }),
    sessions: counted.map(({ project, figures }) => ({ ...figures.account, project: project.id })).sort(newestFirst),
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

function surveyed(files: SessionFiles): Surveyed {
  const sketched = sketchSession(files);
  const { isEmpty, main } = sketched;
  const kept = {
    figures: figuresOf(sketched),
    ...(isEmpty ? {} : { left: traces(files, sketched) }),
    summaries: isEmpty ? main.summaries : [],
  };
  // A title cut out of a prompt keeps the whole prompt in memory, a copy of it does not.
  return { files, ...structuredClone(kept) };
}

function figuresOf({ about, messages }: Sketched): Figures {
  const { id, title, titleFrom, span, usage } = about;
  return {
    account: { id, title, titleFrom, ...(span === undefined ? {} : { span }), usage },
    spent: spentIn(messages),
  };
}

/** Other sessions take lines away, or name this one. For a name alone nothing is read again. */
function within(files: SessionFiles, own: Figures, { owned, titles }: Shares): Figures {
  const context = contextOf(files.id, owned);
  const named = titles.get(files.id);
  if (context !== undefined)
    return figuresOf(sketchSession(files, { ...context, ...(named === undefined ? {} : { titles: named }) }));
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
