/** Writes the sample's pages to a folder, to look at them: `npx tsx test/templates/look.ts [DIR]`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SideFile } from "../../src/address/side-file.ts";
import { byDay } from "../../src/archive/by-day.ts";
import { agentPage } from "../../templates/pages/agent-page.ts";
import { assetFiles } from "../../templates/pages/assets.ts";
import { indexPage } from "../../templates/pages/index-page.ts";
import { monthPage, monthPages } from "../../templates/pages/month-page.ts";
import { notFoundPage } from "../../templates/pages/not-found-page.ts";
import { projectPage, projectPages } from "../../templates/pages/project-page.ts";
import { reportPage } from "../../templates/pages/report-page.ts";
import { searchPage } from "../../templates/pages/search-page.ts";
import { sessionPage } from "../../templates/pages/session-page.ts";
import { sampleArchive as archive, main, open } from "./sample.ts";

export function samplePages(budget?: number): SideFile[] {
  const version = "0.1.0";
  const session = sessionPage({ archive, version, record: main, open, ...(budget === undefined ? {} : { budget }) });
  const agents = main.agents.flatMap((agent) => agentPage({ archive, version, record: main, agent, open }) ?? []);
  const months = new Map<string, (typeof archive.sessions)[number][]>();
  for (const { date, sessions } of byDay(archive.sessions, archive))
    months.set(date.slice(0, 7), [...(months.get(date.slice(0, 7)) ?? []), ...sessions]);
  const monthList = [...months].map(([month, sessions]) => ({ month, sessions }));
  const names = monthList.map(({ month }) => month);
  return [
    ...assetFiles(),
    { path: "index.html", content: String(indexPage(archive, version)) },
    { path: "search/index.html", content: String(searchPage(archive, version)) },
    {
      path: "report/index.html",
      content: String(
        reportPage(archive, version, [
          { what: "file-history-snapshot", why: "Backups of files, not part of the conversation." },
        ]),
      ),
    },
    { path: "404.html", content: String(notFoundPage(archive)) },
    ...monthList
      .flatMap((month) => monthPages(month))
      .map((month) => ({ path: month.path, content: String(monthPage(month, archive, version, names)) })),
    ...archive.projects
      .flatMap((project) => projectPages(project, archive))
      .map((about) => ({ path: about.path, content: String(projectPage(about, archive, version)) })),
    ...[session, ...agents].flatMap(({ path, html, files }) => [{ path, content: String(html) }, ...files]),
  ];
}

const [, script, folder = "/tmp/annals-views"] = process.argv;
if (script?.endsWith("look.ts")) {
  for (const { path, content } of samplePages()) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content);
  }
  console.log(`Written to ${folder}`);
}
