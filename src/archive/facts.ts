/**
 * What stays of a session once it was read: plain data, so that a worker can send it and a cache can keep it.
 * The body is dropped; pages read it again.
 */

import type { Thread } from "../conversation/thread.ts";
import { retitled } from "../conversation/title.ts";
import { type Spent, spentIn } from "../conversation/usage.ts";
import type { ReadFile } from "../log/provider.ts";
import type { SessionFiles } from "../log/session-files.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { SessionId, ToolUseId } from "../model/session.ts";
import type { SessionWork } from "../model/work.ts";
import type { Learnt, Redactor } from "../redact/index.ts";
import { stage, stageAsync } from "../system/stages.ts";
import { evidence, firstWords } from "./evidence.ts";
import type { Evidence, LinkContext } from "./link/evidence.ts";
import { withdraw } from "./notes/withdraw.ts";
import { type ReadSession, readSession } from "./read-session.ts";
import { type RecordDraft, recordDraft } from "./record.ts";
import { learnSession } from "./redaction.ts";
import { callInThread } from "./replay/order.ts";
import type { HeldSession } from "./source.ts";
import { sessionWork } from "./work.ts";

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

/** What a session counts; another one may take some of it away (`LinkContext`). */
export interface OwnFacts {
  readonly draft: RecordDraft;
  readonly spent: readonly Spent[];
  readonly work: SessionWork;
}

/** Who reads sessions: this thread, several others, or a cache. */
export interface SessionReader {
  readonly facts: (files: SessionFiles) => Promise<SessionFacts>;
  /** The same session once more, now that it is known what others say of it. */
  readonly factsInContext: (files: SessionFiles, context: LinkContext) => Promise<OwnFacts>;
  /** How many sessions to ask for at a time. */
  readonly width: number;
  /** Told how many of the sessions that were asked for first have been taken by the redactor of the archive. */
  readonly onTaken?: (count: number) => void;
}

/** As another thread would send it: a title cut out of a line keeps the whole line in memory, a copy of it does not. */
export function copying<Some extends Pick<SessionReader, "facts" | "factsInContext">>(reader: Some): Some {
  return {
    ...reader,
    facts: async (files) => structuredClone(await reader.facts(files)),
    factsInContext: async (files, context) => structuredClone(await reader.factsInContext(files, context)),
  };
}

const nothing: Learnt = { found: [], homes: [] };

export async function sessionFacts(
  files: SessionFiles,
  redactor: Redactor | undefined,
  log?: ReadFile,
): Promise<SessionFacts> {
  return (await readWithFacts(files, redactor, log)).facts;
}

/** The session as well, for whoever draws it at once. */
export async function readWithFacts(
  files: SessionFiles,
  redactor: Redactor | undefined,
  log?: ReadFile,
): Promise<{ readonly facts: SessionFacts; readonly read: HeldSession & ReadSession }> {
  const originals = new Map<ToolUseId, string>();
  const read = stage("read", () =>
    readSession(files, {}, log, (call, text, agent) => originals.set(callInThread(call, agent), text)),
  );
  const { isEmpty, diagnostics } = read;
  const learnt = redactor?.isOn
    ? await stageAsync("learn", () => redactor.collect(() => learnSession(redactor, read)))
    : nothing;
  // Secrets are learnt of all of it, and so is who follows whom.
  const kept = withdraw(read, { places: files.withdrawn }, originals);
  const facts = stage("facts", () => ({
    id: files.id,
    bytes: read.bytes,
    diagnostics: isEmpty ? [...diagnostics, withoutConversation(files, read)] : kept.diagnostics,
    summaries: isEmpty ? read.main.summaries : [],
    ...(isEmpty ? {} : { evidence: shownEvidence(files, read, kept), own: ownFacts(kept) }),
    learnt,
  }));
  return { facts, read: { ...kept, originals } };
}

/**
 * What other sessions say of this one's title and plans, put in without reading it again. `undefined` where they have
 * some of its lines or messages: then there is no way around that.
 */
export function applyContext(own: OwnFacts, context: LinkContext): OwnFacts | undefined {
  const { foreign, continues, countedElsewhere, lateResults, withdrawnPlans, titles = [], plans } = context;
  if (foreign !== undefined || continues !== undefined || countedElsewhere !== undefined) return undefined;
  if (lateResults !== undefined || withdrawnPlans !== undefined) return undefined;
  const { draft } = own;
  const implemented = new Set(
    [...(plans ?? [])].flatMap(([entry, found]) => found.proposedAs ?? (found.implementedIn ? [entry] : [])),
  );
  // Of several in one line the first is meant, as in `PlanList.resolve`.
  const resolved = draft.plans.map((plan) =>
    implemented.delete(plan.entry) ? { ...plan, status: "approved" as const } : plan,
  );
  const { title, from } = retitled({ title: draft.title, from: draft.titleFrom }, titles, resolved);
  return { ...own, draft: { ...draft, title, titleFrom: from, plans: resolved } };
}

/** Other sessions change what this one shows: it is read again with what they say. */
export function factsInContext(files: SessionFiles, context: LinkContext, log?: ReadFile): OwnFacts {
  const read = readSession(files, context, log);
  return ownFacts(withdraw(read, { places: files.withdrawn, plans: context.withdrawnPlans }));
}

/** Others quote how it began. */
function shownEvidence(files: SessionFiles, read: ReadSession, kept: ReadSession): Evidence {
  const { firstPrompt: _, ...found } = evidence(files, read);
  const first = firstWords(kept.session.turns);
  return { ...found, ...(first === undefined ? {} : { firstPrompt: first }) };
}

function ownFacts(read: ReadSession): OwnFacts {
  const work = sessionWork(read.session, read);
  const { agentsWithoutLog } = work;
  const draft = { ...recordDraft(read), ...(agentsWithoutLog === 0 ? {} : { agentsWithoutLog }) };
  return { draft, work, spent: spentIn(read.messages) };
}

function withoutConversation(files: SessionFiles, { entries, diagnostics }: ReadSession): Diagnostic {
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
