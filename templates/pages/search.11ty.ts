/** The search page: a shell that the search client fills. */

import { indexPath, link, searchPath } from "../../src/address/paths.ts";
import type { Archive } from "../../src/model/archive.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site, searchForm } from "../layouts/page.ts";
import { part } from "../theme.ts";
import { once } from "./template-data.ts";

const path = searchPath;

export const { data, render } = once(
  path,
  (site) => searchPage(site, ["assets/search.js"]),
  ({ isWithoutSearch }) => !isWithoutSearch,
);

export function searchPage(site: Site<Archive>, scripts: readonly string[] = []): SafeHtml {
  return pageFrame({
    ...site,
    path,
    title: "Search",
    description: "Search the archive.",
    body: searchBody(site.archive),
    hasOwnSearch: true,
    scripts,
  });
}

const facets = [
  ["project", "Project"],
  ["kind", "Found in"],
  ["model", "Model"],
  ["branch", "Branch"],
  ["story", "Story"],
  ["machine", "Machine"],
  ["agent", "Agent"],
] as const;

/** The search page: the box, what narrows the results, and the places that a script fills. It gets the archive. */
export const searchBody = part(
  "searchBody",
  (archive: Archive): SafeHtml => searchFields(`Search ${count(archive.sessions.length, "session")}`),
);

/** The same for whatever is searched, also a portal over several archives. */
export const searchFields = (
  placeholder: string,
): SafeHtml => html`<div class="page"><div class="head"><h1 class="vh">Search</h1>${searchForm(path, placeholder, "big")}
<noscript><p class="tries">Search needs JavaScript. Without it, <a href="${link(path, indexPath)}">the lists of sessions</a> have everything.</p></noscript></div>
<div class="results"><button class="btn panel-btn" type="button" popovertarget="facets">Narrow</button><form class="facets" id="facets" popover aria-label="Narrow the results">
${facets.map(([name, label]) => html`<fieldset data-facet="${name}" hidden><legend>${label}</legend></fieldset>\n`)}<fieldset data-facet="date"><legend>Date</legend><label for="from">From<input id="from" name="from" type="date" class="field"></label><label for="to">To<input id="to" name="to" type="date" class="field"></label></fieldset>
</form>
<section aria-labelledby="res"><div class="search-h"><p id="res" role="status">Type to search prompts, answers, commands, files and results, or narrow by project, kind or month.</p><p class="js-only"><kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> open</p><label class="end js-only" for="order"><span class="vh">Order </span><select id="order"><option value="best">Best match</option><option value="newest">Newest</option><option value="oldest">Oldest</option></select></label></div>
<h2 class="vh">Results</h2>
<div id="results"></div>
</section></div></div>`;
