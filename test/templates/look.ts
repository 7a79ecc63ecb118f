/** Writes the sample's pages to a folder, to look at them: `npx tsx test/templates/look.ts [DIR]`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SideFile } from "../../src/address/side-file.ts";
import { monthPages, monthsOf } from "../../src/archive/months.ts";
import { projectPages } from "../../src/archive/stories.ts";
import { asset } from "../../src/system/asset.ts";
import { notFoundPage } from "../../templates/pages/404.11ty.ts";
import { indexPage } from "../../templates/pages/index.11ty.ts";
import { monthPage } from "../../templates/pages/month.11ty.ts";
import { projectPage } from "../../templates/pages/project.11ty.ts";
import { reportPage } from "../../templates/pages/report.11ty.ts";
import { searchPage } from "../../templates/pages/search.11ty.ts";
import { agentPage, sessionPage } from "../../templates/pages/session-pages.ts";
import { sampleArchive as archive, main, open } from "./sample.ts";

export interface SampleOptions {
  /** Of the session's page, in bytes. */
  readonly budget?: number;
  readonly styles?: readonly string[];
}

export async function samplePages({ budget, styles }: SampleOptions = {}): Promise<SideFile[]> {
  const site = { archive, version: "0.1.0", styles };
  const about = { ...site, record: main, open, ...(budget === undefined ? {} : { budget }) };
  const agents = main.agents.flatMap((agent) => agentPage({ ...about, agent }) ?? []);
  const months = monthsOf(archive.sessions, archive);
  const names = months.map(({ month }) => month);
  const folded = [{ what: "file-history-snapshot", why: "Backups of files, not part of the conversation." }];
  return [
    { path: "assets/annals.css", content: await asset("annals.css") },
    { path: "assets/annals.js", content: await asset("annals.js") },
    { path: "assets/code.js", content: await asset("code.js") },
    { path: "index.html", content: String(indexPage(site)) },
    { path: "search/index.html", content: String(searchPage(site)) },
    { path: "report/index.html", content: String(reportPage(site, folded)) },
    { path: "404.html", content: String(notFoundPage(archive)) },
    ...months
      .flatMap((month) => monthPages(month))
      .map((month) => ({ path: month.path, content: String(monthPage(month, site, names)) })),
    ...archive.projects
      .flatMap((project) => projectPages(project, archive))
      .map((each) => ({ path: each.path, content: String(projectPage(each, site)) })),
    ...[sessionPage(about), ...agents].flatMap(({ path, html, files }) => [{ path, content: String(html) }, ...files]),
  ];
}

const [, script, folder = "/tmp/annals-views"] = process.argv;
if (script?.endsWith("look.ts")) {
  for (const { path, content } of await samplePages()) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content);
  }
  console.log(`Written to ${folder}`);
}
