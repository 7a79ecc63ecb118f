/** The archive: every session surveyed, linked and reduced to a light record; bodies are read again when needed. */

import { addUsage } from "../conversation/usage.ts";
import { type Discovery, discover } from "../log/discover.ts";
import { groupSessions, type SessionFiles } from "../log/session-files.ts";
import type { Archive, ChainRecord, DayUsage, SessionRecord } from "../model/archive.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Chain, ModelUsage, Project, Session, SessionId } from "../model/session.ts";
import type { Redactor } from "../redact/index.ts";
import { days } from "./days.ts";
import { type Shelf, shelfFor } from "./evidence-file.ts";
import { copying, factsWithin, type Reader, retold, type SessionFacts, sessionFacts } from "./facts.ts";
import { inOrder } from "./in-order.ts";
import { oneOfEach } from "./intern.ts";
import type { LeaveOutOptions, LeftOut } from "./leave-out.ts";
import type { Given } from "./link/addresses.ts";
import { type Links, links } from "./links.ts";
import { type Catalogue, catalogue } from "./records.ts";
import { type Shown, shown } from "./redaction.ts";
import { type Selection, selectionOf } from "./selection.ts";
import { openShown, type SessionSource } from "./source.ts";
import { surroundings } from "./surroundings.ts";

export interface LibraryOptions {
  readonly sources: readonly string[];
  readonly title: string;
  readonly timeZone: string;
  /** No search index is made of it. */
  readonly isWithoutSearch?: true;
  /** Keeps a session in the archive; links are made before. */
  readonly keep?: (session: { readonly project: Project; readonly span?: Session["span"] }) => boolean;
  /** Told what was found and kept, before anything is made of it. It throws where that is not to be. */
  readonly onSelected?: (selection: Selection) => void;
  /** What is not shown by choice. */
  readonly leaveOut?: LeaveOutOptions;
  /** Takes secrets out of everything that becomes visible. */
  readonly redactor?: Redactor;
  readonly surveyor?: Surveyor;
  /** What was found below `sources`, where that is known already. */
  readonly discovery?: Discovery;
  /** Of projects, as the site gave them that this one takes the place of. */
  readonly addresses?: readonly Given[];
  /** A folder for what need not be in memory meanwhile. */
  readonly cache?: string;
  /** Told after each session: how many of how many, and bytes read so far. */
  readonly onProgress?: (done: number, all: number, bytes: number) => void;
}

export interface Library extends Archive {
  /** What redaction found in each session. */
  readonly secrets: (session: SessionId) => readonly string[];
  /** Every session in full, one at a time, in the archive's order. */
  readonly whole: (session: SessionId) => { readonly session: Session; readonly diagnostics: readonly Diagnostic[] };
  readonly source: (session: SessionId) => SessionSource;
  readonly allChains: readonly Chain[];
  /** Counts what was not kept; thoughts and outputs once their pages are made. */
  readonly leftOut: LeftOut & { readonly sessions: number };
}

/** Who reads the sessions: this thread, or several, or a cache. */
export interface Surveyor extends Reader {
  /** How many sessions to ask for at a time. */
  readonly width: number;
}

export async function createLibrary(options: LibraryOptions): Promise<Library> {
  const discovery = options.discovery ?? discover(options.sources);
  const groups = groupSessions(discovery.files);
  const shelf = shelfFor(groups.length, options.cache);
  try {
    return await surveyed(options, discovery, groups, shelf);
  } finally {
    shelf?.close();
  }
}

async function surveyed(
  options: LibraryOptions,
  discovery: Discovery,
  groups: readonly SessionFiles[],
  shelf: Shelf | undefined,
): Promise<Library> {
  const { redactor } = options;
  const surveyor = options.surveyor ?? inThisThread(redactor);
  const light = oneOfEach();
  let bytes = 0;
  let done = 0;
  const found = await inOrder(groups, surveyor.width, async (files) => {
    const facts = shelved(light(await surveyor.facts(files)), shelf);
    bytes += facts.bytes;
    options.onProgress?.(++done, groups.length, bytes);
    return { files, facts };
  });
  for (const { facts } of [...found].sort(earlierFirst)) redactor?.take(facts.learnt);
  redactor?.freeze();
  const show = shown(redactor);
  const logs = new Map(groups.map(({ id, file }) => [id, file]));
  const linked = links(
    found.flatMap(({ facts }) => facts.evidence ?? []),
    found.flatMap(({ facts }) => facts.summaries),
    show.text,
    (session) => logs.get(session),
    options.addresses,
  );
  const kept = found.flatMap(({ files, facts }) => {
    const project = facts.evidence && linked.projectOf(facts.id);
    return project === undefined || facts.own === undefined ? [] : [{ files, facts, own: facts.own, project }];
  });
  const wanted = kept.filter(({ facts, project }) => isKept(facts, project, options));
  options.onSelected?.({
    ...selectionOf(
      discovery,
      linked.projects,
      kept.map(({ facts }) => facts.evidence),
    ),
    kept: wanted.map(({ facts }) => facts.id),
    findings: redactor?.findings ?? [],
  });
  const counted = await inOrder(wanted, surveyor.width, async (each) => {
    const context = linked.context(each.facts.id);
    if (context === undefined) return each;
    return { ...each, own: retold(each.own, context) ?? light(await surveyor.within(each.files, context)) };
  });
  const diagnostics = [
    ...discovery.diagnostics,
    ...groups.flatMap(duplicates),
    ...found.flatMap(({ facts }) => (facts.own === undefined ? facts.diagnostics : [])),
    ...counted.flatMap(({ facts }) => facts.diagnostics),
  ];
  return library(options, linked, show, {
    ...catalogue(counted, linked, show),
    diagnostics: show.value(diagnostics),
    days: days(
      counted.flatMap(({ own }) => own.spent),
      options.timeZone,
    ),
    usage: addUsage(counted.flatMap(({ own }) => own.spent.map(({ usage }) => usage))),
    leftOut: { sessions: kept.length - wanted.length, thinking: 0, toolOutput: 0 },
  });
}

