/** The archive: every session surveyed, linked and reduced to a light record; bodies are read again when needed. */
import { setImmediate } from "node:timers/promises";
import type { Archive, ChainRecord, DayUsage, FileRecord, SessionRecord } from "../archive.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Evidence } from "../link/evidence.ts";
import type { Chain, Project, Session, SessionId } from "../model.ts";
import type { Thread } from "../normalise/thread.ts";
import { type MessageUsage, usageByModel } from "../normalise/usage.ts";
import { discover } from "../read/discover.ts";
import { groupSessions, type SessionFiles } from "../read/sessions.ts";
import type { Redactor } from "../redact/index.ts";
import { type LeaveOutOptions, type LeftOut, leaveOut } from "./leave-out.ts";
import { type Links, links } from "./links.ts";
import { type Opened, openSession } from "./open.ts";
import { sessionRecord } from "./record.ts";
import { learnSession, type Shown, shown } from "./redaction.ts";
import { evidence } from "./survey.ts";

export interface LibraryOptions {
  readonly sources: readonly string[];
  readonly title: string;
  readonly timeZone: string;
  /** Keeps a session in the archive; links are made before. */
  readonly keep?: (session: { readonly project: Project; readonly span?: Session["span"] }) => boolean;
  /** What is not shown by choice. */
  readonly leaveOut?: LeaveOutOptions;
  /** Takes secrets out of everything that becomes visible. */
  readonly redactor?: Redactor;
  /** Told after each session: how many of how many, and bytes read so far. */
  readonly onProgress?: (done: number, all: number, bytes: number) => void;
}

export interface Library extends Archive {
  /** Every session in full, one at a time, in the archive's order. */
  readonly whole: (session: SessionId) => { readonly session: Session; readonly diagnostics: readonly Diagnostic[] };
  readonly allChains: readonly Chain[];
  /** Counts what was not kept; thoughts and outputs once their pages are made. */
  readonly leftOut: LeftOut & { readonly sessions: number };
}

interface Surveyed {
  readonly files: SessionFiles;
  readonly evidence: Evidence;
  readonly opened: Pick<Opened, "diagnostics">;
  /** Reduced at once: the body is dropped. */
  reduce: (links: Links) => { record: SessionRecord; messages: readonly MessageUsage[]; files: Session["files"] };
}

export async function createLibrary(options: LibraryOptions): Promise<Library> {
  const discovery = discover(options.sources);
  const groups = groupSessions(discovery.files);
  const diagnostics: Diagnostic[] = [...discovery.diagnostics];
  const surveyed: Surveyed[] = [];
  const elsewhere: Thread["summaries"][number][] = [];
  let bytes = 0;
  for (const [index, files] of groups.entries()) {
    const opened = openSession(files);
    bytes += opened.bytes;
    if (options.redactor?.isOn) await learnSession(options.redactor, opened);
    const found = survey(files, opened);
    if (found === undefined) {
      append(diagnostics, opened.diagnostics);
      diagnostics.push(withoutConversation(files, opened));
      append(elsewhere, opened.main.summaries);
    } else surveyed.push(found);
    options.onProgress?.(index + 1, groups.length, bytes);
    // Lets progress be drawn and signals be heard.
    if (index % 16 === 15) await setImmediate();
  }

  await options.redactor?.settle();
  const show = shown(options.redactor);
  const linked = links(
    surveyed.map((item) => item.evidence),
    elsewhere,
    show.text,
  );
  const projectByPath = new Map(linked.projects.map((project) => [project.path, project]));
  const records: SessionRecord[] = [];
  const messages: MessageUsage[] = [];
  const fileSums = new Map<
    string,
    { project: string; path: string; added: number; removed: number; sessions: SessionId[] }
  >();
  const sources = new Map<SessionId, Source>();
  const leftOut = { sessions: 0, thinking: 0, toolOutput: 0 };
  for (const item of surveyed) {
    const { session } = item.evidence;
    const project = projectByPath.get(linked.place(session).project);
    if (project === undefined) continue;
    const { from, to } = item.evidence;
    const span = from === undefined || to === undefined ? undefined : { from, to };
    if (options.keep?.({ project, ...(span === undefined ? {} : { span }) }) === false) {
      leftOut.sessions++;
      continue;
    }
    const reduced = item.reduce(linked);
    const record = show.record(reduced.record);
    records.push(Object.freeze(record));
    append(messages, reduced.messages);
    append(diagnostics, item.opened.diagnostics);
    sources.set(record.id, { id: session, files: item.files });
    for (const file of reduced.files) {
      const key = `${project.id}\n${file.path}`;
      const sum = fileSums.get(key) ?? { project: project.id, path: file.path, added: 0, removed: 0, sessions: [] };
      sum.added += file.added;
      sum.removed += file.removed;
      sum.sessions.push(record.id);
      fileSums.set(key, sum);
    }
  }
  records.sort(newestFirst);
  return library(options, linked, show, {
    records,
    messages,
    diagnostics: show.value(diagnostics),
    sources,
    leftOut,
    files: [...fileSums.values()].map((file) => ({ ...file, path: show.text(file.path) })),
  });
}

