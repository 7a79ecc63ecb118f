/** Where pages are, and relative links between them: the same folder works from file://, a domain root and a prefix. */
import type { AgentRecord, FileRecord, SessionRecord } from "../model/archive.ts";
import type { Project } from "../model/session.ts";

export const indexPath = "index.html";
export const searchPath = "search/index.html";
export const reportPath = "report/index.html";

export const sessionFolder = (session: Pick<SessionRecord, "key">): string => `sessions/${session.key}/`;
export const sessionPath = (session: Pick<SessionRecord, "key">): string => `${sessionFolder(session)}index.html`;
export const agentPath = (session: Pick<SessionRecord, "key">, agent: Pick<AgentRecord, "key">): string =>
  `${sessionFolder(session)}agents/${agent.key}/index.html`;

export const storyPath = (story: { readonly key: string }): string => `stories/${story.key}/index.html`;
/** `decisions/index.html`, `decisions/2026-02.html`, `decisions/2026-02-2.html`. */
export const decisionsPath = (month?: string, part = 1): string =>
  `decisions/${month === undefined ? "index" : month}${part > 1 ? `-${part}` : ""}.html`;

/** `projects/<id>/index.html`, `projects/<id>/2026-02.html`, `projects/<id>/2026-02-2.html`. */
export const projectPath = (project: Pick<Project, "id">, month?: string, part = 1): string =>
  `projects/${project.id}/${month === undefined ? "index" : month}${part > 1 ? `-${part}` : ""}.html`;
export const monthPath = (month: string, part = 1): string => `months/${month}${part > 1 ? `-${part}` : ""}.html`;

export const usagePath = "usage/index.html";
/** All files, those of a project, and one of them: its history and who wrote each line. */
export const filesPath = "files/index.html";
export const projectFilesPath = (project: Pick<Project, "id">): string => `files/${project.id}/index.html`;
export const fileFolder = (file: Pick<FileRecord, "project" | "address">): string =>
  `files/${file.project}/${file.address}/`;
export const filePath = (file: Pick<FileRecord, "project" | "address">): string => `${fileFolder(file)}index.html`;
export const blamePath = (file: Pick<FileRecord, "project" | "address">): string => `${fileFolder(file)}blame.html`;

/** From a page's folder up to the site's root: "../../", or "" at the top. */
export function root(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

/** From one page to another; both paths are relative to the site's root. */
export function link(from: string, to: string, fragment?: string): string {
  const hash = fragment === undefined ? "" : `#${fragment}`;
  if (from === to && hash !== "") return hash;
  // Folders that both have; the last names are no folders.
  let shared = 0;
  for (let at = 0; at < from.length && from[at] === to[at]; at++) if (from[at] === "/") shared = at + 1;
  let up = "";
  for (let at = from.indexOf("/", shared); at >= 0; at = from.indexOf("/", at + 1)) up += "../";
  return `${up}${encoded(to.slice(shared))}${hash}`;
}

/** Most paths are of signs that need no encoding. */
const encoded = (path: string): string =>
  /^[\w./-]*$/.test(path) ? path : path.split("/").map(encodeURIComponent).join("/");
