/**
 * 404.html is served at any depth, so it can have no relative link and no file of its own beside it: its few rules are
 * inline, and a script finds the archive's front page from the address.
 */
import type { ArchiveLookup } from "../../src/model/archive.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { contentPolicy } from "../layouts/page.ts";
import { part } from "../theme.ts";
import { once } from "./template-data.ts";

export const { data, render } = once(
  "404.html",
  ({ archive }) => notFoundPage(archive),
  ({ base }) => base === "",
);

const styles = html`:root{color-scheme:light dark}body{max-width:34rem;margin:15vh auto;padding:0 1.5rem;font:17px/1.6 system-ui,sans-serif;color:light-dark(#1c1a17,#eae6df);background:light-dark(#fdfcfa,#151513)}h1{font:500 2rem/1.2 Georgia,serif}a{color:light-dark(#27499c,#a9bdf7)}`;

const script = html`var p=location.pathname,m=/[/](sessions|projects|months|search|report|media|assets)[/]/.exec(p),a=document.getElementById('home');a.href=m?p.slice(0,m.index+1):p.replace(/[^/]*$/,'');a.hidden=false`;

/** The whole document of 404.html, which has no frame; it gets the archive. */
export const notFoundPage = part(
  "notFoundPage",
  ({ title }: Pick<ArchiveLookup, "title">): SafeHtml => html`<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(styles, script)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found – ${title}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
<main>
<h1>Not in this archive</h1>
<p>There is no page at this address. The session may have been left out when ${title} was built, or the link was cut.</p>
<p><a id="home" href="index.html" hidden>To the front page</a></p>
</main>
<script>${script}</script>
</body>
</html>
`,
);
