/** What the page of a story lends to everything drawn on it: links to moments, times, and how much there is room for. */
import { agentPath, link, sessionPath } from "../../../src/address/paths.ts";
import type { Archive, SessionRecord } from "../../../src/model/archive.ts";
import type { DigestText, Moment } from "../../../src/model/digest.ts";
import type { SessionId } from "../../../src/model/session.ts";
import type { StoryDocument } from "../../../src/model/story.ts";
import { type Clock, clock, time } from "../../../src/text/clock.ts";
import { excerpt } from "../../../src/text/format.ts";
import { html, type SafeHtml } from "../../../src/text/html.ts";
import { markdown } from "../../../src/text/markdown.ts";
import { plainText } from "../../../src/text/plain-text.ts";
import { isTight } from "../../within-page.ts";

/** How much of a long story is shown: each level is shorter than the one before. */
export interface Room {
  /** Characters of a prompt; 0 for its title alone. */
  readonly prompt: number;
  /** Characters of a plan. */
  readonly plan: number;
  /** Sentences of an answer. */
  readonly sentences: number;
  /** Rows of what came of a prompt. */
  readonly rows: number;
  /** Beats of a session: the first and the last ones. */
  readonly beats: number;
  /** Sessions with their beats, the first and the last ones; the others have a row each. */
  readonly parts: number;
  readonly files: number;
  readonly tasks: number;
}

export const rooms: readonly Room[] = [
  { prompt: 1600, plan: 24_000, sentences: 3, rows: 40, beats: 400, parts: 200, files: 200, tasks: 100 },
  { prompt: 700, plan: 12_000, sentences: 2, rows: 12, beats: 200, parts: 160, files: 120, tasks: 60 },
  { prompt: 300, plan: 6000, sentences: 1, rows: 6, beats: 80, parts: 120, files: 80, tasks: 40 },
  { prompt: 0, plan: 3000, sentences: 1, rows: 3, beats: 24, parts: 100, files: 40, tasks: 24 },
  { prompt: 0, plan: 1000, sentences: 0, rows: 1, beats: 8, parts: 80, files: 20, tasks: 12 },
  { prompt: 0, plan: 1000, sentences: 0, rows: 1, beats: 4, parts: 60, files: 20, tasks: 12 },
  { prompt: 0, plan: 1000, sentences: 0, rows: 1, beats: 4, parts: 40, files: 20, tasks: 12 },
  { prompt: 0, plan: 500, sentences: 0, rows: 1, beats: 2, parts: 24, files: 12, tasks: 8 },
];

/** The first and the last ones of a list, as many of either; those between are left. */
export function bothEnds<Item>(
  all: readonly Item[],
  most: number,
): { readonly first: readonly Item[]; readonly between: readonly Item[]; readonly last: readonly Item[] } {
  if (all.length <= most) return { first: all, between: [], last: [] };
  const end = all.length - Math.floor(most / 2);
  const start = Math.ceil(most / 2);
  return { first: all.slice(0, start), between: all.slice(start, end), last: all.slice(end) };
}

export class StoryView {
  readonly story: StoryDocument;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly at: string;
  readonly room: Room;

  constructor(story: StoryDocument, archive: Archive, path: string, room: Room) {
    this.story = story;
    this.archive = archive;
    this.clock = clock(archive.timeZone);
    this.at = path;
    this.room = room;
  }

  /** Whether a session of the story is on its page with a beat: neither is among those between the first and last ones. */
  shows(part: number, beat: number): boolean {
    const { parts } = this.story;
    const { room } = this;
    const isAtEnd = (at: number, length: number, most: number): boolean =>
      length <= most || at < Math.ceil(most / 2) || at >= length - Math.floor(most / 2);
    return (
      !isTight() && isAtEnd(part, parts.length, room.parts) && isAtEnd(beat, parts[part]?.beats.length ?? 0, room.beats)
    );
  }

  link(to: string, fragment?: string): string {
    return link(this.at, to, fragment);
  }

  /** Where a moment is shown. */
  moment(session: SessionId, { anchor, agent }: Pick<Moment, "anchor" | "agent">): string {
    const record = this.archive.session(session);
    if (record === undefined) return "#main";
    const own = agent === undefined ? undefined : record.agents.find(({ id }) => id === agent);
    return this.link(own === undefined ? sessionPath(record) : agentPath(record, own), anchor);
  }

  session(record: SessionRecord): string {
    return this.link(sessionPath(record));
  }

  /** "09:38". */
  hour(iso: Moment["time"]): SafeHtml {
    return iso === undefined ? html`` : time(iso, this.clock.time);
  }

  /** "10 Feb, 09:38". */
  dayHour(iso: Moment["time"]): SafeHtml {
    return iso === undefined ? html`` : time(iso, (each) => `${this.clock.shortDay(each)}, ${this.clock.time(each)}`);
  }

  /** What somebody typed, as long as there is room for it. */
  typed({ text: all, length }: DigestText, most = this.room.prompt): SafeHtml {
    // The number of a picture is the client's.
    const text = all.replace(/ ?\[Image #\d{1,4}\]/g, "");
    if (most === 0) return html`<p>${excerpt(plainText(text.slice(0, 2000)), 160)}</p>`;
    if (text.length <= most && length === undefined) return markdown(text, { breaks: true, headingBase: 4 });
    const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
    const space = kept.lastIndexOf(" ");
    return markdown(`${space > most * 0.6 ? kept.slice(0, space) : kept}…`, { breaks: true, headingBase: 4 });
  }
}

/** The place of a beat on the page: prompts by their own number, as the session has it; what has none by its order. */
export const beatId = (part: number, turn: { readonly number?: number; readonly order: number }): string =>
  `b${part + 1}-${turn.number ?? `x${turn.order}`}`;
