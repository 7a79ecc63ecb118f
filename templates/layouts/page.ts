/** The frame around every page. */
import { createHash } from "node:crypto";
import {
  decisionsPath,
  filesPath,
  indexPath,
  link,
  reportPath,
  root,
  searchPath,
  usagePath,
} from "../../src/address/paths.ts";
import { addressIn } from "../../src/export/archive-files.ts";
import { socialPath } from "../../src/export/paths.ts";
import type { Archive, ArchiveLookup } from "../../src/model/archive.ts";
import { type CodingAgent, codingAgentNames } from "../../src/model/coding-agent.ts";
import { clock } from "../../src/text/clock.ts";
import { count, number } from "../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../src/text/html.ts";
import { withChips } from "../../src/text/redacted.ts";
import { sessionWord } from "../parts/agent-badge.ts";
import { part } from "../theme.ts";

/** What all pages of a site share. */
export interface Site<Known extends ArchiveLookup = ArchiveLookup> {
  /** Only lists count the sessions: the page of a session stays as it is when another is added. */
  readonly archive: Known;
  readonly version: string;
  /** A theme's stylesheets, as paths from the site's root; they come after our own. */
  readonly styles?: readonly string[] | undefined;
}

export interface PageOptions extends Site<ArchiveLookup | Archive> {
  /** From the site's root: "sessions/<key>/index.html". */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: SafeHtml;
  readonly current?: "sessions" | "projects" | "decisions" | "files" | "usage";
  /** The program whose log it is made from, of a page of one session. */
  readonly agent?: CodingAgent;
  /** The page has a search box of its own. */
  readonly hasOwnSearch?: boolean;
  /** Rules made for this page alone; no log text in them. */
  readonly rules?: SafeHtml;
  /** Further scripts, as paths from the site's root. */
  readonly scripts?: readonly string[];
  /** One of thousands: who sends a link to it needs no card with its title, and its address says enough. */
  readonly isMinor?: boolean;
  /** The same for programs, from the page's folder on. */
  readonly alternates?: readonly Alternate[];
}

export interface Alternate {
  readonly type: string;
  readonly href: string;
  readonly title: string;
}

/** Markdown and JSON beside a page. */
export const twinAlternates: readonly Alternate[] = [
  { type: "text/markdown", href: "index.md", title: "Markdown" },
  { type: "application/json", href: "index.json", title: "JSON" },
];

// Before the first paint: the chosen theme, and `js` for what only works with scripts.
export const themeScript = html`try{var d=document.documentElement;d.className='js';var t=localStorage.annalsTheme;if(t)d.dataset.theme=t}catch(e){}`;

const sha256 = (text: SafeHtml): string => `sha256-${createHash("sha256").update(String(text)).digest("base64")}`;
const themeHash = sha256(themeScript);

/** Own files only. The two inline pieces there are go by their hash. For an attribute in double quotes. */
export function contentPolicy(rules?: SafeHtml, script?: SafeHtml): SafeHtml {
  const ownScript = script === undefined ? themeHash : sha256(script);
  const ownStyle = rules === undefined ? "" : html` '${sha256(rules)}'`;
  return html`default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '${ownScript}'; style-src 'self'${ownStyle}; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'`;
}

/** The whole document; it gets what the page is and its body. */
export const pageFrame = part(
  "pageFrame",
  (options: PageOptions): SafeHtml => html`<!doctype html>
<html lang="en">
<head>
${documentHead(options)}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${siteHeader(options)}
${displayPanel(options)}
<main id="main" tabindex="-1">
${withChips(options.body)}
</main>
${siteFooter(options)}
</body>
</html>
`,
);

/** What stands in the `head` element: title, policy, stylesheets, scripts. It gets what `pageFrame` gets. */
export const documentHead = part("documentHead", (options: PageOptions): SafeHtml => {
  const { archive, path, title, rules, styles = [], scripts = [] } = options;
  const up = root(path);
  return html`<meta http-equiv="Content-Security-Policy" content="${contentPolicy(rules)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === archive.title ? title : `${title} – ${archive.title}`}</title>
<meta name="description" content="${options.description}">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Annals ${options.version}">
<link rel="icon" href="data:,">
${archive.isWithoutTwins ? "" : html`${(options.alternates ?? []).map(({ type, href, title: name }) => html`<link rel="alternate" type="${type}" href="${href}" title="${name}">\n`)}${openGraph(options)}`}<link rel="stylesheet" href="${up}assets/annals.css">
${styles.map((style) => html`<link rel="stylesheet" href="${link(path, style)}">\n`)}<script>${themeScript}</script>
<script src="${up}assets/annals.js" defer></script>
${scripts.map((script) => html`<script src="${up}${script}" defer></script>\n`)}${rules === undefined ? "" : html`<style>${rules}</style>\n`}`;
});

