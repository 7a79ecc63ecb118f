/** What of the logs is there: types of lines, tools, versions, what was taken out, what is missing. */
import { link, sessionPath } from "../../src/address/paths.ts";
import type { Coverage } from "../../src/archive/coverage.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import type { EntryCount, ToolUse } from "../../src/model/work.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { fitting } from "../within-page.ts";
import { factList } from "./facts.ts";
import { caret } from "./glyph.ts";

const mostRows = 200;

/** The sections of the coverage page; it gets its figures, the archive, and the page they stand on. */
export const coverageSections = part(
  "coverageSections",
  ({ versions, files, tools, entries, ...missing }: Coverage, archive: Archive, path: string): SafeHtml =>
    html`${missingParts(missing, path)}${entryTable(entries)}${toolCoverage(tools)}${coverageTable(
      "Versions",
      "of the client",
      ["Version", "Sessions"],
      versions,
    )}${
      archive.redacted === undefined
        ? section(
            "Redacted",
            "",
            html`<p class="remark">Nothing was taken out: this archive was built without redaction.</p>`,
          )
        : coverageTable(
            "Redacted",
            "by kind; nothing of the values is kept. Names of users and home folders are taken out as well, uncounted",
            ["Kind", "Times"],
            archive.redacted,
          )
    }${coverageTable("Log files", "with places that were not understood; each is listed below", ["File", "Places"], files)}`,
);

/** The sums at the head of the coverage page; it gets its figures, and the archive. */
export const coverageFacts = part(
  "coverageFacts",
  ({ entries, tools, versions }: Coverage, archive: Archive): SafeHtml => {
    const { lines, folded, unknown } = entrySums(entries);
    const other = tools.filter(({ calls, unknown }) => unknown === calls).length;
    const redacted = archive.redacted?.reduce((sum, [, times]) => sum + times, 0);
    return factList([
      ["Lines of logs", html`${number(lines)} <small>in ${count(archive.sessions.length, "session")}</small>`],
      ["In sight", html`${number(lines - folded - unknown)}`],
      ["Folded away", html`${number(folded)} <small>on purpose</small>`],
      ["Unknown", html`${number(unknown)} <small>shown as they are</small>`],
      ["Tools", html`${number(tools.length)}${other === 0 ? "" : html` <small>${number(other)} not known</small>`}`],
      ["Versions", html`${number(versions.length)} <small>of the client</small>`],
      redacted === undefined ? undefined : ["Redacted", html`${count(redacted, "place")}`],
    ]);
  },
);

function entrySums(entries: readonly EntryCount[]): Omit<EntryCount, "type"> {
  const sums = { lines: 0, folded: 0, unknown: 0 };
  for (const { lines, folded, unknown } of entries) {
    sums.lines += lines;
    sums.folded += folded;
    sums.unknown += unknown;
  }
  return sums;
}

/** Lines of the logs by type, and what became of them; it gets the counts. */
export const entryTable = part("entryTable", (entries: readonly EntryCount[]): SafeHtml => {
  const sums = entrySums(entries);
  const cells = ({ lines, folded, unknown }: typeof sums): SafeHtml =>
    html`${[lines, lines - folded - unknown, folded, unknown].map((value) => html`<td class="n">${value === 0 ? "–" : number(value)}</td>`)}`;
  const rows = entries.map((each) => html`<tr><th scope="row"><code>${each.type}</code></th>${cells(each)}</tr>\n`);
  return folded(
    "Lines",
    "of the logs by type",
    ["Type", "Lines", "In sight", "Folded", "Unknown"],
    rows,
    html`<tr><th scope="row">${count(entries.length, "type")}</th>${cells(sums)}</tr>`,
  );
});

/** Tools and how they are shown; it gets the tools, most used first. */
export const toolCoverage = part("toolCoverage", (tools: readonly ToolUse[]): SafeHtml => {
  const rows = tools.map(
    (tool) =>
      html`<tr><th scope="row"><code>${tool.name}</code></th><td class="n">${number(tool.calls)}</td><td>${shownAs(tool)}</td></tr>\n`,
  );
  return folded("Tools", "all of them are shown", ["Tool", "Calls", "Shown"], rows);
});

