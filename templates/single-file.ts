/** A session or a story as one file that needs nothing else: styles, script and pictures inside, and no way out but links. */
import { createHash } from "node:crypto";
import { isImage } from "../src/address/media.ts";
import { sessionPath, storyPath } from "../src/address/paths.ts";
import { agentName } from "../src/conversation/agent-sums.ts";
import { addressIn } from "../src/export/archive-files.ts";
import { atLevel, type Level } from "../src/export/level.ts";
import { type Archive, type OpenSession, roleWords, type SessionRecord } from "../src/model/archive.ts";
import type { Agent, Media } from "../src/model/session.ts";
import type { StoryDocument } from "../src/model/story.ts";
import { time } from "../src/text/clock.ts";
import { bytes, count } from "../src/text/format.ts";
import { fromAsset, html, type SafeHtml } from "../src/text/html.ts";
import { withChips } from "../src/text/redacted.ts";
import { displayPanel, themeScript } from "./layouts/page.ts";
import { storyBody } from "./pages/story.11ty.ts";
import { Cast } from "./parts/cast.ts";
import { caret } from "./parts/glyph.ts";
import { promptsOnly } from "./parts/kept.ts";
import { MovedPieces } from "./parts/moved-pieces.ts";
import { ownerStar, sessionNote } from "./parts/owner-note.ts";
import { PageView } from "./parts/page-view.ts";
import { reading } from "./parts/reading.ts";
import { sessionFacts } from "./parts/session-head.ts";
import { sessionLead } from "./parts/session-lead.ts";
import { rooms, StoryView } from "./parts/tale/view.ts";
import { transcript, turnViews } from "./parts/transcript.ts";
import { outlineOf } from "./parts/turn.ts";

/** Our stylesheet and script. */
export interface Assets {
  readonly styles: string;
  readonly script: string;
}

export interface SingleFile {
  readonly html: string;
  /** What is not in it, for the message; the file says so at each place, too. */
  readonly cut: readonly string[];
}

/** So that it goes through any mail. */
export const mostBytes = 5_000_000;

/** How long a text may be that opens in place, and how much room pictures have in all: less where it would be too large. */
interface Room {
  readonly text: number;
  readonly media: number;
}

const widest: readonly Room[] = [
  { text: 60_000, media: 3_000_000 },
  { text: 12_000, media: 2_000_000 },
  { text: 0, media: 1_000_000 },
  { text: 0, media: 0 },
];

/** Links to other pages lead here, unless the archive is published. */
const elsewhere = "elsewhere";

class SingleView extends PageView {
  readonly #room: Room;
  #media = 0;
  readonly left = { texts: 0, media: 0 };

  constructor(options: ConstructorParameters<typeof PageView>[0], room: Room) {
    super(options);
    this.#room = room;
  }

  override link(to: string, fragment?: string): string {
    if (this.archive.url === undefined) return `#${elsewhere}`;
    return `${addressIn(this.archive, to)}${fragment === undefined ? "" : `#${fragment}`}`;
  }

  /** Whole transcripts stand where they were called. */
  override agent(): undefined {
    return undefined;
  }

  override figure(media: Media, content: Uint8Array | undefined): SafeHtml {
    const name = media.name ?? "";
    const words = `${media.kind === "image" ? "Image" : "Document"}${name === "" ? "" : ` ${name}`}, ${bytes(media.bytes)}`;
    const room = this.#room.media - this.#media;
    if (content === undefined || !isImage(media) || content.length * 1.4 > room) {
      this.left.media++;
      return html`<p class="cap"><span>${words}, not in this file</span></p>`;
    }
    this.#media += content.length * 1.4;
    const data = `data:${media.mediaType};base64,${Buffer.from(content).toString("base64")}`;
    const size = media.width && media.height ? html` width="${media.width}" height="${media.height}"` : "";
    return html`<figure class="shot"><img src="${data}"${size} alt="${name === "" ? "Image from the session" : name}"><figcaption>${words}</figcaption></figure>`;
  }

