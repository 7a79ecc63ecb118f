/** What of the logs is there: versions, tools, what was taken out, what is missing. */
import { link, sessionPath } from "../../src/address/paths.ts";
import type { Coverage } from "../../src/archive/coverage.ts";
import type { Archive } from "../../src/model/archive.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { caret } from "./glyph.ts";

const mostRows = 200;

/** The sections of the coverage page; it gets its figures, the archive, and the page they stand on. */
export const coverageSections = part(
  "coverageSections",
  ({ versions, files, tools, withoutSource }: Coverage, archive: Archive, path: string): SafeHtml => {
    const missing = withoutSource
      .slice(0, mostRows)
      .map((session) => html`<li><a href="${link(path, sessionPath(session))}">${session.title}</a></li>\n`);
    return html`${coverageTable("Log files", "with places that were not understood", ["File", "Places"], files)}${coverageTable(
      "Versions",
      "of the client",
      ["Version", "Sessions"],
      versions,
    )}${coverageTable(
      "Tools",
      "all of them are shown; one that we do not know as its input and result",
      ["Tool", "Calls"],
      tools.map(({ name, calls }) => [name, calls] as const),
    )}${
      archive.redacted === undefined
        ? section(
            "Redacted",
            "",
            html`<p class="remark">Nothing was taken out: this archive was built without redaction.</p>`,
          )
        : coverageTable("Redacted", "by kind; nothing of the values is kept", ["Kind", "Times"], archive.redacted)
    }${
      missing.length === 0
        ? ""
        : section(
            "Missing",
            "what these sessions follow is not in the archive",
            html`<ul class="remark">${missing}</ul>${withoutSource.length > mostRows ? html`<p class="remark">and ${number(withoutSource.length - mostRows)} more</p>` : ""}`,
          )
    }`;
  },
);

/** Names with how often each was seen; it gets a title, words for it, the two columns and the rows. */
export const coverageTable = part(
  "coverageTable",
  (
    title: string,
    words: string,
    columns: readonly [string, string],
    rows: readonly (readonly [string, number])[],
  ): SafeHtml => {
    if (rows.length === 0) return html``;
    const cells = rows
      .slice(0, mostRows)
      .map(
        ([name, value]) =>
          html`<tr><th scope="row"><code>${name}</code></th><td class="n">${number(value)}</td></tr>\n`,
      );
    const left = rows.length - mostRows;
    return section(
      title,
      words,
      html`<details class="data"${rows.length <= 20 ? html` open` : ""}><summary>${count(rows.length, "row")}${caret()}</summary><table class="tbl small"><caption class="vh">${title}</caption><thead><tr><th scope="col">${columns[0]}</th><th scope="col" class="n">${columns[1]}</th></tr></thead><tbody>${cells}</tbody></table>${left > 0 ? html`<p>and ${number(left)} more</p>` : ""}</details>`,
    );
  },
);

function section(title: string, words: string, body: SafeHtml): SafeHtml {
  const id = `cover-${title.toLowerCase().replaceAll(" ", "-")}`;
  return html`<section class="annal" aria-labelledby="${id}"><div class="label"><h2 id="${id}">${title}</h2>${words === "" ? "" : html`<p>${words}</p>`}</div><div>${body}</div></section>\n`;
}
