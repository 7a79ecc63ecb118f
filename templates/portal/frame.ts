/** The frame around every page of a portal: that of an archive, with what a portal has instead of an archive's pages. */
import { indexPath, link } from "../../src/address/paths.ts";
import { clock } from "../../src/text/clock.ts";
import { count } from "../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../src/text/html.ts";
import { withChips } from "../../src/text/redacted.ts";
import { displayPanel, documentHead, searchForm } from "../layouts/page.ts";
import type { PortalView } from "./view.ts";

export interface PortalPage {
  readonly view: PortalView;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: SafeHtml;
  readonly current?: "sessions" | "projects" | "archives";
  readonly hasOwnSearch?: boolean;
  readonly scripts?: readonly string[];
}

export const projectsPath = "projects/index.html";

export function portalFrame(page: PortalPage): SafeHtml {
  const { view, path, title, description, body, scripts = [] } = page;
  // Only its name, and that there is a search, are asked of it.
  const archive = { title: view.title, timeZone: view.timeZone } as Parameters<typeof documentHead>[0]["archive"];
  const head = documentHead({ archive, path, title, description, body, version: view.version, scripts });
  return html`<!doctype html>
<html lang="en">
<head>
${head}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(page)}
${displayPanel({ archive })}
<main id="main" tabindex="-1">
${withChips(body)}
</main>
${footer(page)}
</body>
</html>
`;
}

function header({ view, path, current, hasOwnSearch }: PortalPage): SafeHtml {
  const home = link(path, indexPath);
  const here = (name: PortalPage["current"]) => (current === name ? html` aria-current="page"` : "");
  const box = hasOwnSearch
    ? html`<span class="find"></span>`
    : searchForm(path, `Search ${count(view.rows.length, "session")}`);
  return html`<header class="top"><div>
<a class="brand" href="${home}">Annals</a>
<nav aria-label="Portal"><ul><li><a href="${home}"${here("sessions")}>Sessions</a></li><li><a href="${home}#archives"${here("archives")}>Archives</a></li><li><a href="${link(path, projectsPath)}"${here("projects")}>Projects</a></li></ul></nav>
${box}
<button class="btn display" type="button" popovertarget="display">Aa<span class="vh">: display and keyboard</span></button>
</div></header>`;
}

function footer({ view }: PortalPage): SafeHtml {
  const parts = [
    html`<span>${view.title}. Made over ${count(view.archives.length, "archive")} by Annals ${view.version}.</span>`,
    html`<span>Times are in ${clock(view.timeZone).zone}.</span>`,
    html`<a href="#main">Back to top</a>`,
  ];
  return html`<footer class="page foot">${join(parts, "")}</footer>`;
}
