/**
 * Addresses of projects. A site remembers those it gave: a project keeps its own, whatever comes or goes, and nobody gets
 * that of another, also of one that is gone. What is remembered are hashes: they tell neither a path nor a name.
 */
import { createHash } from "node:crypto";
import type { Project } from "../../model/session.ts";

/** An address that was given: hashes of it, of its project's path and of that project's first session. */
export interface Given {
  readonly address: string;
  readonly path: string;
  readonly session: string;
}

interface Named {
  readonly name: string;
  /** As it may be shown: an address is made of it. */
  readonly path: string;
  readonly sessions: readonly string[];
}

/** One for each; `projects` come earliest first, and so do those that have none yet. */
export function addresses(projects: readonly Named[], given: readonly Given[]): readonly string[] {
  const known = new Map(given.map((each) => [each.address, each]));
  const most = projects.length + given.length + 2;
  const prints = new Map(projects.map((project) => [project, pathPrint(project.path)]));
  const ofPath = (project: Named): readonly Given[] => given.filter(({ path }) => path === prints.get(project));
  const found = new Map<Named, string>();
  const taken = new Set<string>();
  const choose = (project: Named, isFree: (id: string) => boolean): void => {
    for (const id of found.has(project) ? [] : candidates(project, most)) {
      if (taken.has(id) || !isFree(id)) continue;
      found.set(project, id);
      taken.add(id);
      return;
    }
  };
  const chooseOwn = (project: Named, isOwn: (one: Given) => boolean): void => {
    const own = new Set(ofPath(project).filter(isOwn));
    if (own.size > 0) choose(project, (id) => own.has(known.get(short(id)) as Given));
  };
  // Without the home folder one path may be that of two projects: then a session decides which is which.
  for (const project of projects) {
    if (ofPath(project).length === 0) continue;
    const sessions = new Set(project.sessions.map(short));
    chooseOwn(project, ({ session }) => sessions.has(session));
  }
  for (const project of projects) chooseOwn(project, () => true);
  for (const project of projects) choose(project, (id) => !known.has(short(id)));
  return projects.map((project) => found.get(project) ?? "");
}

/** What a site with these projects has to remember, beside what it remembered before. */
export function givenWith(
  projects: readonly Pick<Project, "id" | "path" | "sessions">[],
  before: readonly Given[],
): readonly Given[] {
  const now = projects.map(({ id, path, sessions }) => ({
    address: short(id),
    path: pathPrint(path),
    session: short(sessions[0] ?? ""),
  }));
  const own = new Set(now.map(({ address }) => address));
  return [...now, ...before.filter(({ address }) => !own.has(address))].sort((a, b) =>
    a.address < b.address ? -1 : 1,
  );
}

/** The name; where another project has it, with letters made of its own path, which no third project changes. */
function* candidates({ name, path }: Named, most: number): Generator<string> {
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const print = hash(path);
  const suffixed = (length: number): string => `${plain === "" ? "project" : plain}-${print.slice(0, length)}`;
  if (plain !== "") yield plain;
  for (let length = 6; length <= print.length; length++) yield suffixed(length);
  // Redaction may make one path of two.
  for (let next = 2; next <= most; next++) yield `${suffixed(6)}-${next}`;
}

/** The same for whoever's home it lies in, and whether or not that is shown. */
const pathPrint = (path: string): string =>
  short(path.replace(/^(?:[A-Za-z]:)?[\\/](?:Users|home)[\\/][^\\/]+/i, "~").replace(/ #\d+\]/g, "]"));

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
export const short = (text: string): string => hash(text).slice(0, 6);
