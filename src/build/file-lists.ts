/**
 * Lists of the files that the sessions of each project changed. Where a project is as it was, its list is read instead of
 * being made again, and its pages need not be asked one by one whether they are still right.
 */
import type { KnownFiles } from "../archive/records.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Project } from "../model/session.ts";
import type { Redactor } from "../redact/index.ts";
import { digest } from "../system/checked-file.ts";
import { canonical, type SiteCache } from "./cache/site-cache.ts";

export class FileLists {
  readonly #cache: SiteCache;
  readonly #redactor: Redactor;
  readonly #names = new Map<Project["id"], string>();
  #learnt: string | undefined;

  constructor(cache: SiteCache, redactor: Redactor) {
    this.#cache = cache;
    this.#redactor = redactor;
  }

  readonly known: KnownFiles = (project, sessions, make) => {
    // All that is learnt is known when the first list is asked for.
    this.#learnt ??= digest(canonical(this.#redactor.state()));
    const name = digest(this.#learnt, project, JSON.stringify(sessions));
    this.#names.set(project, name);
    return this.#cache.kept(fileOf(name), make);
  };

  /** Changes with everything that the list of a project is made from. */
  nameOf(project: Pick<Project, "id">): string {
    return this.#names.get(project.id) ?? "";
  }

  /** A list that an earlier build made, by its name. */
  before(name: string): readonly FileRecord[] | undefined {
    return this.#cache.find<readonly FileRecord[]>(fileOf(name));
  }
}

const fileOf = (name: string): string => `files/${name}.json`;
