/** Notes in an archive: which sessions are hidden, what is withdrawn, and what is shown of the rest. */
import type { SessionFiles } from "../../log/session-files.ts";
import type { Notes, PlaceNote, SessionNote, ShownNote, Withdrawn } from "../../model/notes.ts";
import type { EntryId, SessionId } from "../../model/session.ts";
import type { Links } from "../links.ts";

/** Where the note of a session as a whole stands on its page. */
export const noteId = "note";

/** The notes of an archive. */
export interface ArchiveNotes {
  readonly all: Notes;
  /** Notes, stars and tags are shown; what is hidden, withdrawn or called otherwise is so in any case. */
  readonly isShown: boolean;
}

/** The files of each session, with what of it is withdrawn. */
export const withWithdrawn = (groups: readonly SessionFiles[], notes: Notes): readonly SessionFiles[] =>
  notes.size === 0
    ? groups
    : groups.map((files) => {
        const withdrawn = withdrawnIn(notes.get(files.id));
        return withdrawn === undefined ? files : { ...files, withdrawn };
      });

function withdrawnIn(note: SessionNote | undefined): Withdrawn | undefined {
  if (note?.withdraw) return "all";
  const places = Object.entries(note?.anchors ?? {}).flatMap(([anchor, { withdraw }]) => (withdraw ? [anchor] : []));
  return places.length === 0 ? undefined : places.sort();
}

/** Nothing where there is nothing to show. A place that is withdrawn has no note either. */
export function shownNote(note: SessionNote | undefined): ShownNote | undefined {
  if (note === undefined) return undefined;
  const places = Object.entries(note.anchors ?? {}).flatMap(([anchor, place]) => {
    const shown = place.withdraw ? {} : placeOf(place);
    return Object.keys(shown).length === 0 ? [] : [[anchor, shown] as const];
  });
  const shown = { ...placeOf(note), ...(places.length === 0 ? {} : { places: Object.fromEntries(places) }) };
  // The title stands where all titles do.
  const { title: _, ...rest } = shown;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

const placeOf = ({ star, tags, title, note }: PlaceNote): ShownNote => ({
  ...(star ? { star } : {}),
  ...(tags === undefined || tags.length === 0 ? {} : { tags }),
  ...(title === undefined ? {} : { title }),
  ...(note === undefined || note.trim() === "" ? {} : { note }),
});

interface Linked {
  readonly files: SessionFiles;
  readonly id: SessionId;
  /** Entries of the plans that it still shows. */
  readonly plans: readonly EntryId[];
}

/**
 * What other sessions say, without what was withdrawn: a plan that was accepted elsewhere, the prompt that a chain began
 * with, a title that was made of the conversation.
 */
export function linksWithout(linked: Links, sessions: readonly Linked[], notes: Notes): Links {
  const withdrawn = new Map(sessions.flatMap((each) => (each.files.withdrawn === undefined ? [] : [[each.id, each]])));
  const hidden = new Set([...notes].flatMap(([id, { hide }]) => (hide ? [id] : [])));
  if (withdrawn.size === 0 && hidden.size === 0) return linked;
  /** Sessions that were given a plan whose text is withdrawn, with the sessions that wrote it. */
  const given = new Map<SessionId, Set<SessionId>>();
  for (const { id, plans } of withdrawn.values()) {
    const shown = new Set(plans);
    for (const [entry, { implementedIn }] of linked.context(id)?.plans ?? [])
      if (implementedIn !== undefined && !shown.has(entry))
        given.set(implementedIn, new Set([...(given.get(implementedIn) ?? []), id]));
  }
  return {
    ...linked,
    context: (id) => {
      const found = linked.context(id);
      if (found === undefined) return undefined;
      const { titles: _, ...untitled } = found;
      const from = given.get(id);
      const plans = [...(found.plans ?? [])].flatMap(([entry, { plannedIn }]) =>
        plannedIn !== undefined && from?.has(plannedIn) ? [entry] : [],
      );
      return {
        ...(withdrawn.has(id) ? untitled : found),
        ...(plans.length === 0 ? {} : { withdrawnPlans: plans }),
      };
    },
    place: (id) => {
      const place = linked.place(id);
      const { origin } = place;
      if (origin?.session === undefined || !hidden.has(origin.session)) return place;
      return { ...place, origin: { session: origin.session } };
    },
  };
}
