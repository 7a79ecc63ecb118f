/** The search page: a shell that the search client fills. */

import { indexPath, link, searchPath } from "../../src/address/paths.ts";
import type { Archive } from "../../src/model/archive.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { page, searchForm } from "../layouts/page.ts";

const facets = [
  ["project", "Project"],
  ["kind", "Found in"],
  ["model", "Model"],
  ["branch", "Branch"],
] as const;

export function searchPage(archive: Archive, version: string, scripts: readonly string[] = []): SafeHtml {
  const path = searchPath;
  const body = html`<div class="page"><div class="head"><h1 class="vh">Search</h1>${searchForm(path, `Search ${count(archive.sessions.length, "session")}`, "big")}
<noscript><p class="tries">Search needs JavaScript. Without it, <a href="${link(path, indexPath)}">the lists of sessions</a> have everything.</p></noscript></div>
<div class="results"><button class="btn panel-btn" type="button" popovertarget="facets">Narrow</button><form class="facets" id="facets" popover aria-label="Narrow the results">
${facets.map(([name, label]) => html`<fieldset data-facet="${name}" hidden><legend>${label}</legend></fieldset>\n`)}<fieldset data-facet="date"><legend>Date</legend><label for="from">From<input id="from" name="from" type="date" class="field"></label><label for="to">To<input id="to" name="to" type="date" class="field"></label></fieldset>
</form>
<section aria-labelledby="res"><div class="search-h"><p id="res" role="status">Type to search prompts, answers, commands, files and results, or narrow by project, kind or month.</p><p class="js-only"><kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> open</p><label class="end js-only" for="order"><span class="vh">Order </span><select id="order"><option value="best">Best match</option><option value="newest">Newest</option><option value="oldest">Oldest</option></select></label></div>
<h2 class="vh">Results</h2>
<div id="results"></div>
</section></div></div>`;
  return page({
    archive,
    version,
    path,
    title: "Search",
    description: "Search the archive.",
    body,
    hasOwnSearch: true,
    scripts,
  });
}
