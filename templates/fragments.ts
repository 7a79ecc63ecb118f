/** Turns, calls, Markdown and diffs for pages of anybody's own, drawn by the same parts as our pages. */
import type { SideFile } from "../src/address/side-file.ts";
import { isNumbered } from "../src/conversation/prompt-title.ts";
import { noTasks, withTasks } from "../src/conversation/task-changes.ts";
import type { Step, Turn } from "../src/model/session.ts";
import { diff } from "../src/text/diff.ts";
import { html, type SafeHtml } from "../src/text/html.ts";
import { hunksFromStrings } from "../src/text/hunks.ts";
import { markdown } from "../src/text/markdown.ts";
import { patchText } from "../src/text/patch-text.ts";
import type { AnnalsData, OpenedSession } from "./annals-data.ts";
import { Cast } from "./parts/cast.ts";
import { whole } from "./parts/chunk.ts";
import { PageView } from "./parts/page-view.ts";
import { steps } from "./parts/steps.ts";
import { turnView } from "./parts/turn.ts";
import { withTheme } from "./theme.ts";

export interface Fragment {
  readonly html: SafeHtml;
  /** Pictures and long outputs that it links to. */
  readonly files: readonly SideFile[];
}

/** Where a fragment stands: the page's path from the site's root. */
export interface FragmentPlace {
  readonly annals: Pick<AnnalsData, "base" | "theme">;
  readonly path: string;
}

/** A turn of this session, numbered as on the session's page. */
export function turnFragment(turn: Turn, opened: OpenedSession, place: FragmentPlace): Fragment {
  return fragment(opened, place, (view, cast) => {
    const { turns } = opened.session;
    const before = turns.slice(0, Math.max(0, turns.indexOf(turn)));
    const numeral = isNumbered(turn) ? String(before.filter(isNumbered).length + 1) : "";
    const tasks = before.flatMap((each) => each.steps).reduce(withTasks, noTasks);
    const { open, fork, prompt, chunks, foot, close } = turnView(turn, view, cast, { numeral, tasks });
    return html`${open}${whole(fork)}${prompt}${whole(chunks)}${foot}${close}`;
  });
}

/** One step of a turn: a call with its result, or whatever else it is. */
export function stepFragment(step: Step, opened: OpenedSession, place: FragmentPlace): Fragment {
  return fragment(opened, place, (view, cast) => whole(steps([step], view, cast)));
}

function fragment(
  opened: OpenedSession,
  { annals, path }: FragmentPlace,
  draw: (view: PageView, cast: Cast) => SafeHtml,
): Fragment {
  const { archive, record } = opened;
  const view = new PageView({ archive, record, open: opened, path, base: annals.base });
  const drawn = withTheme(annals.theme, () => draw(view, new Cast(opened.session.agents)));
  return { html: drawn, files: view.files };
}

export const markdownFragment = (text: string): SafeHtml => html`<div class="md">${markdown(text)}</div>`;

/** A patch as `git diff` prints it, or the text before and after. */
export type DiffInput = string | { readonly before: string; readonly after: string };

export function diffFragment(given: DiffInput, path: string): SafeHtml {
  if (typeof given === "string") return patchText(given) ?? html`<pre class="out">\n${given}</pre>`;
  return diff(hunksFromStrings(given.before, given.after), { path });
}
