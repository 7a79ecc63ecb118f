/** The archive: every session read once, linked and reduced to a record; a session is read again when it is opened. */

import { addUsage } from "../conversation/usage.ts";
import type { Discovery } from "../log/discover.ts";
import { groupSessions, type SessionFiles } from "../log/session-files.ts";
import type { Archive, ArchiveSettings, OpenSession, SessionRecord } from "../model/archive.ts";
import type { CodingAgent } from "../model/coding-agent.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Project, Session, SessionId } from "../model/session.ts";
import type { Redactor } from "../redact/index.ts";
import { discoverAll, type StoreView } from "../store/discover.ts";
import { stage } from "../system/stages.ts";
import { chainRecord } from "./chain-record.ts";
import { takenOut } from "./coverage.ts";
import { days } from "./days.ts";
import { sessionExtract } from "./digest/extract.ts";
import { sessionDigest } from "./digest/index.ts";
import { type EvidenceFile, evidenceFileFor } from "./evidence-file.ts";
import {
  applyContext,
  copying,
  factsInContext,
  type OwnFacts,
  type SessionFacts,
  type SessionReader,
  sessionFacts,
} from "./facts.ts";
import { inOrder } from "./in-order.ts";
import { interner } from "./intern.ts";
import type { LeaveOutOptions, LeftOut } from "./leave-out.ts";
import type { Given } from "./link/addresses.ts";
import { givenStories } from "./link/story-addresses.ts";
import { type Links, links } from "./links.ts";
import { archiveLookup, settingsOf } from "./lookup.ts";
import { type ArchiveNotes, withWithdrawn } from "./notes/apply.ts";
import { learntOf, notedElsewhere, withoutWithdrawn } from "./notes/in-archive.ts";
import { type ReadGroup, readInTime } from "./read-in-time.ts";
import { type ArchiveContents, archiveContents, changedFiles, type FoundSession, type KnownFiles } from "./records.ts";
import { type Redaction, redactionBy } from "./redaction.ts";
import { type Selection, selectionOf } from "./selection.ts";
import { openSession, type SessionSource } from "./source.ts";
import { archiveWork, noWork } from "./work.ts";

export interface LogArchiveOptions extends Omit<ArchiveSettings, "isPartial"> {
  readonly sources: readonly string[];
  /** Whose sessions are in the archive; those of all coding agents where absent. */
  readonly agents?: readonly CodingAgent[];
  /** Keeps a session in the archive; links are made before. `chain` is the id of its chain, or its own where it has none. */
  readonly keep?: (session: {
    readonly project: Project;
    readonly span?: Session["span"];
    readonly chain?: string;
  }) => boolean;
  /** Called with what was found and kept, before anything is made of it. It may throw. */
  readonly onSelected?: (selection: Selection) => void;
  /** What the owner says of sessions. */
  readonly notes?: ArchiveNotes;
  /** What is not shown by choice. */
  readonly leaveOut?: LeaveOutOptions;
  /** Takes secrets out of everything that becomes visible. */
  readonly redactor?: Redactor;
  readonly reader?: SessionReader;
  /** Sessions that it holds are in the archive, too. */
  readonly store?: StoreView;
  /** What was found below `sources`, where that is known already. */
  readonly discovery?: Discovery;
  /** Of projects, as the site gave them that this one takes the place of. */
  readonly addresses?: readonly Given[];
  /** Lists of changed files that need not be made again. */
  readonly knownFiles?: KnownFiles;
  /** A folder for what need not be in memory meanwhile. */
  readonly cache?: string;
  /** Called after each session: how many of how many, and bytes read so far. */
  readonly onProgress?: (done: number, all: number, bytes: number) => void;
}

/** An archive together with the logs behind it. Templates see only its `Archive` part. */
export interface LogArchive extends Archive {
  /** As `open`, at once. */
  readonly whole: (session: SessionId) => Omit<OpenSession, "file">;
  readonly source: (session: SessionId) => SessionSource;
  /** Counts what was not kept; thoughts and outputs once their pages are made. */
  readonly leftOut: LeftOut & { readonly sessions: number };
}

export async function readArchive(options: LogArchiveOptions): Promise<LogArchive> {
  const discovery = options.discovery ?? discoverAll(options.sources, options.store, options.agents);
  const groups = withWithdrawn(groupSessions(discovery.files), options.notes?.all ?? new Map());
  const file = evidenceFileFor(groups.length, options.cache);
  try {
    return await readAndLink(options, discovery, groups, file);
  } finally {
    file?.close();
  }
}