/** What a link to the page shows elsewhere; a picture and addresses only where the archive is published. It gets what `pageFrame` gets. */
export const openGraph = part("openGraph", ({ archive, path, title, description, isMinor }: PageOptions): SafeHtml => {
  const { url } = archive;
  const properties: readonly (readonly [string, string])[] = isMinor
    ? []
    : [
        ["og:type", path === indexPath ? "website" : "article"],
        ["og:site_name", archive.title],
        ["og:title", title],
        ["og:description", description],
        ...(url === undefined
          ? []
          : ([
              ["og:url", addressIn(archive, path)],
              ["og:image", `${url}${socialPath}`],
            ] as const)),
      ];
  const canonical = url === undefined ? "" : html`<link rel="canonical" href="${addressIn(archive, path)}">\n`;
  return html`${canonical}${properties.map(([name, content]) => html`<meta property="${name}" content="${content}">\n`)}`;
});

/** The bar at the top of every page: name, navigation, search. It gets what `pageFrame` gets. */
export const siteHeader = part("siteHeader", ({ archive, path, current, hasOwnSearch }: PageOptions): SafeHtml => {
  const home = link(path, indexPath);
  const here = (name: PageOptions["current"]) => (current === name ? html` aria-current="page"` : "");
  return html`<header class="top"><div>
<a class="brand" href="${home}">Annals</a>
<nav aria-label="Archive"><ul><li><a href="${home}"${here("sessions")}>Sessions</a></li><li><a href="${home}#projects"${here("projects")}>Projects</a></li><li><a href="${link(path, decisionsPath())}"${here("decisions")}>Decisions</a></li><li><a href="${link(path, filesPath)}"${here("files")}>Files</a></li><li><a href="${link(path, usagePath)}"${here("usage")}>Usage</a></li></ul></nav>
${hasOwnSearch || archive.isWithoutSearch ? html`<span class="find"></span>` : searchForm(path, "sessions" in archive ? `Search ${count(archive.sessions.length, "session")}` : "Search all sessions")}
<button class="btn display" type="button" popovertarget="display">Aa<span class="vh">: display and keyboard</span></button>
</div></header>`;
});

/** A search box: a plain GET form, whose page reads the question from its address. It gets the page it stands on. */
export const searchForm = part(
  "searchForm",
  (path: string, placeholder: string, size: "" | "big" = ""): SafeHtml =>
    html`<form class="find${size === "" ? "" : ` ${size}`}" action="${link(path, searchPath)}" role="search"><label class="vh" for="q">Search the archive</label><div class="field"><input id="q" type="search" name="q" placeholder="${placeholder}" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></div></form>`,
);

/** The panel behind "Aa": light or dark; the script of the keys adds a list of them. It gets what `pageFrame` gets. */
export const displayPanel = part(
  "displayPanel",
  (_: Pick<PageOptions, "archive">): SafeHtml => html`<div class="pop" id="display" popover>
<h2 id="th-h">Theme</h2>
<div class="seg" role="radiogroup" aria-labelledby="th-h"><label><input type="radio" name="theme" id="theme-auto" value="" checked>Auto</label><label><input type="radio" name="theme" id="theme-light" value="light">Light</label><label><input type="radio" name="theme" id="theme-dark" value="dark">Dark</label></div>
</div>`,
);

/** The foot of every page: what it was made from, and the way to the build report. It gets what `pageFrame` gets. */
export const siteFooter = part("siteFooter", ({ archive, path, version, agent }: PageOptions): SafeHtml => {
  const { diagnostics, sessions } = "sessions" in archive ? archive : { diagnostics: [], sessions: undefined };
  const logs =
    sessions === undefined
      ? `${agent === undefined ? "session" : codingAgentNames[agent]} logs`
      : count(sessions.length, sessionWord(sessions, sessions.length === 0 ? "Claude Code log" : "log"));
  const report = link(path, reportPath);
  const parts = [
    html`<span>${archive.title}. Made from ${logs} by Annals ${version}.</span>`,
    html`<span>Times are in ${clock(archive.timeZone).zone}.</span>`,
    diagnostics.length === 0
      ? html`<a href="${report}">Coverage</a>`
      : html`<a href="${report}">${number(diagnostics.length)} not understood</a>`,
    html`<a href="#main">Back to top</a>`,
  ];
  return html`<footer class="page foot">${join(parts, "")}</footer>`;
});
