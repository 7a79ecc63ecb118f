/**
 * What stays of a session once it was read: plain data, so that a worker can send it and a cache can keep it.
 * The body is dropped; pages read it again.
 */

import type { Thread } from "../conversation/thread.ts";
import { retitled } from "../conversation/title.ts";
import { type Spent, spentIn } from "../conversation/usage.ts";
import type { ReadLog } from "../log/entries/parse.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Session, SessionId } from "../model/session.ts";
import type { Learnt, Redactor } from "../redact/index.ts";
import { evidence } from "./evidence.ts";
import type { Context, Evidence } from "./link/evidence.ts";
import { type Opened, openSession } from "./open.ts";
import { sessionRecord } from "./record.ts";
import { learnSession } from "./redaction.ts";

export interface SessionFacts {
  readonly id: SessionId;
  readonly bytes: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Titles that may be of other sessions. */
  readonly summaries: Thread["summaries"];
  /** Absent where the files hold no conversation. */
  readonly evidence?: Evidence;
  readonly own?: OwnFacts;
  readonly learnt: Learnt;
}

/** What a session counts; another one may take some of it away (`Context`). */
export interface OwnFacts {
  /** Without project, role and chain: those take the whole archive. */
  readonly draft: SessionRecord;
  readonly spent: readonly Spent[];
  readonly files: Session["files"];
}

/** Who reads sessions. */
export interface Reader {
  readonly facts: (files: SessionFiles) => Promise<SessionFacts>;
  readonly within: (files: SessionFiles, context: Context) => Promise<OwnFacts>;
}

/** As another thread would send it: a title cut out of a line keeps the whole line in memory, a copy of it does not. */
export function copying({ facts, within }: Reader): Reader {
  return {
    facts: async (files) => structuredClone(await facts(files)),
    within: async (files, context) => structuredClone(await within(files, context)),
  };
}

const nothing: Learnt = { found: [], homes: [] };

export async function sessionFacts(
  files: SessionFiles,
  redactor: Redactor | undefined,
  log?: ReadLog,
): Promise<SessionFacts> {
  const opened = openSession(files, {}, log);
  const learnt = redactor?.isOn ? await redactor.lesson(() => learnSession(redactor, opened)) : nothing;
  const isEmpty = opened.session.turns.length === 0 && opened.session.agents.length === 0;
  return {
    id: files.id,
    bytes: opened.bytes,
    diagnostics: isEmpty ? [...opened.diagnostics, withoutConversation(files, opened)] : opened.diagnostics,
    summaries: isEmpty ? opened.main.summaries : [],
    ...(isEmpty ? {} : { evidence: evidence(files, opened), own: ownFacts(opened) }),
    learnt,
  };
}

/**
 * What other sessions tell of this one's title and plans, put in without reading it again. Where they have some of its
 * lines or messages, there is no way around that.
 */
export function retold(own: OwnFacts, context: Context): OwnFacts | undefined {
  const { foreign, continues, countedElsewhere, lateResults, titles = [], plans } = context;
  if (foreign !== undefined || continues !== undefined || countedElsewhere !== undefined) return undefined;
  if (lateResults !== undefined) return undefined;
  const { draft } = own;
  const implemented = new Set([...(plans ?? [])].flatMap(([entry, found]) => (found.implementedIn ? [entry] : [])));
  // Of several in one line the first is meant, as in the book of plans.
  const told = draft.plans.map((plan) =>
    implemented.delete(plan.entry) ? { ...plan, status: "approved" as const } : plan,
  );
  const { title, from } = retitled({ title: draft.title, from: draft.titleFrom }, titles, told);
  return { ...own, draft: { ...draft, title, titleFrom: from, plans: told } };
}

/** Other sessions change what this one shows: it is read again with what they say. */
export function factsWithin(files: SessionFiles, context: Context, log?: ReadLog): OwnFacts {
  return ownFacts(openSession(files, context, log));
}

function ownFacts({ session, main, messages, diagnostics, bytes }: Opened): OwnFacts {
  const odd = diagnostics.filter(({ level }) => level !== "info").length;
  const facts = { activeMs: main.facts.activeMs, diagnostics: odd, bytes, project: "", chain: undefined };
  const draft = sessionRecord({ ...session, project: "", role: "single" }, facts);
  return { draft, files: session.files, spent: spentIn(messages) };
}

function withoutConversation(files: SessionFiles, { entries, diagnostics }: Opened): Diagnostic {
  const at = { file: files.file?.name ?? files.agents[0]?.file.name ?? "", line: 0 };
  if (entries.length === 0 && diagnostics.length === 0) {
    return { code: "empty-file", level: "info", at, message: "The file is empty; there is nothing to show." };
  }
  return {
    code: "no-conversation",
    level: "info",
    at,
    message: "The file holds no conversation; there is nothing to show.",
  };
}
