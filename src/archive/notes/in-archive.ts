/** Notes while an archive is read: what they take out of links, what redaction learns of them, and which name nothing. */
import type { SessionId } from "../../model/session.ts";
import type { Learnt, Redactor } from "../../redact/index.ts";
import type { Links } from "../links.ts";
import type { ReadGroup } from "../read-in-time.ts";
import type { FoundSession } from "../records.ts";
import { type ArchiveNotes, linksWithout } from "./apply.ts";

interface Options {
  readonly notes?: ArchiveNotes;
  readonly redactor?: Redactor;
}

export function withoutWithdrawn(linked: Links, read: readonly ReadGroup[], { notes }: Options): Links {
  if (notes === undefined) return linked;
  const sessions = read.map(({ files, facts }) => ({
    files,
    id: facts.id,
    plans: (facts.own?.draft.plans ?? []).map(({ entry }) => entry),
  }));
  return linksWithout(linked, sessions, notes.all);
}

/** Notes are shown like any text, so redaction learns of them, too. */
export async function learntOf({ notes, redactor }: Options): Promise<Learnt | undefined> {
  if (notes === undefined || notes.all.size === 0 || !redactor?.isOn) return undefined;
  const learner = redactor.learner();
  return learner.collect(async () => {
    for (const [session, note] of notes.all)
      await learner.learnValue(note, { file: "annals.notes.json", line: 0, session: session as SessionId });
  });
}

export function notedElsewhere({ notes }: Options, found: readonly FoundSession[]): readonly string[] {
  const known = new Set<string>(found.map(({ facts }) => facts.id));
  return [...(notes?.all.keys() ?? [])].filter((id) => !known.has(id));
}
