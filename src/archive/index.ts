/** The archive: every session read once, linked and reduced to a record; a session is read again when it is opened. */

import { addUsage } from "../conversation/usage.ts";
import { type Discovery, discover } from "../log/discover.ts";
import { groupSessions, type SessionFiles } from "../log/session-files.ts";
import type { Archive, ChainRecord, SessionRecord } from "../model/archive.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Chain, Project, Session, SessionId } from "../model/session.ts";
import type { Redactor } from "../redact/index.ts";
import { days } from "./days.ts";
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
import { type Links, links } from "./links.ts";
import { archiveLookup } from "./lookup.ts";
import { type ArchiveContents, archiveContents } from "./records.ts";
import { type Redaction, redactionBy } from "./redaction.ts";
import { type Selection, selectionOf } from "./selection.ts";
import { openSession, type SessionSource } from "./source.ts";

export interface LogArchiveOptions {
  readonly sources: readonly string[];
  readonly title: string;
  readonly timeZone: string;
  /** No search index is made of it. */
  readonly isWithoutSearch?: true;
  /** Keeps a session in the archive; links are made before. */
  readonly keep?: (session: { readonly project: Project; readonly span?: Session["span"] }) => boolean;
  /** Called with what was found and kept, before anything is made of it. It may throw. */
  readonly onSelected?: (selection: Selection) => void;
  /** What is not shown by choice. */
  readonly leaveOut?: LeaveOutOptions;
  /** Takes secrets out of everything that becomes visible. */
  readonly redactor?: Redactor;
  readonly reader?: SessionReader;
  /** What was found below `sources`, where that is known already. */
  readonly discovery?: Discovery;
  /** Of projects, as the site gave them that this one takes the place of. */
  readonly addresses?: readonly Given[];
  /** A folder for what need not be in memory meanwhile. */
  readonly cache?: string;
  /** Called after each session: how many of how many, and bytes read so far. */
  readonly onProgress?: (done: number, all: number, bytes: number) => void;
}

/** An archive together with the logs behind it. Templates see only its `Archive` part. */
export interface LogArchive extends Archive {
  /** What redaction found in each session. */
  readonly secrets: (session: SessionId) => readonly string[];
  /** As `open`, at once. */
  readonly whole: (session: SessionId) => { readonly session: Session; readonly diagnostics: readonly Diagnostic[] };
  readonly source: (session: SessionId) => SessionSource;
  /** Counts what was not kept; thoughts and outputs once their pages are made. */
  readonly leftOut: LeftOut & { readonly sessions: number };
}

export async function readArchive(options: LogArchiveOptions): Promise<LogArchive> {
  const discovery = options.discovery ?? discover(options.sources);
  const groups = groupSessions(discovery.files);
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
  let bytes = 0;
  let done = 0;
  const read = await inOrder(groups, reader.width, async (files) => {
    const facts = withEvidenceIn(file, intern(await reader.facts(files)));
    bytes += facts.bytes;
    options.onProgress?.(++done, groups.length, bytes);
    return { files, facts };
  });
  for (const { facts } of [...read].sort(earlierFirst)) redactor?.take(facts.learnt);
  redactor?.freeze();
  const redaction = redactionBy(redactor);
  const logs = new Map(groups.map(({ id, file }) => [id, file]));
  const linked = links(
    read.flatMap(({ facts }) => facts.evidence ?? []),
    read.flatMap(({ facts }) => facts.summaries),
    redaction.text,
    (session) => logs.get(session),
    options.addresses,
  );
  const found = read.flatMap(({ files, facts }) => {
    const project = facts.evidence && linked.projectOf(facts.id);
    return project === undefined || facts.own === undefined ? [] : [{ files, facts, own: facts.own, project }];
  });
  const kept = found.filter(({ facts, project }) => isKept(facts, project, options));
  options.onSelected?.({
    ...selectionOf(
      discovery,
      linked.projects,
      found.map(({ facts }) => facts.evidence),
    ),
    kept: kept.map(({ facts }) => facts.id),
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
  return archiveOf(options, linked, redaction, archiveContents(sessions, linked, redaction), {
    diagnostics: redaction.value(diagnostics),
    days: days(spent, options.timeZone),
    usage: addUsage(spent.map(({ usage }) => usage)),
    leftOut: { sessions: found.length - kept.length, thinking: 0, toolOutput: 0 },
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

/** Numbers of secrets count from the oldest session on, so that a new one changes none. */
function earlierFirst(a: { readonly facts: SessionFacts }, b: { readonly facts: SessionFacts }): number {
  const [one, two] = [a.facts.evidence?.from ?? "9", b.facts.evidence?.from ?? "9"];
  return one === two ? (a.facts.id < b.facts.id ? -1 : 1) : one < two ? -1 : 1;
}

function isKept({ evidence }: SessionFacts, project: Project, { keep }: LogArchiveOptions): boolean {
  const { from, to } = evidence ?? {};
  const span = from === undefined || to === undefined ? {} : { span: { from, to } };
  return keep?.({ project, ...span }) !== false;
}

function archiveOf(
  options: LogArchiveOptions,
  linked: Links,
  redaction: Redaction,
  { sessions, sources, files, secrets }: ArchiveContents,
  counted: Pick<LogArchive, "diagnostics" | "usage" | "days" | "leftOut">,
): LogArchive {
  const leave = options.leaveOut ?? { thinking: false, toolOutput: false };
  const byId = new Map(sessions.map((record) => [record.id, record]));
  const projects = linked.projects.flatMap((project) => {
    const kept = project.sessions.map((id) => redaction.value({ id }).id).filter((session) => byId.has(session));
    return kept.length === 0 ? [] : [Object.freeze({ ...project, path: redaction.text(project.path), sessions: kept })];
  });
  const chains = redaction.value(linked.chains).flatMap((chain) => chainRecord(chain, byId) ?? []);
  const source = (id: SessionId): SessionSource => {
    const found = sources.get(id);
    if (found === undefined) throw new Error(`No session ${id} in this archive`);
    return found;
  };
  const open = (id: SessionId) => openSession(source(id), redaction, leave, counted.leftOut);
  return Object.freeze({
    title: options.title,
    timeZone: options.timeZone,
    ...(options.isWithoutSearch ? { isWithoutSearch: true as const } : {}),
    ...archiveLookup({ sessions, projects, chains }),
    projects: Object.freeze(projects),
    sessions: Object.freeze(sessions),
    chains: Object.freeze(chains),
    files: Object.freeze(files),
    ...counted,
    diagnostics: Object.freeze(counted.diagnostics),
    open: async (id: SessionId) => open(id),
    whole: open,
    source,
    secrets: (id: SessionId) => secrets.get(id) ?? [],
  });
}

function chainRecord(chain: Chain, byId: ReadonlyMap<SessionId, SessionRecord>): ChainRecord | undefined {
  const [first, ...rest] = chain.links.filter((link) => byId.has(link.session));
  if (first === undefined || rest.length === 0) return undefined;
  const members = [first, ...rest].flatMap((link) => byId.get(link.session) ?? []);
  const titled = members.find((member) => member.role === "implementation") ?? members[0];
  return Object.freeze({ ...chain, links: [first, ...rest] as const, title: titled?.title ?? "" });
}
