/** A source file: every edit of it over all sessions, newest first, each with the prompt that caused it. */
import { blamePath, filePath, link, sessionPath } from "../../src/address/paths.ts";
import type { SideFile } from "../../src/address/side-file.ts";
import { onlyAuthor } from "../../src/archive/replay/blame.ts";
import type { Archive } from "../../src/model/archive.ts";
import type { FileEdit, FileHistory } from "../../src/model/file-history.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, fileName, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { promptLink } from "../parts/blame.ts";
import { addedRemoved, type Fact, factList } from "../parts/facts.ts";
import { editChart } from "../parts/file-chart.ts";
import { editCount, fileEdit, fileEditRow } from "../parts/file-edit.ts";
import { fileHead } from "../parts/file-head.ts";
import { part } from "../theme.ts";
import { bytesOf, fitting, isTight, listBytes, withinPage } from "../within-page.ts";
import { blamePage } from "./blame.ts";
import { withoutCounts } from "./without-counts.ts";

/**
 * The pages of a file: its history, and who wrote each line, where a whole text of it is known and there is more than one edit
 * of it. There are thousands of them, and each is a function of its history alone: they are written as files beside the list
 * of their project. As templates of their own they took three times as long.
 */
export function filePages(history: FileHistory, site: Site<Archive>): readonly SideFile[] {
  const { file, blame } = history;
  const page = { path: filePath(file), content: String(filePage(history, site)) };
  if (blame === undefined || onlyAuthor(blame) !== undefined) return [page];
  return [page, { path: blamePath(file), content: String(blamePage({ ...history, blame }, site)) }];
}

export function filePage(history: FileHistory, site: Site<Archive>): SafeHtml {
  const { file } = history;
  return withinPage(() =>
    pageFrame({
      ...withoutCounts(site),
      path: filePath(file),
      title: file.path,
      description: `${count(file.edits, "edit")} of ${file.path} in ${count(file.sessions.length, "session")}.`,
      body: fileBody(history, site.archive),
      current: "files",
      isMinor: true,
    }),
  );
}

/** The page of a file; it gets the file with its history, and the archive. */
export const fileBody = part("fileBody", (history: FileHistory, archive: Archive): SafeHtml => {
  const place = { path: filePath(history.file), timeZone: archive.timeZone };
  const lede = html`Every edit the agent made to this file, with the words that caused it. Edits made by hand are not in the logs, so this is not the whole of its history.${writtenAtOnce(history, place.path)}`;
  const whole = wholeEdits(history.edits, (edit) => fileEdit(edit, place));
  const rest = history.edits.slice(whole.length);
  const { drawn: rows } = fitting(rest.slice(0, mostRows), (edit) => fileEditRow(edit, place));
  const left = rest.slice(rows.length);
  const table =
    rest.length === 0
      ? ""
      : html`<section class="earlier" aria-labelledby="earlier"><h2 id="earlier">Earlier edits</h2><table class="tbl small"><thead><tr><th scope="col">Date</th><th scope="col">Prompt</th><th scope="col" class="n">Lines</th></tr></thead><tbody>${rows}</tbody></table>${left.length === 0 ? "" : leftOver(left, place.path)}</section>`;
  return html`<div class="page">${fileHead(history, "history", { lede, facts: fileFacts(history, archive) }, archive)}
${editChart(history.edits, archive.timeZone)}<h2 class="vh">Edits, newest first</h2>
${whole}${table}</div>`;
});

/** Instead of a page that would name one prompt beside the lines of one edit. */
function writtenAtOnce({ blame }: FileHistory, path: string): SafeHtml {
  const author = blame === undefined ? undefined : onlyAuthor(blame);
  if (blame === undefined || author === undefined) return html``;
  const all = blame.lineCount;
  const prompt = html`<a href="${promptLink(author, path)}">one prompt</a>`;
  if (author.lines < all)
    return html` Of its ${number(all)} lines ${number(author.lines)} ${author.lines === 1 ? "was" : "were"} written by ${prompt}; the others were there before.`;
  return html` ${all === 1 ? "Its line was" : `All ${number(all)} lines of it were`} written by ${prompt}.`;
}

/** Characters of edits with their diffs, and edits in one line, for which most pages have room. */
const mostWhole = 100_000;
const mostRows = 200;

function wholeEdits(edits: readonly FileEdit[], draw: (edit: FileEdit) => SafeHtml): readonly SafeHtml[] {
  const whole: SafeHtml[] = [];
  let size = 0;
  for (const edit of edits) {
    if (size > mostWhole) break;
    const made = draw(edit);
    size += isTight() ? bytesOf(made) : String(made).length;
    if (isTight() && size > listBytes()) break;
    whole.push(made);
  }
  return whole;
}

/** Where the rest is: no page holds thousands of edits. */
function leftOver(edits: readonly FileEdit[], path: string): SafeHtml {
  const sessions = [...new Map(edits.map(({ session }) => [session.id, session])).values()];
  const { drawn: links } = fitting(
    sessions.slice(0, 30),
    (session) => html`<li><a href="${link(path, sessionPath(session))}">${session.title}</a></li>`,
  );
  const more = sessions.length - links.length;
  return html`<p class="remark">and ${count(edits.length, "earlier edit")}, in these sessions:</p><ul class="remark">${links}${more > 0 ? html`<li>and ${number(more)} more</li>` : ""}</ul>`;
}

/** The facts of a file; it gets the file with its history, and the archive. */
export const fileFacts = part("fileFacts", ({ file, together, edits }: FileHistory, archive: Archive): SafeHtml => {
  const { day } = clock(archive.timeZone);
  const path = filePath(file);
  const left = edits.filter(({ edit }) => edit.isLeftBehind).length;
  const troubled = file.failed;
  const facts: (Fact | undefined)[] = [
    ["Edits", editCount(file.edits, file.sessions.length)],
    ["Lines", addedRemoved(file)],
    troubled === 0 ? undefined : ["Not made", html`${number(troubled)} <small>failed or rejected</small>`],
    left === 0 ? undefined : ["Left behind", html`${number(left)} <small>by a rewind</small>`],
    file.first === undefined ? undefined : ["First edit", time(file.first, day)],
    file.last === undefined ? undefined : ["Last edit", time(file.last, day)],
    ["Read", html`${count(file.reads, "time")}`],
    together.length === 0
      ? undefined
      : [
          "Changed together with",
          html`${together.map(
            ({ file: other, times }, at) =>
              html`${at === 0 ? "" : ", "}<a href="${link(path, filePath(other))}"><code>${fileName(other.path)}</code></a> <small>${number(times)}×</small>`,
          )}`,
        ],
  ];
  return factList(facts);
});
