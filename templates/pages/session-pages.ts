/**
 * The page of a session and those of its subagents. All of them are drawn while the session is open, whichever Eleventy
 * asks for first: it goes template by template, so that each session with agents would otherwise be read twice.
 * session.11ty.ts and agent.11ty.ts say where the pages are and ask for them here.
 */

import { anchor } from "../../src/address/anchor.ts";
import { agentPath, indexPath, link, sessionFolder, sessionPath } from "../../src/address/paths.ts";
import type { SideFile } from "../../src/address/side-file.ts";
import { agentName } from "../../src/conversation/agent-sums.ts";
import { type TwinSizes, writeSessionTwins } from "../../src/export/twins.ts";
import { type AgentRecord, type OpenSession, roleWords, type SessionRecord } from "../../src/model/archive.ts";
import type { CodingAgent } from "../../src/model/coding-agent.ts";
import type { Agent, AgentId, Session } from "../../src/model/session.ts";
import { releaseMemoryOf } from "../../src/system/memory.ts";
import { stage } from "../../src/system/stages.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site, twinAlternates } from "../layouts/page.ts";
import { agentHead, agentOrigin } from "../parts/agent-head.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { Cast } from "../parts/cast.ts";
import { chainLine } from "../parts/chain-line.ts";
import { changedFiles } from "../parts/changed-files.ts";
import { promptsOnly } from "../parts/kept.ts";
import { MovedPieces } from "../parts/moved-pieces.ts";
import { PageView } from "../parts/page-view.ts";
import { reading } from "../parts/reading.ts";
import { endOrMarker, nestedAgents, otherAgents } from "../parts/session-end.ts";
import { sessionHead } from "../parts/session-head.ts";
import { sessionLead } from "../parts/session-lead.ts";
import { SideFiles } from "../parts/side-files.ts";
import { pageBudget, transcript, turnViews } from "../parts/transcript.ts";
import { outlineOf, type TurnOutline } from "../parts/turn.ts";
import { part, withTheme } from "../theme.ts";
import { type AnnalsData, siteOf } from "./template-data.ts";

/** Drawn, but not yet asked for. */
const waiting = new WeakMap<AnnalsData, Map<string, string>>();

/** The page of the session, or of one of its agents. */
export async function sessionPages(annals: AnnalsData, record: SessionRecord, agent?: AgentRecord): Promise<string> {
  const pages = waiting.get(annals) ?? new Map<string, string>();
  waiting.set(annals, pages);
  const key = keyOf(record, agent);
  if (!pages.has(key)) await drawAll(annals, record, pages);
  const page = pages.get(key);
  if (page === undefined) throw new Error(`Session ${record.id} has no agent ${agent?.id}.`);
  pages.delete(key);
  return page;
}

/** The session is dropped after it. */
async function drawAll(annals: AnnalsData, record: SessionRecord, pages: Map<string, string>): Promise<void> {
  const { archive, ...open } = await annals.open(record.id);
  const generator = `Annals ${annals.version}`;
  const twins = archive.isWithoutTwins
    ? undefined
    : stage("twins", () =>
        writeSessionTwins(open, record, archive, generator, (path, parts) => annals.write(path, parts, record)),
      );
  releaseMemoryOf(record.bytes);
  const onFile = (file: SideFile): void => annals.emit([file], record);
  const about = { ...siteOf(annals, archive), record, open, onFile, ...(twins === undefined ? {} : { twins }) };
  const { html } = stage("draw", () => withTheme(annals.theme, () => sessionPage(about)));
  pages.set(keyOf(record), String(html));
  for (const agent of record.agents) {
    const made = stage("draw", () => withTheme(annals.theme, () => agentPage({ ...about, agent })));
    if (made === undefined) continue;
    pages.set(keyOf(record, agent), String(made.html));
  }
}

const keyOf = (record: SessionRecord, agent?: AgentRecord): string => `${record.id}\n${agent?.id ?? ""}`;

export interface SessionPageInput extends Site {
  readonly record: SessionRecord;
  readonly open: OpenSession;
  /** Bytes of transcript before pieces move out. */
  readonly budget?: number;
  /** Of the files beside it that say the same for programs. */
  readonly twins?: TwinSizes;
  /** Gets each file beside the page as soon as it is drawn; where nobody does, `files` has them all in the end. */
  readonly onFile?: (file: SideFile) => void;
}

export interface RenderedPage {
  readonly path: string;
  readonly html: SafeHtml;
  readonly files: readonly SideFile[];
}

/** A transcript as it is drawn, for the body of its page. */
export interface DrawnTranscript {
  readonly turns: readonly TurnOutline[];
  readonly transcript: SafeHtml;
  /** Subagents that no call in it leads to. */
  readonly agents: readonly Agent[];
  /** Some of what the page is about is in other files, and a script finds where (`data-places`). */
  readonly hasPlaces: boolean;
}

export function sessionPage(input: SessionPageInput): RenderedPage {
  const { archive, record, open, budget = pageBudget, twins } = input;
  const path = sessionPath(record);
  const files = new SideFiles(input.onFile);
  const view = new PageView({ archive, record, open, path, files, ...(twins === undefined ? {} : { twins }) });
  const { session } = open;
  const cast = new Cast(session.agents);
  // Prompts alone are no transcript: they are listed.
  const views = turnViews(record.kept?.isPromptsOnly ? [] : session.turns, view, cast);
  const turns = views.map(outlineOf);
  const moved = new MovedPieces(sessionFolder(record));
  placeAgents(session.agents, record, moved);
  const drawn = transcript(views, moved, budget);
  const text = html`${moved.links(drawn, askedFor(session))}${drawn}`;
  const agents = cast.others(session.agents);
  addMoved(files, moved, siteIn(input), record.title, record.agent);
  const printed = pageFrame({
    ...siteIn(input),
    path,
    title: record.title,
    agent: record.agent,
    description: `${roleWords[record.role]}, ${view.clock.day(record.span?.from)}, ${count(record.prompts, "prompt")}, ${count(record.files.changed, "file")} changed.`,
    body: sessionBody(session, view, { turns, transcript: text, agents, hasPlaces: !moved.isEmpty }),
    current: "sessions",
    alternates: twinAlternates,
  });
  return { path, html: printed, files: files.kept };
}

