/** One portal over several built archives: lists and a search of its own, and the ways to their pages. */
import { cpSync, lstatSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { notFoundPage } from "../../templates/pages/404.11ty.ts";
import { projectsPath } from "../../templates/portal/frame.ts";
import { frontPage, portalSearchPage, projectsPage, rowsPage } from "../../templates/portal/pages.ts";
import { pagesOf } from "../../templates/portal/view.ts";
import { monthPath, searchPath } from "../address/paths.ts";
import { monthTitle } from "../archive/months.ts";
import { version } from "../package.ts";
import { asset } from "../system/asset.ts";
import { put } from "../system/put.ts";
import { UsageError } from "../system/usage-error.ts";
import type { JoinedArchive } from "./archive.ts";
import { byMonth, byProject, portalView, projectPath } from "./view.ts";
import { writeIndex } from "./write-index.ts";

export interface PortalOptions {
  /** Where it is written. */
  readonly folder: string;
  /** Where it will lie. */
  readonly output: string;
  readonly title: string;
  readonly timeZone: string;
  readonly isCopied: boolean;
  /** Called after each archive. */
  readonly onArchive?: (done: number) => void;
}

export interface WrittenPortal {
  readonly sessions: number;
  readonly projects: number;
  readonly pages: number;
}

export async function writePortal(archives: readonly JoinedArchive[], options: PortalOptions): Promise<WrittenPortal> {
  const { folder, output, title, timeZone, isCopied, onArchive = () => undefined } = options;
  const root = (archive: JoinedArchive): string =>
    isCopied ? `archives/${archive.slug}/` : wayTo(archive.folder, output);
  for (const archive of archives) root(archive);
  if (isCopied) for (const archive of archives) copySite(archive.folder, join(folder, "archives", archive.slug));
  await writeIndex(archives, { folder, timeZone, root, onArchive });
  const view = portalView(archives, root, { title, timeZone, version });
  let pages = 0;
  const page = (path: string, markup: { toString(): string }): void => {
    pages++;
    put(join(folder, path), String(markup));
  };
  const months = byMonth(view);
  const projects = byProject(view);
  page("index.html", frontPage(view, [...months.keys()]));
  page(searchPath, portalSearchPage(view));
  page(projectsPath, projectsPage(view, projects));
  page("404.html", notFoundPage({ title }));
  for (const [month, rows] of months)
    for (const about of pagesOf(rows, monthTitle(month), (part) => monthPath(month, part)))
      page(about.path, rowsPage(view, about, "sessions"));
  for (const { name, rows } of projects)
    for (const about of pagesOf(rows, name, (part) => projectPath(name, part)))
      page(about.path, rowsPage(view, about, "projects"));
  for (const name of ["annals.css", "annals.js"] as const) put(join(folder, "assets", name), await asset(name));
  put(join(folder, ".nojekyll"), "");
  return { sessions: view.rows.length, projects: projects.length, pages };
}

/** From the portal to an archive that stays where it is. */
function wayTo(archive: string, output: string): string {
  const way = relative(resolve(output), resolve(archive)).split(sep).join("/");
  // Another drive, or a name that means something else in an address.
  if (way === "" || /^(?:[a-z]:|\/)/i.test(way) || /[\\:?#]/.test(way))
    throw new UsageError(`There is no relative way from "${output}" to "${archive}"; --copy takes it in.`);
  return `${way}/`;
}

/** Files and folders of the site. What a link leads to is not part of it; where git keeps its history is not either. */
function copySite(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => basename(path) !== ".git" && (path === from || !lstatSync(path).isSymbolicLink()),
  });
}
