/** The menu that takes a session or a story elsewhere: a popover, which needs no script. Only "Copy" does. */
import type { TwinSizes } from "../../src/export/twins.ts";
import type { SessionRecord } from "../../src/model/archive.ts";
import type { CodingAgent } from "../../src/model/coding-agent.ts";
import type { Session } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { roughBytes } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import type { PageView } from "./page-view.ts";

/** Markdown and JSON of a session, the link to it, and how to go on with it; it gets the session and the page. */
export const shareMenu = part(
  "shareMenu",
  (session: Session, view: PageView): SafeHtml =>
    view.twins === undefined ? html`` : menu(view.twins, resume(session, view)),
);

/** The same of a story, which nobody can go on with; it gets the sizes of its files. */
export const storyMenu = part(
  "storyMenu",
  (sizes: TwinSizes | undefined): SafeHtml => (sizes === undefined ? html`` : menu(sizes, html``)),
);

const kinds = [
  ["index.md", "Markdown", "markdown", "Prompts, answers and calls as text"],
  ["index.json", "JSON", "json", "The model, with its schema"],
] as const;

function menu(sizes: TwinSizes, after: SafeHtml): SafeHtml {
  const items = kinds.map(
    ([file, name, size, words]) =>
      html`<li><a href="${file}" download><b>${name}</b><small>${roughBytes(sizes[size])}</small><span>${words}</span></a></li>`,
  );
  return html`<button class="btn share" type="button" popovertarget="share-menu">Share</button>
<div class="pop menu" id="share-menu" popover><h2>Take it with you</h2><ul>${items}</ul><p class="js-only"><button class="btn" type="button" data-copy-link>Copy link</button></p>${after}</div>
`;
}

/** An id that a shell takes for one word. */
const plainId = /^[\w-]{1,100}$/;
/** A path of which a shell makes nothing else. */
const plainPath = /^~?[\w./-]+$/;

/** How each program goes on with a session; the others have no command that is told an id. */
const resuming: Readonly<Partial<Record<CodingAgent, string>>> = {
  "claude-code": "claude --resume",
  codex: "codex resume",
};

function resume({ id, agent, cwd }: Session, view: PageView): SafeHtml {
  const { kept } = view.record;
  const program = resuming[agent];
  // Nothing is left to go on with, or nobody could.
  if (kept?.isPromptsOnly || program === undefined || !plainId.test(id)) return html``;
  const why = whyNot(view.record, view);
  if (why !== undefined) return html`<h2>Go on with it</h2><p>${why}</p>`;
  const command = `${program} ${id}`;
  const isPlain = cwd !== undefined && plainPath.test(cwd);
  const where =
    cwd === undefined ? html`While its log is there.` : html`In <code>${cwd}</code>, while its log is there.`;
  return html`<h2>Go on with it</h2><p class="resume"><code>${command}</code><button class="btn js-only" type="button" data-copy="${isPlain ? `cd ${cwd} && ${command}` : command}">Copy</button></p><p>${where}</p>`;
}

function whyNot({ kept }: SessionRecord, { clock }: PageView): SafeHtml | undefined {
  if (kept?.gone !== undefined) return html`Cannot be resumed: the log is gone since ${time(kept.gone, clock.day)}.`;
  return kept?.machines === undefined ? undefined : html`Only on <b>${kept.machines.join(", ")}</b>, where its log is.`;
}
