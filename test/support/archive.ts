/** The archive of one folder of `fixtures/sessions`, or of a folder that the test wrote itself. */
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LogArchive, readArchive } from "../../src/archive/index.ts";
import type { Session, SessionId, Step, Turn } from "../../src/model/session.ts";
import { sessionPage } from "../../templates/pages/session-pages.ts";

export const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** The ids that scenarios use, earliest first unless they say otherwise. */
export const A = "aaaaaaaa-0000-4000-8000-000000000001" as SessionId;
export const B = "bbbbbbbb-0000-4000-8000-000000000002" as SessionId;
export const C = "cccccccc-0000-4000-8000-000000000003" as SessionId;

export interface Opened {
  readonly archive: LogArchive;
  readonly session: (id?: SessionId) => Session;
}

export async function archiveOf(folder: string, timeZone = "UTC"): Promise<Opened> {
  return archiveFrom([isAbsolute(folder) ? folder : join(fixtures, "sessions", folder)], timeZone);
}

export async function archiveFrom(sources: readonly string[], timeZone = "UTC"): Promise<Opened> {
  const archive = await readArchive({ sources, title: "Test", timeZone });
  return { archive, session: (id = A) => archive.whole(id).session };
}

/** The page of a session, as it would be written. */
export function pageOf(archive: LogArchive, id: SessionId): string {
  const record = archive.session(id);
  if (record === undefined) throw new Error(`No session ${id}`);
  const open = { ...archive.whole(id), file: () => undefined };
  return String(sessionPage({ archive: archive, version: "test", record, open }).html);
}

export async function sessionOf(folder: string): Promise<Session> {
  return (await archiveOf(folder)).session();
}

export function stepsOf(turns: readonly Turn[]): readonly Step[] {
  return turns.flatMap((turn) => turn.steps);
}

export function stepsOfKind<Kind extends Step["kind"]>(
  turns: readonly Turn[],
  kind: Kind,
): readonly Extract<Step, { kind: Kind }>[] {
  return stepsOf(turns).filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind);
}

export function callsOf(turns: readonly Turn[]) {
  return stepsOfKind(turns, "call").map((step) => step.call);
}

/** What each turn begins with, in short: the words, or the kind of a prompt without words. */
export function promptsOf(turns: readonly Turn[]): readonly string[] {
  return turns.map(({ prompt }) => {
    if (prompt.kind === "said") return saidIn(prompt.blocks);
    if (prompt.kind === "command") return `${prompt.name} ${prompt.args}`.trim();
    if (prompt.kind === "scheduled") return `scheduled: ${prompt.text}`;
    if (prompt.kind === "shell") return `! ${prompt.command}`;
    return prompt.kind === "machine" ? `${prompt.from}: ${prompt.text}` : `(${prompt.kind})`;
  });
}

/** What the agent wrote, in order. */
export function textsOf(turns: readonly Turn[]): readonly string[] {
  return stepsOfKind(turns, "text").map((step) => step.markdown);
}

function saidIn(blocks: Extract<Turn["prompt"], { kind: "said" }>["blocks"]): string {
  return blocks.map((block) => (block.kind === "text" ? block.markdown : `[${block.kind}]`)).join(" ");
}