/** The page of a session; it gets the session, the page, and the transcript. */
export const sessionBody = part("sessionBody", (session: Session, view: PageView, drawn: DrawnTranscript): SafeHtml => {
  const { record, archive, at } = view;
  const chain = record.chain === undefined ? undefined : archive.chain(record.chain);
  return html`<div class="page session"${drawn.hasPlaces ? html` data-places` : ""}>
${sessionHead(session, view)}
${chain === undefined || chain.links.length < 2 ? "" : chainLine(chain, record, archive, at)}${sessionLead(session, view)}${record.kept?.isPromptsOnly ? html`${promptsOnly(session.turns, view)}${endOrMarker(view)}` : reading(drawn.turns, drawn.transcript, html`${otherAgents(drawn.agents, view)}${endOrMarker(view)}`)}</div>`;
});

export interface AgentPageInput extends SessionPageInput {
  readonly agent: AgentRecord;
}

/** Undefined where the session, read anew, no longer has this agent. */
export function agentPage(input: AgentPageInput): RenderedPage | undefined {
  const { archive, record, agent: about, open, budget = pageBudget } = input;
  const agent = findAgent(open.session.agents, about.id);
  if (agent === undefined) return undefined;
  const path = agentPath(record, about);
  const files = new SideFiles(input.onFile);
  const view = new PageView({ archive, record, open, path, files });
  const cast = new Cast(agent.agents);
  const views = turnViews(agent.turns, view, cast);
  const turns = views.map(outlineOf);
  const moved = new MovedPieces(path.slice(0, path.lastIndexOf("/") + 1));
  const title = agentName(agent);
  const drawn = transcript(views, moved, budget);
  const text = html`${moved.links(drawn, askedFor(agent))}${drawn}`;
  const agents = cast.others(agent.agents);
  addMoved(files, moved, siteIn(input), title, record.agent);
  const printed = pageFrame({
    ...siteIn(input),
    path,
    title: `${title}, subagent of ${record.title}`,
    agent: record.agent,
    description: `Subagent with ${count(about.calls, "call")}, in the session “${record.title}”.`,
    body: agentBody(agent, about, view, { turns, transcript: text, agents, hasPlaces: !moved.isEmpty }),
    current: "sessions",
  });
  return { path, html: printed, files: files.kept };
}

/** The page of a subagent; it gets the agent, its record, the page, and the transcript. */
export const agentBody = part(
  "agentBody",
  (agent: Agent, about: AgentRecord, view: PageView, drawn: DrawnTranscript): SafeHtml =>
    html`<div class="page session"${drawn.hasPlaces ? html` data-places` : ""}>
${agentHead(agent, about, view)}
<div class="lead"><div><p class="resumed">${agentOrigin(agent, view)}</p></div>${changedFiles(agent.files, view)}</div>
${reading(drawn.turns, drawn.transcript, nestedAgents(drawn.agents, view))}</div>`,
);

const siteIn = ({ archive, version, styles }: Site): Site => ({ archive, version, styles });

function findAgent(agents: readonly Agent[], id: AgentId): Agent | undefined {
  for (const agent of agents) {
    const found = agent.id === id ? agent : findAgent(agent.agents, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A link to a step of a subagent that is only on its own page still finds it. */
function placeAgents(agents: readonly Agent[], record: SessionRecord, moved: MovedPieces): void {
  const keys = new Map(record.agents.map((agent) => [agent.id, agent]));
  const place = (agent: Agent) => {
    const known = keys.get(agent.id);
    if (known !== undefined) {
      const href = link(sessionPath(record), agentPath(record, known));
      for (const turn of agent.turns) {
        moved.place(anchor(turn.id), href);
        for (const step of turn.steps) if (step.kind === "call") moved.place(anchor(step.call.id), href);
      }
    }
    agent.agents.forEach(place);
  };
  agents.forEach(place);
}

/** What other pages lead to: what changed files, and turns. */
const askedFor = ({ files, turns, agents }: Pick<Agent, "files" | "turns" | "agents">): readonly string[] => [
  ...files.flatMap(({ calls }) => calls.map(anchor)),
  ...turns.map(({ id }) => anchor(id)),
  ...agents.flatMap(askedFor),
];

function addMoved(files: SideFiles, moved: MovedPieces, site: Site, title: string, agent: CodingAgent): void {
  const frame = (path: string, name: string, pieces: SafeHtml): SafeHtml =>
    pageFrame({
      ...site,
      path,
      title: `${name}: ${title}`,
      agent,
      description: `A part of “${title}” that was too large for its page.`,
      body: movedBody(name, title, pieces),
      current: "sessions",
      isMinor: true,
    });
  for (const file of moved.files(frame)) files.add(file);
}

/** The page that pieces of a page too large move to; it gets its name, the title of that page, and the pieces. */
export const movedBody = part(
  "movedBody",
  (name: string, title: string, pieces: SafeHtml): SafeHtml =>
    html`<div class="page session"><div class="head">${breadcrumb([{ words: title, href: indexPath }, { words: name }])}<h1>${name}</h1></div>${pieces}</div>`,
);