function duplicates({ file, copies }: SessionFiles): readonly Diagnostic[] {
  const message = `The same session is in ${file?.name}, which holds all of this file; only that one is read.`;
  return copies.flatMap(({ name, role }) =>
    role.kind === "session" ? [{ code: "duplicate-session", level: "info", at: { file: name, line: 0 }, message }] : [],
  );
}

function shelved(facts: SessionFacts, shelf: Shelf | undefined): SessionFacts {
  if (shelf === undefined || facts.evidence === undefined) return facts;
  return { ...facts, evidence: shelf.put(facts.evidence) };
}

function inThisThread(redactor: Redactor | undefined): Surveyor {
  const learner = redactor?.learner();
  const reader = copying({
    facts: (files) => sessionFacts(files, learner),
    within: async (files, context) => factsWithin(files, context),
  });
  return { ...reader, width: 1 };
}

/** Numbers of secrets count from the oldest session on, so that a new one changes none. */
function earlierFirst(a: { readonly facts: SessionFacts }, b: { readonly facts: SessionFacts }): number {
  const [one, two] = [a.facts.evidence?.from ?? "9", b.facts.evidence?.from ?? "9"];
  return one === two ? (a.facts.id < b.facts.id ? -1 : 1) : one < two ? -1 : 1;
}

function isKept({ evidence }: SessionFacts, project: Project, { keep }: LibraryOptions): boolean {
  const { from, to } = evidence ?? {};
  const span = from === undefined || to === undefined ? {} : { span: { from, to } };
  return keep?.({ project, ...span }) !== false;
}

interface Contents extends Catalogue {
  readonly diagnostics: readonly Diagnostic[];
  readonly usage: readonly ModelUsage[];
  readonly days: readonly DayUsage[];
  readonly leftOut: Library["leftOut"];
}

function library(options: LibraryOptions, linked: Links, show: Shown, catalogue: Contents): Library {
  const { records: sessions, sources, files, leftOut, usage, diagnostics } = catalogue;
  const leave = options.leaveOut ?? { thinking: false, toolOutput: false };
  const byId = new Map(sessions.map((record) => [record.id, record]));
  const projects = linked.projects.flatMap((project) => {
    const kept = project.sessions.map((id) => show.value({ id }).id).filter((session) => byId.has(session));
    return kept.length === 0 ? [] : [Object.freeze({ ...project, path: show.text(project.path), sessions: kept })];
  });
  const chains = show.value(linked.chains).flatMap((chain) => chainRecord(chain, byId) ?? []);
  const source = (id: SessionId): SessionSource => {
    const found = sources.get(id);
    if (found === undefined) throw new Error(`No session ${id} in this archive`);
    return found;
  };
  const open = (id: SessionId) => openShown(source(id), show, leave, leftOut);
  return Object.freeze({
    title: options.title,
    timeZone: options.timeZone,
    ...(options.isWithoutSearch ? { isWithoutSearch: true as const } : {}),
    ...surroundings({ sessions, projects, chains }),
    projects: Object.freeze(projects),
    sessions: Object.freeze(sessions),
    chains: Object.freeze(chains),
    files: Object.freeze(files),
    usage,
    days: catalogue.days,
    diagnostics: Object.freeze(diagnostics),
    open: async (id: SessionId) => open(id),
    whole: open,
    source,
    secrets: (id: SessionId) => catalogue.secrets.get(id) ?? [],
    leftOut,
    allChains: chains.map(({ id, slug, links: steps }) => ({
      id,
      ...(slug === undefined ? {} : { slug }),
      links: steps,
    })),
  });
}

function chainRecord(chain: Chain, byId: ReadonlyMap<SessionId, SessionRecord>): ChainRecord | undefined {
  const [first, ...rest] = chain.links.filter((link) => byId.has(link.session));
  if (first === undefined || rest.length === 0) return undefined;
  const members = [first, ...rest].flatMap((link) => byId.get(link.session) ?? []);
  const titled = members.find((member) => member.role === "implementation") ?? members[0];
  return Object.freeze({ ...chain, links: [first, ...rest] as const, title: titled?.title ?? "" });
}
