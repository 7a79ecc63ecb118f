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
  readonly files: number;
  readonly tasks: number;
}

export const rooms: readonly Room[] = [
  { prompt: 1600, plan: 24_000, sentences: 3, rows: 40, beats: 400, files: 200, tasks: 100 },
  { prompt: 700, plan: 12_000, sentences: 2, rows: 12, beats: 200, files: 120, tasks: 60 },
  { prompt: 300, plan: 6000, sentences: 1, rows: 6, beats: 80, files: 80, tasks: 40 },
  { prompt: 0, plan: 3000, sentences: 1, rows: 3, beats: 24, files: 40, tasks: 24 },
  { prompt: 0, plan: 1000, sentences: 0, rows: 1, beats: 8, files: 20, tasks: 12 },
];

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