  override cut(text: string, words: string, whole?: () => SafeHtml): SafeHtml {
    if (text.length <= this.#room.text && whole !== undefined)
      return html`<details class="more"><summary>${words}${caret()}</summary>${whole()}</details>`;
    this.left.texts++;
    return html`<span class="cut">cut here: the whole has ${bytes(Buffer.byteLength(text))}, not in this file</span>`;
  }
}

export interface SessionFileInput {
  readonly archive: Archive;
  readonly record: SessionRecord;
  readonly open: OpenSession;
  readonly version: string;
  readonly level: Level;
  readonly assets: Assets;
}

const weaker: Readonly<Record<Level, readonly Level[]>> = {
  everything: ["everything", "conversation", "prompts"],
  conversation: ["conversation", "prompts"],
  prompts: ["prompts"],
};

export function sessionFile(input: SessionFileInput): SingleFile {
  let made: SingleFile | undefined;
  for (const level of weaker[input.level])
    for (const room of widest) {
      made = sessionIn({ ...input, level }, room);
      if (level !== input.level)
        made = { ...made, cut: [`all but the ${level === "prompts" ? "prompts" : level}`, ...made.cut] };
      if (Buffer.byteLength(made.html) <= mostBytes) return made;
    }
  return withFewerTurns(input);
}

/** Thousands of prompts: as many of the first as there is room for. */
function withFewerTurns(input: SessionFileInput): SingleFile {
  const { session } = input.open;
  for (let kept = session.turns.length >> 1; ; kept >>= 1) {
    const open = { ...input.open, session: { ...session, turns: session.turns.slice(0, kept), agents: [] } };
    const made = sessionIn({ ...input, open, level: "prompts" }, { text: 0, media: 0 });
    if (kept === 0 || Buffer.byteLength(made.html) <= mostBytes)
      return { ...made, cut: [`all but the first ${count(kept, "prompt")}`, ...made.cut] };
  }
}

function sessionIn(input: SessionFileInput, room: Room): SingleFile {
  const { archive, record, open, version, level, assets } = input;
  const session = atLevel(open.session, level);
  const view = new SingleView({ archive, record, open: { ...open, session }, path: sessionPath(record) }, room);
  const cast = new Cast(session.agents);
  const views = turnViews(record.kept?.isPromptsOnly ? [] : session.turns, view, cast);
  const turns = views.map(outlineOf);
  const moved = new MovedPieces("");
  const text = transcript(views, moved, Number.POSITIVE_INFINITY);
  const others = cast.others(session.agents).filter(({ internal }) => !internal);
  const after = html`${others.map((agent) => otherAgent(agent, view, cast, moved))}`;
  const body = html`<div class="page session"><div class="head"><p class="crumbs">${archive.projectOf(record).name} / ${time(record.span?.from, view.clock.day)}</p>
<h1>${record.title}${ownerStar(record.notes)}</h1>
${sessionNote(view)}${sessionFacts(session, view)}</div>
${chainPrompts(record, archive, view)}${sessionLead(session, view)}${record.kept?.isPromptsOnly ? promptsOnly(session.turns, view) : reading(turns, text, after)}</div>`;
  const cut = [
    ...(view.left.texts === 0 ? [] : [`${count(view.left.texts, "long text")} in part`]),
    ...(view.left.media === 0 ? [] : [count(view.left.media, "picture or document", "pictures and documents")]),
  ];
  return { html: frame(record.title, body, { archive, version, assets, cut }), cut };
}

/** One that no call leads to. */
function otherAgent(agent: Agent, view: SingleView, cast: Cast, moved: MovedPieces): SafeHtml {
  const turns = turnViews(agent.turns, view, cast);
  return html`<details class="more"><summary>Agent: ${agentName(agent)}${caret()}</summary>${transcript(turns, moved, Number.POSITIVE_INFINITY)}</details>\n`;
}

const longestPrompt = 1600;

/** What was asked in the other sessions of its chain. */
function chainPrompts(record: SessionRecord, archive: Archive, view: SingleView): SafeHtml {
  const chain = record.chain === undefined ? undefined : archive.chain(record.chain);
  const others = (chain?.links ?? []).flatMap(({ session }) =>
    session === record.id ? [] : (archive.session(session) ?? []),
  );
  if (others.length === 0) return html``;
  const parts = others.map((other) => {
    const asked = archive
      .digest(other.id)
      .turns.filter(({ kind, words }) => kind === "said" && words.text.trim() !== "");
    const items = asked.map(({ words }) => {
      const text =
        words.text.length > longestPrompt
          ? `${words.text.slice(0, longestPrompt).replace(/[\ud800-\udbff]$/, "")}…`
          : words.text;
      return html`<li>${view.prose(text, { breaks: true, headingBase: 4 })}</li>`;
    });
    return html`<details class="more"><summary><span>${roleWords[other.role]}: ${other.title}, ${time(other.span?.from, view.clock.day)}, ${count(asked.length, "prompt")}</span>${caret()}</summary><ol class="asked-there">${items}</ol></details>\n`;
  });
  return html`<section aria-labelledby="chain-h"><h2 id="chain-h">Other sessions of its story</h2>\n${parts}</section>\n`;
}

export interface StoryFileInput {
  readonly archive: Archive;
  readonly story: StoryDocument;
  readonly version: string;
  readonly assets: Assets;
}

class SingleStoryView extends StoryView {
  override link(to: string, fragment?: string): string {
    if (this.archive.url === undefined) return `#${elsewhere}`;
    return `${addressIn(this.archive, to)}${fragment === undefined ? "" : `#${fragment}`}`;
  }
}

export function storyFile({ archive, story, version, assets }: StoryFileInput): SingleFile {
  let made = "";
  for (const room of rooms) {
    const view = new SingleStoryView(story, archive, storyPath(story), room);
    made = frame(story.title, storyBody(view, {}), { archive, version, assets, cut: [] });
    if (Buffer.byteLength(made) <= mostBytes) break;
  }
  return { html: made, cut: [] };
}

interface Frame extends Pick<SessionFileInput, "archive" | "version" | "assets"> {
  readonly cut: readonly string[];
}

const hashOf = (text: SafeHtml): string => `'sha256-${createHash("sha256").update(String(text)).digest("base64")}'`;

function frame(title: string, body: SafeHtml, { archive, version, assets, cut }: Frame): string {
  const styles = fromAsset(assets.styles);
  const script = fromAsset(assets.script);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(themeScript)} ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const lead =
    archive.url === undefined
      ? html`Links to other pages of it lead here.`
      : html`It is published at <a href="${archive.url}">${archive.url}</a>.`;
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Annals ${version}">
<link rel="icon" href="data:,">
<style>${styles}</style>
<script>${themeScript}</script>
</head>
<body class="single">
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div><span class="brand">Annals</span><span class="find"></span><button class="btn display" type="button" popovertarget="display">Aa<span class="vh">: display</span></button></div></header>
${displayPanel({ archive: { ...archive, isWithoutSearch: true } })}
<main id="main" tabindex="-1">
${withChips(body)}
</main>
<footer class="page foot" id="${elsewhere}"><span>One of the sessions of “${archive.title}”, written by Annals ${version}; secrets and names are taken out. ${lead}</span>${cut.length === 0 ? "" : html`<span>Left out for its size: ${cut.join(", ")}.</span>`}<a href="#main">Back to top</a></footer>
<script>${script}</script>
</body>
</html>
`}`;
}