function shownAs({ calls, unknown }: ToolUse): string {
  if (unknown === 0) return "as what it means";
  if (unknown === calls) return "as its input and result: not known";
  return `as what it means, ${number(unknown)} as input and result: not known`;
}

type Missing = Pick<Coverage, "withoutSource" | "withoutAgents" | "withoutLog">;

/** What is not in the archive though it should be; it gets the sessions that miss something, and the page. */
export const missingParts = part("missingParts", (missing: Missing, path: string): SafeHtml => {
  const { withoutSource, withoutAgents, withoutLog } = missing;
  const agents = withoutAgents.reduce((sum, { agentsWithoutLog = 0 }) => sum + agentsWithoutLog, 0);
  const lists: readonly (readonly [string, readonly SessionRecord[], (session: SessionRecord) => string])[] = [
    ["What these sessions follow is not in the archive", withoutSource, () => ""],
    [
      `${count(agents, "agent")} without a transcript: of what they did, only what they answered is known`,
      withoutAgents,
      ({ agentsWithoutLog = 0 }) => `, ${count(agentsWithoutLog, "agent")}`,
    ],
    ["Their logs are gone; what is shown was kept", withoutLog, () => ""],
  ];
  const shown = lists.filter(([, sessions]) => sessions.length > 0);
  if (shown.length === 0)
    return section("Missing", "", html`<p class="remark">Nothing that the logs name is missing.</p>`);
  const body = shown.map(([words, sessions, more]) => {
    const { drawn: items } = fitting(
      sessions.slice(0, mostRows),
      (session) => html`<li><a href="${link(path, sessionPath(session))}">${session.title}${more(session)}</a></li>\n`,
    );
    const left = sessions.length - items.length;
    return html`<details class="data"${sessions.length <= 12 ? html` open` : ""}><summary>${words}${caret()}</summary><ul class="remark">${items}</ul>${left > 0 ? html`<p class="remark">and ${number(left)} more</p>` : ""}</details>\n`;
  });
  return section("Missing", "what the logs name and do not hold", html`${body}`);
});

/** Names with how often each was seen; it gets a title, words for it, the two columns and the rows. */
export const coverageTable = part(
  "coverageTable",
  (
    title: string,
    words: string,
    columns: readonly [string, string],
    rows: readonly (readonly [string, number])[],
  ): SafeHtml => {
    const cells = rows.map(
      ([name, value]) => html`<tr><th scope="row"><code>${name}</code></th><td class="n">${number(value)}</td></tr>\n`,
    );
    return folded(title, words, columns, cells);
  },
);

const numbers: ReadonlySet<string> = new Set([
  "Lines",
  "In sight",
  "Folded",
  "Unknown",
  "Calls",
  "Places",
  "Sessions",
  "Times",
]);

/** A table that is open where it is short. */
function folded(
  title: string,
  words: string,
  columns: readonly string[],
  rows: readonly SafeHtml[],
  sums?: SafeHtml,
): SafeHtml {
  if (rows.length === 0) return html``;
  const heads = columns.map((name) =>
    numbers.has(name) ? html`<th scope="col" class="n">${name}</th>` : html`<th scope="col">${name}</th>`,
  );
  const { drawn } = fitting(rows.slice(0, mostRows), (row) => row);
  const left = rows.length - drawn.length;
  return section(
    title,
    words,
    html`<details class="data"${rows.length <= 20 ? html` open` : ""}><summary>${count(rows.length, "row")}${caret()}</summary><div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="tbl small"><caption class="vh">${title}</caption><thead><tr>${heads}</tr></thead><tbody>${drawn}</tbody>${sums === undefined ? "" : html`<tfoot>${sums}</tfoot>`}</table></div>${left > 0 ? html`<p class="remark">and ${number(left)} more</p>` : ""}</details>`,
  );
}

function section(title: string, words: string, body: SafeHtml): SafeHtml {
  const id = `cover-${title.toLowerCase().replaceAll(" ", "-")}`;
  return html`<section class="annal" aria-labelledby="${id}"><div class="label"><h2 id="${id}">${title}</h2>${words === "" ? "" : html`<p>${words}</p>`}</div><div>${body}</div></section>\n`;
}
