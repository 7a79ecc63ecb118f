/** What the owner of the archive says of a session or a place: stars, tags and notes. */
import { anchor, stepAnchor, tasksId } from "../../src/address/anchor.ts";
import { noteId } from "../../src/archive/notes/apply.ts";
import type { ShownNote } from "../../src/model/notes.ts";
import type { Turn } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import type { PageView } from "./page-view.ts";

/** A star as a ribbon; it gets the note. Nothing where there is none. */
export const ownerStar = part(
  "ownerStar",
  (note: ShownNote | undefined): SafeHtml =>
    note?.star ? html`<span class="ribbon"><span class="vh">Starred</span></span>` : html``,
);

/** Tags; it gets the note. */
export const ownerTags = part(
  "ownerTags",
  (note: ShownNote | undefined): SafeHtml =>
    html`${(note?.tags ?? []).map((tag) => html`<span class="chip tagged">${tag}</span>`)}`,
);

/** A note of the owner; it gets the note, its id, the address of its place, and the page. */
export const ownerNote = part(
  "ownerNote",
  (note: ShownNote, id: string | undefined, href: string | undefined, view: PageView): SafeHtml => {
    const { title, tags = [], note: text = "" } = note;
    const isTold = text.trim() !== "" || title !== undefined || tags.length > 0;
    if (!isTold) return html``;
    const head = title === undefined ? "" : html`<b>${title}</b> `;
    const words = text.trim() === "" ? "" : view.prose(text, { breaks: true, headingBase: 4 });
    const foot = href === undefined ? "" : html`<footer><a href="${href}">To the place</a></footer>`;
    return html`<aside class="mine"${id === undefined ? "" : html` id="${id}"`} aria-label="Note by the owner">${head}${ownerTags(note)}${words}${foot}</aside>\n`;
  },
);

/** Star, tags and note of a session, below its title; it gets the page. */
export const sessionNote = part("sessionNote", (view: PageView): SafeHtml => {
  const { notes } = view.record;
  return notes === undefined ? html`` : ownerNote(notes, anchor(noteId), undefined, view);
});

/** The notes of a turn and of what is in it. */
export function turnNotes(turn: Turn, view: PageView): { readonly star: SafeHtml; readonly notes: SafeHtml } {
  const { places } = view.record.notes ?? {};
  if (places === undefined) return { star: html``, notes: html`` };
  const own = anchor(turn.id);
  const inside = new Set(
    turn.steps.map((step) => (step.kind === "tasks" ? anchor(tasksId(step.snapshot)) : stepAnchor(step, own))),
  );
  inside.delete(own);
  const found = [...inside].flatMap((place) => {
    const note = places[place];
    return note === undefined ? [] : [ownerNote(note, undefined, `#${place}`, view)];
  });
  const note = places[own];
  const isStarred = [own, ...inside].some((place) => places[place]?.star);
  return {
    star: ownerStar(isStarred ? { star: true } : undefined),
    notes: html`${note === undefined ? "" : ownerNote(note, undefined, undefined, view)}${found}`,
  };
}