async function readAndLink(
  options: LogArchiveOptions,
  discovery: Discovery,
  groups: readonly SessionFiles[],
  file: EvidenceFile | undefined,
): Promise<LogArchive> {
  const { redactor } = options;
  const reader = options.reader ?? localReader(redactor);
  const intern = interner();
  const alsoLearnt = await learntOf(options);
  const learning = { ...options, ...(alsoLearnt === undefined ? {} : { alsoLearnt }) };
  const read = await readInTime(learning, groups, reader, (facts) => withEvidenceIn(file, intern(facts)));
  const redaction = redactionBy(redactor);
  const logs = new Map(groups.map(({ id, file }) => [id, file]));
  const linked = withoutWithdrawn(
    stage("link", () =>
      links(
        read.flatMap(({ facts }) => facts.evidence ?? []),
        read.flatMap(({ facts }) => facts.summaries),
        redaction.text,
        (session) => logs.get(session),
        options.addresses,
      ),
    ),
    read,
    options,
  );
  const found = foundIn(read, linked);
  const kept = found.filter(({ facts, project }) => isKept(facts, project, linked, options));
  options.onSelected?.({
    ...selectionOf(
      discovery,
      linked.projects,
      found.map(({ facts }) => facts.evidence),
    ),
    remotes: found.flatMap(({ facts, project }) =>
      facts.evidence?.remote === undefined ? [] : [[project.id, facts.evidence.remote] as const],
    ),
    kept: kept.map(({ facts }) => facts.id),
    notedElsewhere: notedElsewhere(options, found),
    findings: redactor?.findings ?? [],
  });
  const sessions = await inOrder(kept, reader.width, async (each) => {
    const context = linked.context(each.facts.id);
    if (context === undefined) return each;
    const again = async () => intern(sameDiagnostics(await reader.factsInContext(each.files, context), each.own));
    return { ...each, own: applyContext(each.own, context) ?? (await again()) };
  });
  const diagnostics = [
    ...discovery.diagnostics,
    ...groups.flatMap(duplicates),
    ...read.flatMap(({ facts }) => (facts.own === undefined ? facts.diagnostics : [])),
    ...sessions.flatMap(({ facts }) => facts.diagnostics),
  ];
  const spent = sessions.flatMap(({ own }) => own.spent);
  return archiveOf(options, linked, redaction, archiveContents(sessions, linked, redaction, options.notes), {
    files: changedFiles(sessions, linked, redaction, options.knownFiles),
    diagnostics: redaction.value(diagnostics),
    days: days(spent, options.timeZone).map((day) => ({ ...day, models: redaction.usage(day.models) })),
    usage: redaction.usage(addUsage(spent.map(({ usage }) => usage))),
    work: redaction.value(
      archiveWork(
        sessions.map(({ own }) => own.work),
        options.timeZone,
      ),
    ),
    leftOut: { sessions: found.length - kept.length, thinking: 0, toolOutput: 0 },
  });
}

/**
 * An archive of nothing but these sessions, for pages that are drawn before all others are read. It leaves out those that
 * one of the others says something of, or will: they have to be read again with that.
 */
export function partialArchive(
  options: LogArchiveOptions,
  read: readonly ReadGroup[],
  redaction: Redaction,
): LogArchive {
  const linked = withoutWithdrawn(
    links(
      read.flatMap(({ facts }) => facts.evidence ?? []),
      read.flatMap(({ facts }) => facts.summaries),
      redaction.text,
      () => undefined,
      options.addresses,
    ),
    read,
    options,
  );
  const sessions = foundIn(read, linked).filter(
    ({ facts, project }) =>
      isKept(facts, project, linked, options) && linked.context(facts.id) === undefined && !isLikelyLinked(facts),
  );
  const leftOut = { sessions: 0, thinking: 0, toolOutput: 0 };
  const counted = { files: [], diagnostics: [], days: [], usage: [], work: noWork, leftOut };
  const contents = archiveContents(sessions, linked, redaction, options.notes);
  const archive = archiveOf(options, linked, redaction, contents, counted);
  return { ...archive, isPartial: true };
}