/** `push(...more)` throws where a log has a hundred thousand of something. */
function append<Item>(list: Item[], more: readonly Item[]): void {
  for (const item of more) list.push(item);
}

function survey(files: SessionFiles, opened: Opened): Surveyed | undefined {
  if (opened.session.turns.length === 0 && opened.session.agents.length === 0) return undefined;
  const own = evidence(files, opened);
  const { diagnostics, bytes } = opened;
  const odd = diagnostics.filter(({ level }) => level !== "info").length;
  const activeMs = opened.main.facts.activeMs;
  const before = reduced(opened.session, opened.messages, activeMs, odd, bytes);
  return {
    files,
    evidence: own,
    opened: { diagnostics },
    reduce: (linked) => {
      const context = linked.context(own.session);
      if (context === undefined) return before(linked);
      // Other sessions change what this one shows: it is read again with what they say.
      const again = openSession(files, context);
      return reduced(again.session, again.messages, again.main.facts.activeMs, odd, bytes)(linked);
    },
  };
}

function reduced(
  session: Opened["session"],
  messages: readonly MessageUsage[],
  activeMs: number,
  diagnostics: number,
  bytes: number,
) {
  const facts = { activeMs, diagnostics, bytes };
  const draft = sessionRecord({ ...session, project: "", role: "single" }, { ...facts, project: "", chain: undefined });
  const { files } = session;
  return (linked: Links): ReturnType<Surveyed["reduce"]> => {
    const place = linked.place(draft.id);
    const project = linked.projects.find(({ path }) => path === place.project);
    const chain = linked.chainOf(draft.id);
    const record: SessionRecord = {
      ...draft,
      role: place.role,
      project: project?.id ?? "",
      ...(place.origin === undefined ? {} : { origin: place.origin }),
      ...(chain === undefined ? {} : { chain: chain.id }),
    };
    return { record, messages, files };
  };
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

function newestFirst(a: SessionRecord, b: SessionRecord): number {
  return startOf(b) - startOf(a) || (a.id < b.id ? -1 : 1);
}

function startOf({ span }: SessionRecord): number {
  return span === undefined ? 0 : Date.parse(span.from);
}

interface Source {
  /** The id as the log has it. */
  readonly id: SessionId;
  readonly files: SessionFiles;
}

interface Catalogue {
  readonly records: readonly SessionRecord[];
  readonly messages: readonly MessageUsage[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<SessionId, Source>;
  readonly files: readonly FileRecord[];
  readonly leftOut: Library["leftOut"];
}

function library(options: LibraryOptions, linked: Links, show: Shown, catalogue: Catalogue): Library {
  const { records: sessions, messages, diagnostics, sources, files, leftOut } = catalogue;
  const wanted = options.leaveOut ?? { thinking: false, toolOutput: false };
  const byId = new Map(sessions.map((record) => [record.id, record]));
  const projects = linked.projects.flatMap((project) => {
    const kept = project.sessions.map((id) => show.value({ id }).id).filter((session) => byId.has(session));
    return kept.length === 0 ? [] : [Object.freeze({ ...project, path: show.text(project.path), sessions: kept })];
  });
  const projectById = new Map(projects.map((project) => [project.id, project]));
  const chains = show.value(linked.chains).flatMap((chain) => chainRecord(chain, byId) ?? []);
  const chainById = new Map(chains.map((chain) => [chain.id, chain]));
  const open = (id: SessionId) => {
    const source = sources.get(id);
    if (source === undefined) throw new Error(`No session ${id} in this archive`);
    const opened = openSession(source.files, linked.context(source.id));
    const session = show.value(leaveOut({ ...opened.session, ...linked.place(source.id) }, wanted, leftOut));
    return { session, diagnostics: show.value(opened.diagnostics), file: show.file(opened.file) };
  };
  return Object.freeze({
    title: options.title,
    timeZone: options.timeZone,
    projects: Object.freeze(projects),
    sessions: Object.freeze(sessions),
    chains: Object.freeze(chains),
    files: Object.freeze(files),
    usage: usageByModel(messages),
    days: days(messages, options.timeZone),
    diagnostics: Object.freeze(diagnostics),
    session: (id: SessionId) => byId.get(id),
    chain: (id: Chain["id"]) => chainById.get(id),
    projectOf: (record: SessionRecord) => projectById.get(record.project) as Project,
    open: async (id: SessionId) => open(id),
    whole: open,
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

/** Usage by day of the archive's own zone. */
export function days(messages: readonly MessageUsage[], timeZone: string): readonly DayUsage[] {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const dates = new Map<string, string>();
  const byDay = new Map<string, MessageUsage[]>();
  for (const message of messages) {
    if (message.time === undefined) continue;
    const minute = message.time.slice(0, 16);
    let date = dates.get(minute);
    if (date === undefined) {
      date = format.format(Date.parse(message.time));
      dates.set(minute, date);
    }
    const list = byDay.get(date);
    if (list === undefined) byDay.set(date, [message]);
    else list.push(message);
  }
  return [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, list]) => ({ date, models: usageByModel(list) }));
}