/** Others most likely say more of it: to draw it twice would cost more than to read it twice. */
const isLikelyLinked = ({ evidence }: SessionFacts): boolean =>
  evidence !== undefined &&
  (evidence.plans.length > 0 ||
    evidence.isImplementation ||
    [evidence.transcript, evidence.fork, evidence.continuedIn].some((found) => found !== undefined));

function foundIn(read: readonly ReadGroup[], linked: Links): readonly FoundSession[] {
  return read.flatMap(({ files, facts }) => {
    const project = facts.evidence && linked.projectOf(facts.id);
    return project === undefined || facts.own === undefined ? [] : [{ files, facts, own: facts.own, project }];
  });
}

/** Copied lines are left out in context: what was odd about them counts all the same. */
function sameDiagnostics(own: OwnFacts, before: OwnFacts): OwnFacts {
  return { ...own, draft: { ...own.draft, diagnostics: before.draft.diagnostics } };
}

function duplicates({ file, copies }: SessionFiles): readonly Diagnostic[] {
  const message = `The same session is in ${file?.name}, which holds all of this file; only that one is read.`;
  return copies.flatMap(({ name, role }) =>
    role.kind === "session" ? [{ code: "duplicate-session", level: "info", at: { file: name, line: 0 }, message }] : [],
  );
}

function withEvidenceIn(file: EvidenceFile | undefined, facts: SessionFacts): SessionFacts {
  if (file === undefined || facts.evidence === undefined) return facts;
  return { ...facts, evidence: file.put(facts.evidence) };
}

/** Reads sessions in this thread, one after the other. */
export function localReader(redactor: Redactor | undefined): SessionReader {
  const learner = redactor?.learner();
  return copying<SessionReader>({
    facts: (files) => sessionFacts(files, learner),
    factsInContext: async (files, context) => factsInContext(files, context),
    width: 1,
  });
}

function isKept(facts: SessionFacts, project: Project, linked: Links, options: LogArchiveOptions): boolean {
  const { id, evidence: { from, to } = {} } = facts;
  if (options.notes?.all.get(id)?.hide) return false;
  const span = from === undefined || to === undefined ? {} : { span: { from, to } };
  return options.keep?.({ project, ...span, chain: linked.chainOf(id)?.id ?? id }) !== false;
}

function archiveOf(
  options: LogArchiveOptions,
  linked: Links,
  redaction: Redaction,
  { sessions, sources }: ArchiveContents,
  counted: Pick<LogArchive, "files" | "diagnostics" | "usage" | "days" | "work" | "leftOut">,
): LogArchive {
  const leave = options.leaveOut ?? { thinking: false, toolOutput: false };
  const byId = new Map(sessions.map((record) => [record.id, record]));
  const projects = linked.projects.flatMap((project) => {
    const kept = project.sessions.map((id) => redaction.value({ id }).id).filter((session) => byId.has(session));
    return kept.length === 0 ? [] : [Object.freeze({ ...project, path: redaction.text(project.path), sessions: kept })];
  });
  const given = givenStories(options.addresses ?? []);
  const chains = redaction.value(linked.chains).flatMap((chain) => chainRecord(chain, byId, given) ?? []);
  const source = (id: SessionId): SessionSource => {
    const found = sources.get(id);
    if (found === undefined) throw new Error(`No session ${id} in this archive`);
    return found;
  };
  const open = (id: SessionId) => openSession(source(id), redaction, leave, counted.leftOut);
  const recordOf = (id: SessionId): SessionRecord => {
    const record = byId.get(id);
    if (record === undefined) throw new Error(`No session ${id} in this archive`);
    return record;
  };
  const digest = (id: SessionId) => {
    const { session, texts } = open(id);
    return sessionDigest(session, recordOf(id), texts);
  };
  return Object.freeze({
    ...settingsOf(options),
    ...archiveLookup({ sessions, projects, chains }),
    projects: Object.freeze(projects),
    sessions: Object.freeze(sessions),
    chains: Object.freeze(chains),
    ...counted,
    files: Object.freeze(counted.files),
    ...(options.redactor?.isOn ? { redacted: Object.freeze(takenOut(options.redactor.findings)) } : {}),
    diagnostics: Object.freeze(counted.diagnostics),
    open: async (id: SessionId) => open(id),
    whole: open,
    digest,
    extract: (id: SessionId) => sessionExtract(digest(id), recordOf(id)),
    source,
  });
}
